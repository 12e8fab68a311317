extension Generator {
  /// Arrays of `count` elements. They shrink to fewer elements, then to simpler and sorted ones.
  /// - Parameter count: how many elements. Nil: as many as the ``Source/size`` of the case, so never more than 100. A negative bound
  ///   counts as 0. No count exceeds the lower bound by more than 10,000,000.
  @inlinable
  public static func array<Element>(
    of element: Generator<Element>, count: ClosedRange<Int>? = nil
  ) -> Generator where Value == [Element] {
    let produce = element.produce
    let bounds = count.map { max(0, $0.lowerBound)...max(0, $0.upperBound) }
    return Generator { source in
      if source.tape != nil || source.relatesCollections {
        return try source.elements(count: bounds, limit: .max, relates: true) { elements, source in
          elements.append(try produce(&source))
        }
      }
      return try source.array(of: element, count: source.drawCount(bounds))
    }
  }

  /// Arrays of exactly `count` elements; of none if `count` is negative.
  @inlinable
  public static func array<Element>(of element: Generator<Element>, count: Int) -> Generator
  where Value == [Element] {
    Generator { source in try source.array(of: element, count: count) }
  }

  /// Sets of distinct elements.
  ///
  /// If an element is already in the set, the generator draws again, up to 50 times in a row. Then the set stays as it is; if it has
  /// fewer elements than `count` allows, the case is discarded.
  /// - Parameter count: how many elements: see `array(of:count:)`.
  @inlinable
  public static func set<Element: Hashable & SendableMetatype>(
    of element: Generator<Element>, count: ClosedRange<Int>? = nil
  ) -> Generator where Value == Set<Element> {
    Generator { source in
      var seen: Set<Element> = []
      let bounds = count.map { max(0, $0.lowerBound)...max(0, $0.upperBound) }
      _ = try source.elements(count: bounds, limit: 50, relates: true) { (list: inout [Element], source) in
        let value = try source.draw(element)
        if seen.insert(value).inserted { list.append(value) }
      }
      return seen
    }
  }

  /// Sets of exactly `count` distinct elements; empty ones if `count` is negative. If the elements run out, the case is discarded.
  @inlinable
  public static func set<Element: Hashable & SendableMetatype>(of element: Generator<Element>, count: Int) -> Generator
  where Value == Set<Element> {
    .set(of: element, count: max(0, count)...max(0, count))
  }

  /// Dictionaries with distinct keys. If a key is already there, the generator draws again, as in ``set(of:count:)-(_,ClosedRange<Int>?)``.
  @inlinable
  public static func dictionary<Key: Hashable & SendableMetatype, Content>(
    of key: Generator<Key>, _ content: Generator<Content>, count: ClosedRange<Int>? = nil
  ) -> Generator where Value == [Key: Content] {
    Generator { source in
      var result: [Key: Content] = [:]
      let bounds = count.map { max(0, $0.lowerBound)...max(0, $0.upperBound) }
      _ = try source.elements(count: bounds, limit: 50, relates: true) { (keys: inout [Key], source) in
        let newKey = try source.draw(key)
        source.beginContent()
        let newContent = try source.draw(content)
        if result[newKey] == nil {
          result[newKey] = newContent
          keys.append(newKey)
        }
      }
      return result
    }
  }

  /// The elements in another order; the given order is the simplest.
  @inlinable
  public static func permutation<Element: Sendable>(of elements: [Element]) -> Generator
  where Value == [Element] {
    Generator { source in
      var rest = elements
      var result: [Element] = []
      result.reserveCapacity(rest.count)
      while !rest.isEmpty {
        let index = source.drawUniformly(.branch, upTo: UInt64(rest.count - 1))
        result.append(rest.remove(at: Int(truncatingIfNeeded: index)))
      }
      return result
    }
  }
}

