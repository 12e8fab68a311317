import PropertyTesting

extension Laws where Value: BidirectionalCollection, Value.Element: Equatable {
  /// The way back is the way there; with the laws of `Collection`.
  public static var bidirectionalCollection: Laws {
    Laws("BidirectionalCollection", including: .collection, unchecked: "How long an operation takes: see constantTime.") {
      Law(
        "index(before:) undoes index(after:)",
        from: .swift("BidirectionalCollection", "For each index i before endIndex, index(before: index(after: i)) is i.")
      ) { values in
        let c = try values.one("c")
        for (place, i) in try positions(of: c).dropLast().enumerated() {
          try expect("index(before: index(after: i)) == i, at i = \(place) steps after startIndex", c.index(before: c.index(after: i)) == i)
        }
      }
      Law(
        "index(after:) undoes index(before:)",
        from: .swift("BidirectionalCollection", "For each index i after startIndex, index(after: index(before: i)) is i.")
      ) { values in
        let c = try values.one("c")
        let all = try positions(of: c)
        for (place, i) in all.enumerated().dropFirst() {
          let before = c.index(before: i)
          try expect("index(before:) of what is \(place) steps after startIndex is an index of an element", all.dropLast().contains(before))
          try expect("index(after: index(before: i)) == i, at i = \(place) steps after startIndex", c.index(after: before) == i)
        }
      }
      Law(
        "formIndex(before:) does what index(before:) returns",
        from: .swift("BidirectionalCollection/formIndex(before:)", "Replaces the given index with its predecessor.")
      ) { values in
        let c = try values.one("c")
        for (place, i) in try positions(of: c).enumerated().dropFirst() {
          var formed = i
          c.formIndex(before: &formed)
          try expect("formIndex(before:) of what is \(place) steps after startIndex makes index(before:)", formed == c.index(before: i))
        }
      }
      Law(
        "index(_:offsetBy:) takes as many steps back as it is told",
        from: .swift("BidirectionalCollection/index(_:offsetBy:)", "A negative distance moves as if by that many calls of index(before:).")
      ) { values in
        let c = try values.one("c")
        let all = try positions(of: c)
        let span = try values.span("to", "from", upTo: all.count - 1)
        try expect(
          "index(\(span.upperBound) steps after startIndex, offsetBy: -\(span.count)) is \(span.lowerBound) steps after it",
          c.index(all[span.upperBound], offsetBy: -span.count) == all[span.lowerBound])
      }
      Law(
        "index(_:offsetBy:limitedBy:) returns nil only beyond a limit behind",
        from: .swift(
          "BidirectionalCollection/index(_:offsetBy:limitedBy:)",
          "With a negative distance, a limit greater than the index has no effect; one that is passed makes the result nil.")
      ) { values in
        let c = try values.one("c")
        let all = try positions(of: c)
        let (from, limit) = (try values.steps("from", upTo: all.count - 1), try values.steps("limit", upTo: all.count - 1))
        let distance = try values.steps("steps back", upTo: limit <= from ? from + 2 : from)
        let isBeyond = distance > 0 && limit <= from && from - distance < limit
        let place = c.index(all[from], offsetBy: -distance, limitedBy: all[limit]).map { index in all.firstIndex { $0 == index } }
        // Forwards, a limit at the start is ahead of nothing; without a step, both directions agree.
        try expect(
          "index(\(from) steps after startIndex, offsetBy: -\(distance), limitedBy: \(limit) steps after startIndex)",
          place, equals: isBeyond ? nil : .some(from - distance))
      }
      Law(
        "index(_:offsetBy:limitedBy:) returns nil for the least distance",
        from: .swift(
          "BidirectionalCollection/index(_:offsetBy:limitedBy:)", "It follows: no collection has so many elements behind its start.")
      ) { values in
        let c = try values.one("c")
        let all = try positions(of: c)
        let from = try values.steps("from", upTo: all.count - 1)
        try expect(
          "index(\(from) steps after startIndex, offsetBy: .min, limitedBy: startIndex) is nil",
          c.index(all[from], offsetBy: .min, limitedBy: c.startIndex) == nil)
      }
      Law(
        "distance(from:to:) is negative backwards",
        from: .swift(
          "BidirectionalCollection/distance(from:to:)",
          "It follows: the distance can be negative, and index(_:offsetBy:) moves back by it.")
      ) { values in
        let c = try values.one("c")
        let all = try positions(of: c)
        let span = try values.span("to", "from", upTo: all.count - 1)
        try expect("distance(from:to:)", c.distance(from: all[span.upperBound], to: all[span.lowerBound]), equals: -span.count)
      }
      Law(
        "lastIndex(of:) is the last index of an equal element",
        from: .swift("BidirectionalCollection/lastIndex(of:)", "The last index where the element is found, or nil if it is not found.")
      ) { values in
        let c = try values.one("c")
        let elements = iterated(c)
        let all = try positions(of: c)
        let x =
          try !elements.isEmpty && values.draw(.bool, "x is an element")
          ? elements[values.steps("place of x", upTo: elements.count - 1)] : values.element("x")
        let place = c.lastIndex(of: x).map { index in all.firstIndex { $0 == index } ?? -1 }
        try expect("place of lastIndex(of: \(describe(x)))", place, equals: elements.lastIndex { $0 == x })
      }
      Law(
        "the way back from endIndex visits the elements in reverse",
        from: .swift("BidirectionalCollection", "It follows: it supports traversal backward from each index but startIndex.")
      ) { values in
        let c = try values.one("c")
        let elements = iterated(c)
        let all = try positions(of: c)
        var (seen, i): ([Value.Element], Value.Index) = ([], c.endIndex)
        while seen.count < elements.count, i > c.startIndex {
          i = c.index(before: i)
          try expect("index(before:) leads to an index of an element", all.dropLast().contains(i))
          seen.append(c[i])
        }
        try expect("elements from endIndex back", seen, equals: elements.reversed())
        try expect("after them comes startIndex", i == c.startIndex)
      }
    }
  }
}

