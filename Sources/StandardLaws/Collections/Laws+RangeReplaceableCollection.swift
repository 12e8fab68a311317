import PropertyTesting

extension Laws where Value: RangeReplaceableCollection, Value.Element: Equatable {
  /// Each call replaces some elements by others, as it would in a list that is put together from parts; with the laws of `Collection`.
  ///
  /// The elements that come in are those of `checkLaws(…, elements:)`, and without it those of other values.
  public static var rangeReplaceableCollection: Laws { replacing(ReplacingCall<Value>.kinds) }

  private static func replacing(_ kinds: [ReplacingCall<Value>.Kind]) -> Laws {
    Laws("RangeReplaceableCollection", including: .collection, unchecked: "How long a call takes, and which indices stay valid after it.") {
      initializers
      kinds.map { kind in
        Law(kind.law, from: kind.source) { values in
          var c = try values.one("c")
          var elements = iterated(c)
          guard let call = try kind.draw(values, elements) else { return try expect("no such call on \(listed(elements))", true) }
          try call.check(&c, &elements)
        }
      }
      Law(
        "after any calls in a row the elements are those of a list",
        from: .swift("RangeReplaceableCollection", "Supports replacement of an arbitrary subrange by the elements of another.")
      ) { values in
        var c = try values.one("c")
        var elements = iterated(c)
        for step in 1...(try values.draw(.int(in: 1...8), "calls")) {
          let kind = kinds[try values.steps("kind of call \(step)", upTo: kinds.count - 1)]
          guard let call = try kind.draw(values, elements) else { continue }
          values.trial.note("\(call.description) on \(listed(elements))")
          try call.check(&c, &elements)
        }
        try expect("elements in the end", iterated(c), equals: elements)
      }
      Law(
        "+ puts the elements of one after those of the other",
        from: .swift("RangeReplaceableCollection/+(_:_:)-5rv8e", "Creates a collection by concatenating the elements of two.")
      ) { values in
        let (c, new) = (try values.one("c"), try values.elements("new"))
        try expect("elements of c + new", iterated(c + new), equals: iterated(c) + new)
        try expect("elements of new + c", iterated(new + c), equals: new + iterated(c))
      }
    }
  }

  private static var initializers: [Law<Value>] {
    [
      Law("init() makes an empty collection", from: .swift("RangeReplaceableCollection/init()", "Creates a new, empty collection.")) {
        values in
        var c = Value()
        try expect("elements of init()", iterated(c), equals: [])
        try expect("count of init()", c.count, equals: 0)
        let x = try values.element("x")
        c.append(x)
        try expect("elements of init() after append", iterated(c), equals: [x])
      },
      Law(
        "init(repeating:count:) repeats the element as often as it is told",
        from: .swift("RangeReplaceableCollection/init(repeating:count:)", "The specified number of a single, repeated value.")
      ) { values in
        let (x, count) = (try values.element("x"), try values.steps("count", upTo: 8))
        let expected = (0..<count).map { _ in x }
        try expect("elements of init(repeating:count:)", iterated(Value(repeating: x, count: count)), equals: expected)
      },
      Law(
        "init(_:) takes the elements of a sequence in their order",
        from: .swift("RangeReplaceableCollection/init(_:)", "Creates a collection that contains the elements of a sequence.")
      ) { values in
        let new = try values.elements("new")
        try expect("elements of init(new)", iterated(Value(new)), equals: new)
        try expect("elements of init(of a sequence without a count)", iterated(Value(IteratorSequence(new.makeIterator()))), equals: new)
      },
    ]
  }
}

extension Laws where Value: RangeReplaceableCollection & BidirectionalCollection, Value.Element: Equatable {
  /// The same, with what removes elements at the end.
  public static var rangeReplaceableCollection: Laws {
    replacing(ReplacingCall<Value>.kinds + ReplacingCall<Value>.removalsAtTheEnd)
  }
}