extension Source {
  /// An array of exactly `count` elements, for lengths that a generator draws or computes on the way. If `count` is negative, the array
  /// is empty.
  @inlinable
  public mutating func array<Element>(of element: Generator<Element>, count: Int) throws -> [Element] {
    var elements: [Element] = []
    elements.reserveCapacity(min(count, 4_096))
    if tape == nil, !relatesCollections {
      var owed = count
      while owed > 0 {
        elements.append(try element.produce(&self))
        owed &-= 1
      }
    } else {
      let count = max(0, count)
      let related = relatesCollections ? relatedElements(count...count) : nil
      if let related { order(related, count: count) { (list: inout [Element], source) in list.append(try element.produce(&source)) } }
      for place in 0..<count {
        if let related { relate(related, at: place) }
        elements.append(try span(.element) { try element.produce(&$0) })
      }
      if let related { end(related) }
    }
    return elements
  }

  /// How many elements: within `bounds`, or up to the size of the case, few more often than many.
  @inlinable
  mutating func drawCount(_ bounds: ClosedRange<Int>?, proposing count: Int? = nil) -> Int {
    let lower = UInt64(truncatingIfNeeded: bounds?.lowerBound ?? 0)
    let upper = UInt64(truncatingIfNeeded: bounds?.upperBound ?? 100)
    // No case has more than ten million elements, whatever the range allows.
    let width = min(upper &- lower, 10_000_000)
    var proposed = count.map { UInt64($0) } ?? proposeCount(lower, width, isBounded: bounds != nil)
    if recursionDepth > 0 { proposed = withinBudget(proposed, atLeast: lower) }
    if tape == nil { return Int(truncatingIfNeeded: proposed) }
    return Int(
      truncatingIfNeeded: resolve(
        proposed, kind: .count, lower: lower, upper: upper, target: lower))
  }

  /// `count`, or what is left for the collections of recursive values: each node could hold a full one otherwise, and a
  /// case tens of thousands of choices.
  @usableFromInline @inline(never)
  mutating func withinBudget(_ count: UInt64, atLeast least: UInt64) -> UInt64 {
    let left = UInt64(max(0, 10 * caseSize - recursionElements))
    let count = max(least, min(count, left))
    recursionElements += Int(truncatingIfNeeded: min(count, 1 << 32))
    return count
  }

  /// What ``drawCount(_:)`` proposes. It takes one random word.
  @inlinable
  mutating func proposeCount(_ lower: UInt64, _ width: UInt64, isBounded: Bool) -> UInt64 {
    if mode == .simplest && staysSimplest() { return lower }
    let word = nextWord()
    if mode == .designed, let count = designedCount(in: lower, lower &+ width) { return count }
    if word & 63 == 1 && isBounded { return lower &+ width }
    let sized =
      word & 15 == 0
      ? width : max(min(width, 1), width / 100 &* UInt64(caseSize) &+ width % 100 &* UInt64(caseSize) / 100)
    return lower &+ (word &>> 6).multipliedFullWidth(by: (sized &+ 1) &<< 6).high
  }

  /// A collection with its spans. `add` appends at most one element; where it appends none (a duplicate),
  /// it is asked again, up to `limit` times in a row.
  /// - Parameter relates: whether the elements may repeat others: see ``CollectionPlan``.
  @inlinable
  mutating func elements<Element>(
    count bounds: ClosedRange<Int>?, limit: Int, proposing count: Int? = nil, relates: Bool = false,
    _ add: (inout [Element], inout Source) throws -> Void
  ) throws -> [Element] {
    openSpan(.collection)
    defer { closeSpan() }
    let related = relates && relatesCollections ? relatedElements(bounds) : nil
    let drawn = drawCount(bounds, proposing: related?.count ?? count)
    // A set has no order, and takes down what it has seen.
    if let related, limit == .max { order(related, count: drawn, add) }
    let countToken = lastToken
    var elements: [Element] = []
    elements.reserveCapacity(min(drawn, 4_096))
    var failures = 0
    while elements.count < drawn {
      try checkLimit()
      let before = elements.count
      let mark = mark
      if let related { relate(related, at: before) }
      try span(.element) { source in try add(&elements, &source) }
      if elements.count > before {
        failures = 0
        continue
      }
      failures += 1
      try reject(failures, from: mark)
      if failures >= limit {
        let least = bounds?.lowerBound ?? 0
        if elements.count >= least {
          // So that a replay does not look for more once again.
          amendCount(at: countToken, to: elements.count)
          break
        }
        throw Discard(reason: "fewer than \(least) distinct elements: \(limit) draws in a row were duplicates")
      }
    }
    if let related { end(related) }
    return elements
  }
}
