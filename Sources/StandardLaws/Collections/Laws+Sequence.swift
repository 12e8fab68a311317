import PropertyTesting

extension Laws where Value: IteratorProtocol {
  /// An iterator that has ended stays at its end.
  public static var iterator: Laws {
    Laws("IteratorProtocol", unchecked: "That nobody uses a copy of an iterator after the original has moved on.") {
      Law("an iterator that has returned nil returns nil for ever", from: LawSource.endOfIterator) { values in
        var iterator = try values.one("iterator")
        try expectEnd(of: &iterator)
      }
    }
  }
}

extension LawSource {
  static let endOfIterator = LawSource.swift("IteratorProtocol/next()", "Once nil has been returned, all subsequent calls return nil.")
}

private func expectEnd<I: IteratorProtocol>(of iterator: inout I) throws {
  var count = 0
  while count < mostElements, iterator.next() != nil { count += 1 }
  guard count < mostElements else { return try expect("no end in sight", true) }
  for call in 1...4 {
    let next = iterator.next()
    try expect("after \(count) elements and nil, call \(call) of next() returns nil", next == nil)
  }
}

extension Laws where Value: Sequence, Value.Element: Equatable {
  /// What iterates, counts, copies and finds the elements of a sequence does so for the same elements.
  ///
  /// A sequence may be consumed by its first pass, so each law draws one of its own for each; of a collection, one is enough.
  public static var sequence: Laws {
    Laws("Sequence", unchecked: "That makeIterator() takes constant time; a sequence is looked at up to its thousandth element.") {
      Law("an iterator of a sequence that has returned nil returns nil for ever", from: LawSource.endOfIterator) { values in
        var iterator = try values.one("s").makeIterator()
        try expectEnd(of: &iterator)
      }
      Law(
        "underestimatedCount is no more than the number of elements",
        from: .swift("Sequence/underestimatedCount", "A value less than or equal to the number of elements in the sequence.")
      ) { values in
        let s = try values.one("s")
        let (estimate, count) = (s.underestimatedCount, iterated(s).count)
        try expect(
          "underestimatedCount, \(estimate), is no more than the number of elements, \(count)",
          estimate <= count || count == mostElements)
      }
      Law(
        "underestimatedCount consumes no element",
        from: .swift("Sequence/underestimatedCount", "The count is calculated nondestructively.")
      ) { values in
        let (s, same) = try values.passes("s")
        _ = s.underestimatedCount
        try expect("elements after underestimatedCount was read", iterated(s), equals: iterated(same))
      }
      Law(
        "an array of a sequence holds what its iterator returns",
        from: .swift("Sequence", "A sequence is a list of values that you step through one at a time.")
      ) { values in
        let (s, same) = try values.passes("s")
        let elements = iterated(same)
        guard elements.count < mostElements else { return try expect("no end in sight", true) }
        try expect("Array(s)", Array(s), equals: elements)
      }
      Law(
        "contains is true exactly for the elements",
        from: .swift("Sequence/contains(_:)", "True if the element was found in the sequence; otherwise, false.")
      ) { values in
        let (s, same) = try values.passes("s")
        let elements = iterated(same)
        guard elements.count < mostElements else { return try expect("no end in sight", true) }
        let x =
          try !elements.isEmpty && values.draw(.bool, "x is an element")
          ? elements[values.steps("place of x", upTo: elements.count - 1)] : values.element("x")
        try expect("s.contains(\(describe(x)))", s.contains(x), equals: elements.contains { $0 == x })
      }
      Law(
        "contiguous storage holds the elements in order",
        from: .swift(
          "Sequence/withContiguousStorageIfAvailable(_:)",
          "The closure gets contiguous storage of the elements in their order; without it, it is not called, and the result is nil.")
      ) { values in
        let (s, same) = try values.passes("s")
        var seen: [[Value.Element]] = []
        let result: Int? = s.withContiguousStorageIfAvailable { buffer in
          seen.append(Array(buffer))
          return 42
        }
        guard let result else { return try expect("the result is nil, so the closure was not called", seen.isEmpty) }
        try expect("result of the closure", result, equals: 42)
        try expect("calls of the closure", seen.count, equals: 1)
        try expect("elements in the storage", seen.first ?? [], equals: iterated(same))
      }
    }
  }
}
