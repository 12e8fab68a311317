import StandardLaws

/// A sequence that can be passed once, and whose underestimatedCount takes elements out of it.
struct SinglePass: Sequence, IteratorProtocol {
  enum Mistake: String, CaseIterable { case estimateTakesOne, estimateTakesAll }

  let items: [Int]
  let mistake: Mistake?
  let memory = Memory()

  mutating func next() -> Int? {
    defer { memory.place += 1 }
    return memory.place < items.count ? items[memory.place] : nil
  }

  var underestimatedCount: Int {
    switch mistake {
    case .estimateTakesOne: memory.place += 1
    case .estimateTakesAll: memory.place = items.count
    case nil: break
    }
    return 0
  }
}

/// A lazy sequence whose simpler form is another sequence.
struct BrokenLazy: LazySequenceProtocol {
  enum Mistake: String, CaseIterable { case elementsLoseTheLast, elementsGoBackwards, elementsAreSorted }

  let items: [Int]
  let mistake: Mistake?

  func makeIterator() -> Array<Int>.Iterator { items.makeIterator() }

  var elements: [Int] {
    switch mistake {
    case .elementsLoseTheLast: items.dropLast()
    case .elementsGoBackwards: items.reversed()
    case .elementsAreSorted: items.sorted()
    case nil: items
    }
  }
}

/// A view of a collection, one of whose members walks over all of it.
struct Slow: RandomAccessCollection {
  enum Mistake: String, CaseIterable {
    case countWalks, startIndexWalks, endIndexWalks, subscriptWalks, isEmptyCounts, offsetWalks, limitedOffsetWalks, distanceWalks,
      sliceCopies
  }

  typealias Base = CountedCollection<Int>

  let base: Base
  let mistake: Mistake?

  private func walk(if mistake: Mistake) { if self.mistake == mistake { for _ in base {} } }

  var startIndex: Base.Index {
    walk(if: .startIndexWalks)
    return base.startIndex
  }

  var endIndex: Base.Index {
    walk(if: .endIndexWalks)
    return base.endIndex
  }

  var count: Int {
    walk(if: .countWalks)
    return base.count
  }

  var isEmpty: Bool {
    walk(if: .isEmptyCounts)
    return base.isEmpty
  }

  subscript(i: Base.Index) -> Int {
    walk(if: .subscriptWalks)
    return base[i]
  }

  subscript(bounds: Range<Base.Index>) -> Slice<Slow> {
    walk(if: .sliceCopies)
    return Slice(base: self, bounds: bounds)
  }

  func index(after i: Base.Index) -> Base.Index { base.index(after: i) }
  func index(before i: Base.Index) -> Base.Index { base.index(before: i) }

  func index(_ i: Base.Index, offsetBy distance: Int) -> Base.Index {
    guard mistake == .offsetWalks else { return base.index(i, offsetBy: distance) }
    var reached = i
    for _ in 0..<abs(distance) { reached = base.index(reached, offsetBy: distance.signum()) }
    return reached
  }

  func index(_ i: Base.Index, offsetBy distance: Int, limitedBy limit: Base.Index) -> Base.Index? {
    walk(if: .limitedOffsetWalks)
    return base.index(i, offsetBy: distance, limitedBy: limit)
  }

  func distance(from start: Base.Index, to end: Base.Index) -> Int {
    walk(if: .distanceWalks)
    return base.distance(from: start, to: end)
  }
}

/// A lazy view that sorts all elements before it returns the first.
struct Sorting: LazySequenceProtocol {
  let base: CountedCollection<Int>
  func makeIterator() -> Array<Int>.Iterator { base.sorted().makeIterator() }
}

/// A list whose copies, iterators and slices all look at the same elements.
struct LiveList: RangeReplaceableCollection, Equatable {
  final class Storage {
    var items: [Int]
    init(_ items: [Int]) { self.items = items }
  }

  let storage: Storage

  init() { storage = Storage([]) }
  init(_ items: [Int]) { storage = Storage(items) }

  static func == (one: LiveList, other: LiveList) -> Bool { one.storage.items == other.storage.items }

  var startIndex: Int { 0 }
  var endIndex: Int { storage.items.count }
  func index(after i: Int) -> Int { i + 1 }
  subscript(i: Int) -> Int { storage.items.indices.contains(i) ? storage.items[i] : -1 }

  mutating func replaceSubrange<C: Collection>(_ range: Range<Int>, with new: C) where C.Element == Int {
    storage.items.replaceSubrange(range, with: new)
  }
}
