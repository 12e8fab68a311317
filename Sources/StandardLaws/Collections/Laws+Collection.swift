import PropertyTesting

extension Laws where Value: Collection, Value.Element: Equatable {
  /// Indices, counts, slices and passes of a collection agree with one another; with the laws of `Sequence`.
  ///
  /// The elements of the iterator are what all else is compared with.
  public static var collection: Laws {
    Laws(
      "Collection", including: .sequence, indexLaws, countLaws, elementLaws, sliceLaws,
      unchecked: "How long an operation takes (see constantTime), and what an invalid index does: it may trap."
    ) {}
  }

  private static var indexLaws: Laws {
    Laws("Collection") {
      Law(
        "index(after:) leads from startIndex to endIndex in a step for each element",
        from: .swift("Collection", "The indices of a collection are a finite range from its first position up to the one past its last.")
      ) { values in _ = try positions(of: values.one("c")) }
      Law(
        "each index is less than the next",
        from: .swift(
          "Collection/index(after:)",
          "It follows: it is the position immediately after, and indices ascend (Collection/indices).")
      ) { values in
        let all = try positions(of: values.one("c"))
        for (i, next) in zip(all, all.dropFirst()) { try expect("\(describe(i)) < index(after:), which is \(describe(next))", i < next) }
        try expect("startIndex <= endIndex", all.first.flatMap { first in all.last.map { first <= $0 } } ?? true)
      }
      Law(
        "index(after:) returns the same index each time",
        from: .swift("Collection/index(after:)", "Calling it for the same index returns the same index every time.")
      ) { values in
        let c = try values.one("c")
        let all = try positions(of: c)
        for (i, next) in zip(all, all.dropFirst()) {
          for _ in 1...3 { try expect("index(after: \(describe(i))), once more, is \(describe(next))", c.index(after: i) == next) }
        }
      }
      Law(
        "formIndex(after:) does what index(after:) returns",
        from: .swift("Collection/formIndex(after:)", "Replaces the given index with its successor.")
      ) { values in
        let c = try values.one("c")
        let all = try positions(of: c)
        for (i, next) in zip(all, all.dropFirst()) {
          var formed = i
          c.formIndex(after: &formed)
          try expect("formIndex(after: \(describe(i))) makes it \(describe(next)), and not \(describe(formed))", formed == next)
        }
      }
      Law(
        "index(_:offsetBy:) takes as many steps as it is told",
        from: .swift("Collection/index(_:offsetBy:)", "The index at the given distance, as if by that many calls of index(after:).")
      ) { values in
        let c = try values.one("c")
        let all = try positions(of: c)
        let span = try values.span("from", "to", upTo: all.count - 1)
        let reached = c.index(all[span.lowerBound], offsetBy: span.count)
        try expect(
          "index(\(span.lowerBound) steps after startIndex, offsetBy: \(span.count)) is \(span.upperBound) steps after it",
          reached == all[span.upperBound])
      }
      Law(
        "index(_:offsetBy:limitedBy:) returns nil only beyond the limit",
        from: .swift(
          "Collection/index(_:offsetBy:limitedBy:)",
          "Nil if the index would be beyond the limit in the direction of movement; a limit behind has no effect.")
      ) { values in
        let c = try values.one("c")
        let all = try positions(of: c)
        let last = all.count - 1
        let (from, limit) = (try values.steps("from", upTo: last), try values.steps("limit", upTo: last))
        // Without a limit ahead, the move must stay inside.
        let distance = try values.steps("distance", upTo: limit >= from ? last - from + 2 : last - from)
        let isBeyond = limit >= from && from + distance > limit
        let reached = c.index(all[from], offsetBy: distance, limitedBy: all[limit])
        let place = reached.map { index in all.firstIndex { $0 == index } }
        try expect(
          "index(\(from) steps after startIndex, offsetBy: \(distance), limitedBy: \(limit) steps after startIndex)",
          place, equals: isBeyond ? nil : .some(from + distance))
      }
      Law(
        "index(_:offsetBy:limitedBy:) returns nil for the greatest distance",
        from: .swift("Collection/index(_:offsetBy:limitedBy:)", "It follows: no collection has so many elements ahead of its end.")
      ) { values in
        let c = try values.one("c")
        let all = try positions(of: c)
        let from = try values.steps("from", upTo: all.count - 1)
        try expect(
          "index(\(from) steps after startIndex, offsetBy: .max, limitedBy: endIndex) is nil",
          c.index(all[from], offsetBy: .max, limitedBy: c.endIndex) == nil)
      }
      Law(
        "distance(from:to:) counts the steps between two indices",
        from: .swift("Collection/distance(from:to:)", "It follows: the distance, by which index(_:offsetBy:) moves, between two indices.")
      ) { values in
        let c = try values.one("c")
        let all = try positions(of: c)
        let span = try values.span("from", "to", upTo: all.count - 1)
        try expect("distance(from:to:)", c.distance(from: all[span.lowerBound], to: all[span.upperBound]), equals: span.count)
      }
      Law(
        "indices are those of the elements, in ascending order",
        from: .swift("Collection/indices-9kkbf", "The indices that are valid for subscripting the collection, in ascending order.")
      ) { values in
        let c = try values.one("c")
        let all = try positions(of: c)
        let indices = iterated(c.indices)
        try expect("number of indices", indices.count, equals: all.count - 1)
        for (index, position) in zip(indices, all) {
          try expect("of indices, \(describe(index)) stands where index(after:) leads to \(describe(position))", index == position)
        }
      }
    }
  }

