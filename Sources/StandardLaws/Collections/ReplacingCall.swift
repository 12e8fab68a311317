import PropertyTesting

/// A call of `RangeReplaceableCollection`, and what it must do: each is a replacement of some range of the elements by others.
struct ReplacingCall<C: RangeReplaceableCollection & SendableMetatype> where C.Element: Equatable {
  let description: String
  /// The places whose elements go.
  let range: Range<Int>
  /// The elements that come in their place.
  let new: [C.Element]
  /// What it returns; nil, if it returns nothing or nil.
  let result: C.Element?
  /// The call, given the positions of the collection.
  let perform: (inout C, [C.Index]) -> C.Element?

  init(
    _ description: String, _ range: Range<Int>, _ new: [C.Element] = [], returning result: C.Element? = nil,
    _ perform: @escaping (inout C, [C.Index]) -> C.Element?
  ) {
    self.description = description
    self.range = range
    self.new = new
    self.result = result
    self.perform = perform
  }

  /// Makes the call, and holds the collection to what the elements before it say.
  func check(_ c: inout C, _ elements: inout [C.Element]) throws {
    let returned = perform(&c, try positions(of: c))
    elements = Array(elements[..<range.lowerBound]) + new + elements[range.upperBound...]
    try expect("what \(description) returns", returned, equals: result)
    try expect("elements after \(description)", iterated(c), equals: elements)
    try expect("count after \(description)", c.count, equals: elements.count)
  }
}

extension ReplacingCall {
  /// A kind of call: the law that it stands for, and how one is drawn for a collection with certain elements.
  struct Kind: Sendable {
    let law: String
    let source: LawSource
    /// Nil, if the elements allow no such call.
    let draw: @Sendable (Values<C>, [C.Element]) throws -> ReplacingCall?

    init(_ law: String, _ page: String, _ words: String, _ draw: @escaping @Sendable (Values<C>, [C.Element]) throws -> ReplacingCall?) {
      self.law = law
      source = .swift(page, words)
      self.draw = draw
    }
  }
}

extension ReplacingCall {
  static var kinds: [Kind] { [replace, append, appendContents, insert, insertContents] + removals + [reserve] }

  private static var replace: Kind {
    Kind(
      "replaceSubrange puts the new elements in the place of the range", "RangeReplaceableCollection/replaceSubrange(_:with:)",
      "Removes the specified range of elements and inserts the new ones in its place; their number may differ."
    ) { values, elements in
      let range = try values.span("from", "to", upTo: elements.count)
      let new = try values.elements("new", count: 0...4)
      return ReplacingCall("replaceSubrange(\(range), with: \(listed(new)))", range, new) { c, all in
        c.replaceSubrange(all[range.lowerBound]..<all[range.upperBound], with: new)
        return nil
      }
    }
  }

  private static var append: Kind {
    Kind("append adds an element at the end", "RangeReplaceableCollection/append(_:)", "Adds an element to the end of the collection.") {
      values, elements in
      let x =
        try !elements.isEmpty && values.draw(.bool, "x is the last") ? elements[elements.count - 1] : values.element("x")
      return ReplacingCall("append(\(describe(x)))", elements.count..<elements.count, [x]) { c, _ in
        c.append(x)
        return nil
      }
    }
  }

  private static var appendContents: Kind {
    Kind(
      "append(contentsOf:) adds the elements at the end, in their order", "RangeReplaceableCollection/append(contentsOf:)",
      "Adds the elements of a sequence to the end of the collection."
    ) { values, elements in
      let new = try values.elements("new", count: 0...4)
      let isLazy = try values.draw(.bool, "from a sequence that knows no count")
      return ReplacingCall("append(contentsOf: \(listed(new)))", elements.count..<elements.count, new) { c, _ in
        if isLazy { c.append(contentsOf: IteratorSequence(new.makeIterator())) } else { c.append(contentsOf: new) }
        return nil
      }
    }
  }

  private static var insert: Kind {
    Kind(
      "insert puts an element before the index", "RangeReplaceableCollection/insert(_:at:)",
      "Inserted before the element that is at the index; at endIndex, it is appended."
    ) { values, elements in
      let (x, place) = (try values.element("x"), try values.steps("at", upTo: elements.count))
      return ReplacingCall("insert(\(describe(x)), at: \(place))", place..<place, [x]) { c, all in
        c.insert(x, at: all[place])
        return nil
      }
    }
  }

  private static var insertContents: Kind {
    Kind(
      "insert(contentsOf:at:) puts the elements before the index, in their order",
      "RangeReplaceableCollection/insert(contentsOf:at:)",
      "Inserted before the element that is at the index; at endIndex, they are appended."
    ) { values, elements in
      let (new, place) = (try values.elements("new", count: 0...4), try values.steps("at", upTo: elements.count))
      return ReplacingCall("insert(contentsOf: \(listed(new)), at: \(place))", place..<place, new) { c, all in
        c.insert(contentsOf: new, at: all[place])
        return nil
      }
    }
  }

  private static var reserve: Kind {
    Kind(
      "reserveCapacity leaves the elements", "RangeReplaceableCollection/reserveCapacity(_:)",
      "Prepares the collection to store a number of elements, or takes no action."
    ) { values, elements in
      let number = try values.steps("capacity", upTo: 12)
      return ReplacingCall("reserveCapacity(\(number))", 0..<0) { c, _ in
        c.reserveCapacity(number)
        return nil
      }
    }
  }
}
