extension Generator {
  /// The elements of each array in another order; the given order is the simplest.
  public static func shuffled<Element: Sendable>(_ list: Generator<[Element]>) -> Generator where Value == [Element] {
    Generator { source in try source(.permutation(of: try source(list))) }
  }

  /// Some of the elements, in the given order: each is there or not. None is the simplest.
  public static func subsequence<Element: Sendable>(of elements: [Element]) -> Generator where Value == [Element] {
    Generator { source in
      var chosen: [Element] = []
      for element in elements where try source(.bool) { chosen.append(element) }
      return chosen
    }
  }

  /// Subsets: each element is there or not. The empty set is the simplest.
  public static func subset<Element: Hashable & Sendable>(of elements: Set<Element>) -> Generator where Value == Set<Element> {
    // A set has another order in each process.
    let sorted = elements.map { (describe($0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    return Generator { source in
      var chosen: Set<Element> = []
      for element in sorted where try source(.bool) { chosen.insert(element) }
      return chosen
    }
  }

  /// Arrays in ascending order. Equal elements are as likely as in `array(of:count:)`.
  public static func sorted<Element: Comparable & SendableMetatype>(of element: Generator<Element>, count: ClosedRange<Int>? = nil) -> Generator
  where Value == [Element] {
    let list = Generator<[Element]>.array(of: element, count: count)
    return Generator { source in try source(list).sorted() }
  }

  /// Arrays of distinct elements, in any order. If an element is already there, the generator draws again, as in
  /// ``set(of:count:)-(_,ClosedRange<Int>?)``.
  public static func distinct<Element: Hashable & SendableMetatype>(of element: Generator<Element>, count: ClosedRange<Int>? = nil)
    -> Generator where Value == [Element]
  {
    let bounds = count.map { max(0, $0.lowerBound)...max(0, $0.upperBound) }
    return Generator { source in
      var seen: Set<Element> = []
      return try source.elements(count: bounds, limit: 50) { (list: inout [Element], source) in
        let value = try source.draw(element)
        if seen.insert(value).inserted { list.append(value) }
      }
    }
  }
}