  private static var countLaws: Laws {
    Laws("Collection") {
      Law(
        "count is the number of elements", from: .swift("Collection/count", "The number of elements in the collection.")
      ) { values in
        let c = try values.one("c")
        try expect("count", c.count, equals: iterated(c).count)
      }
      Law(
        "isEmpty is true exactly of a collection without elements",
        from: .swift("Collection/isEmpty", "Whether the collection is empty; then startIndex equals endIndex (Collection/startIndex).")
      ) { values in
        let c = try values.one("c")
        let elements = iterated(c)
        try expect("isEmpty", c.isEmpty, equals: elements.isEmpty)
        try expect("startIndex == endIndex", c.startIndex == c.endIndex, equals: elements.isEmpty)
      }
    }
  }

  private static var elementLaws: Laws {
    Laws("Collection") {
      Law(
        "the subscript reads what the iterator returns, in the order of the indices",
        from: .swift("Collection", "Iterating by positions gives the elements in the order that the iterator gives.")
      ) { values in
        let c = try values.one("c")
        try expect("elements by subscript", positions(of: c).dropLast().map { c[$0] }, equals: iterated(c))
      }
      Law(
        "a second pass returns the same elements",
        from: .swift("Collection", "Unlike a sequence, a collection is guaranteed to be multipass.")
      ) { values in
        let c = try values.one("c")
        let elements = iterated(c)
        for _ in 1...2 { try expect("elements of another pass", iterated(c), equals: elements) }
        var (first, second) = (c.makeIterator(), c.makeIterator())
        for element in elements {
          try expect("two iterators in turn, the first", first.next(), equals: element)
          try expect("two iterators in turn, the second", second.next(), equals: element)
        }
      }
      Law(
        "an element can be read again by a saved index",
        from: .swift("Collection", "Any element can be accessed repeatedly by saving its index.")
      ) { values in
        let c = try values.one("c")
        let all = try positions(of: c).dropLast()
        let elements = all.map { c[$0] }
        for _ in 1...12 { try expect("the elements at the same indices", all.map { c[$0] }, equals: elements) }
      }
      Law(
        "firstIndex(of:) is the first index of an equal element",
        from: .swift("Collection/firstIndex(of:)", "The first index where the element is found, or nil if it is not found.")
      ) { values in
        let c = try values.one("c")
        let elements = iterated(c)
        let all = try positions(of: c)
        let x =
          try !elements.isEmpty && values.draw(.bool, "x is an element")
          ? elements[values.steps("place of x", upTo: elements.count - 1)] : values.element("x")
        let place = c.firstIndex(of: x).map { index in all.firstIndex { $0 == index } ?? -1 }
        try expect("place of firstIndex(of: \(describe(x)))", place, equals: elements.firstIndex { $0 == x })
      }
    }
  }

  private static var sliceLaws: Laws {
    Laws("Collection") {
      Law(
        "a slice has the elements between its bounds",
        from: .swift("Collection/subscript(_:)-1jxub", "A contiguous subrange of the collection's elements.")
      ) { values in
        let (c, span, slice) = try sliced(values)
        try expect("elements of the slice", iterated(slice), equals: Array(iterated(c)[span]))
      }
      Law(
        "a slice shares its indices with the collection",
        from: .swift("Collection", "A collection and its slices share the same indices: an element has the same index in both.")
      ) { values in
        let (c, span, slice) = try sliced(values)
        let all = try positions(of: c)
        // Where an empty slice lies, and what its end is, is its own business.
        if !span.isEmpty { try expect("the slice starts at its lower bound", slice.startIndex == all[span.lowerBound]) }
        for index in all[span] {
          try expect("element at \(describe(index)) in the slice", slice[index], equals: c[index])
        }
      }
      Law(
        "a slice counts and steps as a collection",
        from: .swift("Collection/SubSequence", "A collection of a contiguous subrange, which shares its indices with the original.")
      ) { values in
        let (c, span, slice) = try sliced(values)
        let all = try positions(of: c)
        try expect("count of the slice", slice.count, equals: span.count)
        try expect("isEmpty of the slice", slice.isEmpty, equals: span.isEmpty)
        let inside = try positions(of: slice).dropLast()
        try expect("the slice has the positions of the collection between its bounds", inside == all[span])
        try expect("elements of a slice of all of the slice", iterated(slice[slice.startIndex..<slice.endIndex]), equals: iterated(slice))
      }
    }
  }

  private static func sliced(_ values: Values<Value>) throws -> (Value, Range<Int>, Value.SubSequence) {
    let c = try values.one("c")
    let all = try positions(of: c)
    let span = try values.span("from", "to", upTo: all.count - 1)
    return (c, span, c[all[span.lowerBound]..<all[span.upperBound]])
  }
}
