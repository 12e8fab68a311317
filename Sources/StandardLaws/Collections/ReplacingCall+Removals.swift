import PropertyTesting

extension ReplacingCall {
  static var removals: [Kind] { [remove, removeRange, removeFirst, removeFirstSome, removeAll, removeAllWhere] }

  private static var remove: Kind {
    Kind(
      "remove(at:) removes the element at the index and returns it", "RangeReplaceableCollection/remove(at:)",
      "Removes and returns the element at the position; the elements after it move to fill the gap."
    ) { values, elements in
      guard !elements.isEmpty else { return nil }
      let place = try values.steps("at", upTo: elements.count - 1)
      return ReplacingCall("remove(at: \(place))", place..<place + 1, returning: elements[place]) { c, all in c.remove(at: all[place]) }
    }
  }

  private static var removeRange: Kind {
    Kind(
      "removeSubrange removes the elements of the range", "RangeReplaceableCollection/removeSubrange(_:)",
      "Removes the elements in the specified subrange."
    ) { values, elements in
      let range = try values.span("from", "to", upTo: elements.count)
      return ReplacingCall("removeSubrange(\(range))", range) { c, all in
        c.removeSubrange(all[range.lowerBound]..<all[range.upperBound])
        return nil
      }
    }
  }

  private static var removeFirst: Kind {
    Kind(
      "removeFirst() removes the first element and returns it", "RangeReplaceableCollection/removeFirst()",
      "Removes and returns the first element of the collection."
    ) { _, elements in
      guard let first = elements.first else { return nil }
      return ReplacingCall("removeFirst()", 0..<1, returning: first) { c, _ in c.removeFirst() }
    }
  }

  private static var removeFirstSome: Kind {
    Kind(
      "removeFirst(_:) removes as many elements from the start", "RangeReplaceableCollection/removeFirst(_:)",
      "Removes the specified number of elements from the beginning."
    ) { values, elements in
      let number = try values.steps("number", upTo: elements.count)
      return ReplacingCall("removeFirst(\(number))", 0..<number) { c, _ in
        c.removeFirst(number)
        return nil
      }
    }
  }

  private static var removeAll: Kind {
    Kind(
      "removeAll(keepingCapacity:) removes all elements", "RangeReplaceableCollection/removeAll(keepingCapacity:)",
      "Removes all elements; the argument only asks for the capacity to be kept."
    ) { values, elements in
      let keeps = try values.draw(.bool, "keeps its capacity")
      return ReplacingCall("removeAll(keepingCapacity: \(keeps))", 0..<elements.count) { c, _ in
        c.removeAll(keepingCapacity: keeps)
        return nil
      }
    }
  }

  private static var removeAllWhere: Kind {
    Kind(
      "removeAll(where:) removes exactly the elements that it is told, and keeps the order",
      "RangeReplaceableCollection/removeAll(where:)",
      "Removes every element that satisfies the predicate; the order of those that remain is preserved."
    ) { values, elements in
      let others = try values.elements("removed if present", count: 0...2)
      let chosen = try elements.isEmpty ? others : others + [elements[values.steps("and the one at", upTo: elements.count - 1)]]
      let kept = elements.filter { !chosen.contains($0) }
      return ReplacingCall("removeAll(where: \(listed(chosen)).contains)", 0..<elements.count, kept) { c, _ in
        c.removeAll { chosen.contains($0) }
        return nil
      }
    }
  }
}

extension ReplacingCall where C: BidirectionalCollection {
  /// The calls that need a way back from the end.
  static var removalsAtTheEnd: [Kind] { [removeLast, popLast, removeLastSome] }

  private static var removeLast: Kind {
    Kind(
      "removeLast() removes the last element and returns it", "RangeReplaceableCollection/removeLast()-1tnw",
      "Removes and returns the last element of the collection."
    ) { _, elements in
      guard let last = elements.last else { return nil }
      return ReplacingCall("removeLast()", elements.count - 1..<elements.count, returning: last) { c, _ in c.removeLast() }
    }
  }

  private static var popLast: Kind {
    Kind(
      "popLast() removes the last element and returns it, or returns nil", "RangeReplaceableCollection/popLast()-7kbf5",
      "The last element of the collection if the collection is not empty; otherwise, nil."
    ) { _, elements in
      ReplacingCall("popLast()", max(0, elements.count - 1)..<elements.count, returning: elements.last) { c, _ in c.popLast() }
    }
  }

  private static var removeLastSome: Kind {
    Kind(
      "removeLast(_:) removes as many elements from the end", "RangeReplaceableCollection/removeLast(_:)-n550",
      "Removes the specified number of elements from the end."
    ) { values, elements in
      let number = try values.steps("number", upTo: elements.count)
      return ReplacingCall("removeLast(\(number))", elements.count - number..<elements.count) { c, _ in
        c.removeLast(number)
        return nil
      }
    }
  }
}