extension Laws where Value: RandomAccessCollection, Value.Element: Equatable {
  /// Steps of any length compose; with the laws of `BidirectionalCollection`. Whether they take constant time: see `constantTime()`.
  public static var randomAccessCollection: Laws {
    Laws(
      "RandomAccessCollection", including: .bidirectionalCollection,
      unchecked: "That moving an index and measuring a distance take constant time: see constantTime."
    ) {
      Law(
        "a distance leads from one index to the other",
        from: .swift("RandomAccessCollection", "Indices can be moved any distance, and the distance between any two be measured.")
      ) { values in
        let c = try values.one("c")
        let all = try positions(of: c)
        let (a, b) = (try values.steps("a", upTo: all.count - 1), try values.steps("b", upTo: all.count - 1))
        let distance = c.distance(from: all[a], to: all[b])
        try expect("distance from a to b", distance, equals: b - a)
        try expect("index(a, offsetBy: distance from a to b) == b", c.index(all[a], offsetBy: distance) == all[b])
      }
      Law(
        "two moves are one move by their sum",
        from: .swift("RandomAccessCollection/index(_:offsetBy:)", "It follows: a move is so many calls of index(after:) or index(before:).")
      ) { values in
        let c = try values.one("c")
        let all = try positions(of: c)
        let last = all.count - 1
        let (a, b, d) = (try values.steps("a", upTo: last), try values.steps("b", upTo: last), try values.steps("d", upTo: last))
        let twice = c.index(c.index(all[a], offsetBy: b - a), offsetBy: d - b)
        try expect("moved from a to b to d is moved from a to d", twice == c.index(all[a], offsetBy: d - a))
      }
      Law(
        "distances add up",
        from: .swift("RandomAccessCollection/distance(from:to:)", "It follows: the distance is that by which index(_:offsetBy:) moves.")
      ) { values in
        let c = try values.one("c")
        let all = try positions(of: c)
        let last = all.count - 1
        let (a, b, d) = (try values.steps("a", upTo: last), try values.steps("b", upTo: last), try values.steps("d", upTo: last))
        try expect(
          "distance from a to b and from b to d", c.distance(from: all[a], to: all[b]) + c.distance(from: all[b], to: all[d]),
          equals: c.distance(from: all[a], to: all[d]))
      }
      Law(
        "indices of indices, and indices of slices, are those of the collection",
        from: .swift("RandomAccessCollection", "It constrains Indices and SubSequence, which share their indices with the collection.")
      ) { values in
        let c = try values.one("c")
        let all = try positions(of: c)
        let span = try values.span("from", "to", upTo: all.count - 1)
        let slice = c[all[span.lowerBound]..<all[span.upperBound]]
        try expect("distance in the slice", slice.distance(from: slice.startIndex, to: slice.endIndex), equals: span.count)
        try expect("indices of the slice are the collection's", iterated(slice.indices) == Array(all[span]))
        try expect("count of indices", c.indices.count, equals: all.count - 1)
      }
    }
  }
}
