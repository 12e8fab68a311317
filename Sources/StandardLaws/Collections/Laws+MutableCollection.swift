import PropertyTesting

extension Laws where Value: MutableCollection, Value.Element: Equatable {
  /// Writing an element writes that element and no other; with the laws of `Collection`.
  public static var mutableCollection: Laws {
    Laws("MutableCollection", including: .collection, unchecked: "How long a write takes.") {
      Law(
        "an element that was written is read back",
        from: .swift("MutableCollection", "A value stored into a subscript must be accessible at the same position.")
      ) { values in
        guard case (var c, let all, let place)? = try placed(values) else { return try expect("there is no element", true) }
        let x = try values.element("x")
        c[all[place]] = x
        try expect("c[i] after c[i] = x, i \(place) steps after startIndex", c[all[place]], equals: x)
      }
      Law(
        "writing an element leaves the others",
        from: .swift("MutableCollection/subscript(_:)-7tq68", "It follows: the subscript accesses the element at one position.")
      ) { values in
        guard case (var c, let all, let place)? = try placed(values) else { return try expect("there is no element", true) }
        var model = iterated(c)
        let x = try values.element("x")
        c[all[place]] = x
        model[place] = x
        try expect("elements after c[i] = x, i \(place) steps after startIndex", iterated(c), equals: model)
      }
      Law(
        "writing an element does not change the count",
        from: .swift("MutableCollection", "Values change, but the length does not; a stored value is accessible at the same position.")
      ) { values in
        guard case (var c, let all, let place)? = try placed(values) else { return try expect("there is no element", true) }
        c[all[place]] = try values.element("x")
        try expect("count after c[i] = x", c.count, equals: all.count - 1)
      }
      Law(
        "an element can be changed in place",
        from: .swift("MutableCollection/subscript(_:)-7tq68", "The subscript accesses an element, for reading and writing.")
      ) { values in
        guard case (var c, let all, let place)? = try placed(values) else { return try expect("there is no element", true) }
        var model = iterated(c)
        let x = try values.element("x")
        replace(&c[all[place]], by: x)
        replace(&model[place], by: x)
        try expect("elements after a change in place", iterated(c), equals: model)
      }
      Law(
        "swapAt exchanges two elements",
        from: .swift("MutableCollection/swapAt(_:_:)", "Exchanges the values at the indices; the same index twice has no effect.")
      ) { values in
        guard case (var c, let all, let i)? = try placed(values) else { return try expect("there is no element", true) }
        var model = iterated(c)
        // One after the other with a drawn element and the first ones: mistakes may need a distance, or different elements between.
        for j in try [values.steps("j", upTo: model.count - 1)] + Array(0..<min(8, model.count)) {
          c.swapAt(all[i], all[j])
          model.swapAt(i, j)
          try expect("elements after swapAt(\(i), \(j))", iterated(c), equals: model)
        }
      }
      Law(
        "a slice of the same length replaces a range in place",
        from: .swift("MutableCollection", "The values of a slice of the elements can be changed, too, but not the length.")
      ) { values in
        var c = try values.one("c")
        let all = try positions(of: c)
        var model = iterated(c)
        let span = try values.span("from", "to", upTo: model.count)
        let start = try values.steps("taken from", upTo: model.count - span.count)
        c[all[span.lowerBound]..<all[span.upperBound]] = c[all[start]..<all[start + span.count]]
        model[span] = model[start..<start + span.count]
        try expect("elements after the range \(span) got those from \(start)", iterated(c), equals: model)
      }
      Law(
        "partition(by:) returns where the second part begins",
        from: .swift(
          "MutableCollection/partition(by:)",
          "No element before the returned index belongs in the second part, and every element from it on does.")
      ) { values in
        var c = try values.one("c")
        let elements = iterated(c)
        var chosen = try values.elements("in the second part", count: 0...4)
        if !elements.isEmpty { chosen.append(elements[try values.steps("and the one at", upTo: elements.count - 1)]) }
        let second = chosen
        let pivot = c.partition { second.contains($0) }
        let after = iterated(c)
        let place = try positions(of: c).firstIndex { $0 == pivot } ?? -1
        try expect("elements after partition(by:), as if drawn from a bag", haveSameElements(after, elements))
        let first = after.firstIndex { second.contains($0) } ?? after.count
        try expect("elements from the first in the second part on, in \(listed(after))", after[first...].allSatisfy { second.contains($0) })
        try expect("steps to the returned index, in \(listed(after))", place, equals: first)
      }
      Law(
        "writes to contiguous storage are writes to the elements",
        from: .swift(
          "MutableCollection/withContiguousMutableStorageIfAvailable(_:)",
          "The closure gets the mutable contiguous storage, in order; if there is none, it is not called, and the result is nil.")
      ) { values in
        var c = try values.one("c")
        var model = iterated(c)
        let new = try values.element("x")
        let place = try values.steps("i", upTo: model.count - 1)
        var seen: [[Value.Element]] = []
        let result: Int? = c.withContiguousMutableStorageIfAvailable { buffer in
          seen.append(Array(buffer))
          if buffer.indices.contains(place) { buffer[place] = new }
          return 42
        }
        guard let result else { return try expect("the result is nil, so the closure was not called", seen.isEmpty) }
        try expect("result of the closure", result, equals: 42)
        try expect("calls of the closure", seen.count, equals: 1)
        try expect("elements in the storage", seen.first ?? [], equals: model)
        if model.indices.contains(place) { model[place] = new }
        try expect("elements after the write", iterated(c), equals: model)
      }
    }
  }

  /// A collection, its indices, and the place of an element, if there is one.
  private static func placed(_ values: Values<Value>) throws -> (Value, [Value.Index], Int)? {
    let c = try values.one("c")
    let all = try positions(of: c)
    return all.count > 1 ? (c, all, try values.steps("i", upTo: all.count - 2)) : nil
  }
}

/// A write through an access of the whole element.
private func replace<Element>(_ element: inout Element, by new: Element) { element = new }

/// Elements need not hash: each is looked for among those that are left.
private func haveSameElements<Element: Equatable>(_ some: [Element], _ others: [Element]) -> Bool {
  var left = others
  for element in some {
    guard let place = left.firstIndex(of: element) else { return false }
    left.remove(at: place)
  }
  return left.isEmpty
}
