import PropertyTesting

/// What counts as constant: so many accesses beneath one operation, however many elements there are.
private let mostAccesses = 16

private func expectConstant<Subject>(_ operation: String, _ measured: Measured<Subject>, _ body: (Subject) -> some Any) throws {
  let cost = measured.cost(of: body)
  try expect(
    "\(operation) reaches the base of \(measured.size) elements at most \(mostAccesses) times, and not \(cost) times",
    cost <= mostAccesses)
}

extension Laws {
  /// Operations whose time must not grow with the number of elements, measured by what they reach in a ``CountedCollection``.
  ///
  ///     try checkLaws(.constantTime(), of: .measured { base in Pairs(of: base) })
  public static func constantTime<C: Collection & SendableMetatype>() -> Laws where Value == Measured<C> {
    Laws("constant time", unchecked: "Time that is spent elsewhere than in the base.") {
      Law(
        "startIndex and endIndex take constant time",
        from: .swift("Collection", "Types are expected to provide both as O(1) operations, or must document the departure.")
      ) { values in
        let measured = try values.one("c")
        try expectConstant("startIndex", measured) { $0.startIndex }
        try expectConstant("endIndex", measured) { $0.endIndex }
      }
      Law(
        "the subscript takes constant time",
        from: .swift("Collection", "Types are expected to provide it as an O(1) operation, or must document the departure.")
      ) { values in
        let measured = try values.one("c")
        let c = measured.subject
        guard c.startIndex < c.endIndex else { return try expect("there is no element", true) }
        let index = c.index(c.startIndex, offsetBy: try values.steps("i", upTo: c.count - 1))
        try expectConstant("c[i]", measured) { $0[index] }
      }
      Law("isEmpty takes constant time", from: .swift("Collection/isEmpty", "Complexity: O(1).")) { values in
        try expectConstant("isEmpty", try values.one("c")) { $0.isEmpty }
      }
    }
  }

  /// The same for a random-access collection, which also counts, moves and measures in constant time.
  public static func constantTime<C: RandomAccessCollection & SendableMetatype>() -> Laws where Value == Measured<C> {
    let any: Laws = anyCollection(C.self)
    return Laws("constant time of random access", including: any) {
      Law("count takes constant time", from: .swift("Collection/count", "O(1) if the collection conforms to RandomAccessCollection.")) {
        values in try expectConstant("count", try values.one("c")) { $0.count }
      }
      Law(
        "moving an index takes constant time",
        from: .swift("RandomAccessCollection", "Random-access collections can move indices any distance in O(1) time.")
      ) { values in
        let measured = try values.one("c")
        let c = measured.subject
        let span = try values.span("from", "to", upTo: c.count)
        let (from, to) = (c.index(c.startIndex, offsetBy: span.lowerBound), c.index(c.startIndex, offsetBy: span.upperBound))
        try expectConstant("index(_:offsetBy: \(span.count))", measured) { $0.index(from, offsetBy: span.count) }
        try expectConstant("index(_:offsetBy: -\(span.count))", measured) { $0.index(to, offsetBy: -span.count) }
        try expectConstant("index(_:offsetBy:limitedBy:)", measured) { $0.index(from, offsetBy: span.count, limitedBy: to) }
      }
      Law(
        "measuring a distance takes constant time",
        from: .swift("RandomAccessCollection", "Random-access collections can measure the distance between indices in O(1) time.")
      ) { values in
        let measured = try values.one("c")
        let c = measured.subject
        let span = try values.span("from", "to", upTo: c.count)
        let (from, to) = (c.index(c.startIndex, offsetBy: span.lowerBound), c.index(c.startIndex, offsetBy: span.upperBound))
        try expectConstant("distance(from:to:)", measured) { $0.distance(from: from, to: to) }
        try expectConstant("distance back", measured) { $0.distance(from: to, to: from) }
      }
      Law(
        "making a slice takes constant time",
        from: .swift("Collection/subscript(_:)-1jxub", "Complexity: O(1).")
      ) { values in
        let measured = try values.one("c")
        let c = measured.subject
        let span = try values.span("from", "to", upTo: c.count)
        let (from, to) = (c.index(c.startIndex, offsetBy: span.lowerBound), c.index(c.startIndex, offsetBy: span.upperBound))
        try expectConstant("c[from..<to]", measured) { $0[from..<to] }
      }
    }
  }

  private static func anyCollection<C: Collection & SendableMetatype>(_ type: C.Type) -> Laws where Value == Measured<C> { constantTime() }
}

extension Laws where Value: LazySequenceProtocol, Value.Element: Equatable {
  /// The simpler sequence beneath a lazy one has the same elements; with the laws of `Sequence`.
  public static var lazySequence: Laws {
    Laws("LazySequenceProtocol", including: .sequence, unchecked: "When elements are computed: see lazyEvaluation.") {
      Law(
        "elements has the elements of the sequence",
        from: .swift("LazySequenceProtocol/elements", "A sequence with the same elements as this one, possibly of a simpler type.")
      ) { values in
        let (s, same) = try values.twins("s", "made alike")
        try expect("elements of s.elements", iterated(s.elements), equals: iterated(same))
      }
    }
  }
}

extension Laws {
  /// A lazy sequence over a ``CountedCollection`` reads nothing before somebody asks for an element.
  public static func lazyEvaluation<S: LazySequenceProtocol & SendableMetatype>() -> Laws where Value == Measured<S> {
    Laws("lazy evaluation", unchecked: "Sequences that must look ahead, such as filters, may read more than one element for the first.") {
      Law(
        "making a lazy sequence reads no element",
        from: .swift(
          "LazySequenceProtocol",
          "Operations such as map and filter keep the closure, and defer computation until it is needed.")
      ) { values in
        let measured = try values.one("s")
        try expect(
          "making it over \(measured.size) elements reaches them at most \(mostAccesses) times, and not \(measured.costOfMaking) times",
          measured.costOfMaking <= mostAccesses)
      }
      Law(
        "the first element does not take all",
        from: .swift("LazySequenceProtocol", "Lazy sequences compute their elements on demand.")
      ) { values in
        try expectConstant("the first element", try values.one("s")) { s in
          var iterator = s.makeIterator()
          return iterator.next()
        }
      }
    }
  }
}
