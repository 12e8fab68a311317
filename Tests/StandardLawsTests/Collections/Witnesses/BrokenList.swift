/// An array of integers behind the members that the protocols of collections require, with one of them wrong.
///
/// No member traps, whatever it is asked: a mistake must be found by what it returns.
struct BrokenList: Equatable, Sendable, CustomStringConvertible {
  var items: [Int]
  let mistake: Mistake?
  /// What a member remembers from one call to the next, where the mistake is that it does.
  let memory = Memory()

  init(_ items: [Int], _ mistake: Mistake?) {
    self.items = items
    self.mistake = mistake
  }

  var description: String { "\(items)" }

  static func == (a: BrokenList, b: BrokenList) -> Bool { a.items == b.items }

  func has(_ mistake: Mistake) -> Bool { self.mistake == mistake }

  func item(at place: Int) -> Int {
    items.indices.contains(place) ? items[place] : -1
  }

  func clamped(_ place: Int) -> Int { Swift.min(Swift.max(place, 0), items.count) }

  func clamped(_ range: Range<Int>) -> Range<Int> {
    let lower = clamped(range.lowerBound)
    return lower..<Swift.max(lower, clamped(range.upperBound))
  }
}

/// Not synchronised: a case uses it on one thread.
final class Memory: @unchecked Sendable {
  var place = 0
  var calls = 0
}

extension BrokenList: Sequence {
  struct Iterator: IteratorProtocol {
    var items: [Int]
    let mistake: Mistake?
    let memory: Memory
    var place = 0
    var nils = 0

    mutating func next() -> Int? {
      if mistake == .iteratorIsShared {
        defer { memory.place += 1 }
        return memory.place < items.count ? items[memory.place] : nil
      }
      if place < items.count {
        place += 1
        return items[place - 1]
      }
      nils += 1
      switch mistake {
      case .iteratorRestarts: place = 0
      case .iteratorRepeatsTheLast where nils > 1: return items.last
      case .iteratorYieldsAfterTwoNils where nils == 3: return 0
      default: break
      }
      return nil
    }
  }

  func makeIterator() -> Iterator {
    var seen = items
    switch mistake {
    case .iteratorDropsTheLast: seen = items.dropLast()
    case .iteratorGoesBackwards: seen = items.reversed()
    case .iteratorSorts: seen = items.sorted()
    case .iteratorRepeatsTheFirst: seen = items.prefix(1) + items
    default: break
    }
    return Iterator(items: seen, mistake: mistake, memory: memory)
  }

  var underestimatedCount: Int {
    switch mistake {
    case .overestimatesByOne: items.count + 1
    case .estimatesOneWhenEmpty: Swift.max(1, items.count)
    case .estimatesItsCapacity: (items.count + 3) / 4 * 4
    default: items.count
    }
  }

  func _customContainsEquatableElement(_ element: Int) -> Bool? {
    switch mistake {
    case .containsMissesTheFirst: items.dropFirst().contains(element)
    case .containsMissesTheLast: items.dropLast().contains(element)
    case .containsComparesHalves: items.contains { $0 / 2 == element / 2 }
    case .containsIsAlwaysTrue: true
    case .containsSearchesSorted: containsByBisection(element)
    default: nil
    }
  }

  private func containsByBisection(_ element: Int) -> Bool {
    var (low, high) = (0, items.count)
    while low < high {
      let middle = (low + high) / 2
      if items[middle] == element { return true }
      if items[middle] < element { low = middle + 1 } else { high = middle }
    }
    return false
  }

  func _copyToContiguousArray() -> ContiguousArray<Int> {
    switch mistake {
    case .copiesWithoutTheLast: ContiguousArray(items.dropLast())
    case .copiesBackwards: ContiguousArray(items.reversed())
    case .copiesDistinctElements: ContiguousArray(items.enumerated().filter { items.firstIndex(of: $1) == $0 }.map(\.element))
    default: ContiguousArray(Array(IteratorSequence(makeIterator())))
    }
  }

  func withContiguousStorageIfAvailable<Result>(_ body: (UnsafeBufferPointer<Int>) throws -> Result) rethrows -> Result? {
    switch mistake {
    case .storageWithoutTheLast: return try items.dropLast().withContiguousStorageIfAvailable(body)
    case .storageBackwards: return try Array(items.reversed()).withContiguousStorageIfAvailable(body)
    case .storageOfAll where items.count > 1: return try (items + items).withContiguousStorageIfAvailable(body)
    case .storageCallsTwice:
      _ = try items.withContiguousStorageIfAvailable(body)
      return try items.withContiguousStorageIfAvailable(body)
    case .storageCallsAndReturnsNil:
      _ = try items.withContiguousStorageIfAvailable(body)
      return nil
    default: return try items.withContiguousStorageIfAvailable(body)
    }
  }
}

extension BrokenList: RandomAccessCollection {
  typealias Indices = ArraySlice<Int>
  typealias SubSequence = ArraySlice<Int>

  var startIndex: Int { has(.startsAtItsSecond) && items.count > 1 ? 1 : 0 }

  var endIndex: Int {
    switch mistake {
    case .endsBeforeItsLast: Swift.max(0, items.count - 1)
    case .endsOneTooFar: items.count + 1
    case .emptyEndsAtOne: Swift.max(1, items.count)
    default: items.count
    }
  }

  var isEmpty: Bool {
    switch mistake {
    case .isEmptyWithOneElement: items.count < 2
    case .isNeverEmpty: false
    case .isEmptyWithSmallElementsOnly: items.allSatisfy { $0 < 3 }
    default: items.isEmpty
    }
  }

  var count: Int {
    switch mistake {
    case .countsOneMore: items.count + 1
    case .countsOneLess: Swift.max(0, items.count - 1)
    case .countsDistinctElements: Set(items).count
    case .countsUpToThree: Swift.min(3, items.count)
    default: items.count
    }
  }

  subscript(position: Int) -> Int {
    get {
      switch mistake {
      case .readsBackwards: item(at: items.count - 1 - position)
      case .readsTheFirstInTheLastPlace where position == items.count - 1: item(at: 0)
      case .readsTheNext: item(at: Swift.min(position + 1, items.count - 1))
      case .readsAnotherTheSecondTime: readCounting(position)
      default: item(at: position)
      }
    }
    set {
      guard items.indices.contains(position) else { return }
      switch mistake {
      case .assignmentIsLost: break
      case .assignmentToTheFirstIsLost where position == 0: break
      case .assignmentToTheLastIsLost where position == items.count - 1: break
      case .assignmentKeepsTheGreater: items[position] = Swift.max(items[position], newValue)
      case .assignmentAlsoWritesTheNext:
        items[position] = newValue
        if position + 1 < items.count { items[position + 1] = newValue }
      case .assignmentWritesEveryEqual:
        let old = items[position]
        items = items.map { $0 == old ? newValue : $0 }
      case .assignmentAppends:
        items[position] = newValue
        items.append(newValue)
      case .assignmentOfZeroRemoves where newValue == 0: items.remove(at: position)
      case .assignmentMovesToTheFront:
        items.remove(at: position)
        items.insert(newValue, at: 0)
      default: items[position] = newValue
      }
    }
  }

  private func readCounting(_ position: Int) -> Int {
    memory.calls += 1
    return item(at: position) + memory.calls / 50
  }

  var indices: ArraySlice<Int> {
    switch mistake {
    case .indicesIncludeTheEnd: ArraySlice(0...items.count)
    case .indicesWithoutTheLast: ArraySlice((0..<items.count).dropLast())
    case .indicesGoBackwards: ArraySlice((0..<items.count).reversed())
    case .indicesRepeatTheFirst where !items.isEmpty: ArraySlice([0] + Array(0..<items.count))
    default: ArraySlice(0..<items.count)
    }
  }

  subscript(bounds: Range<Int>) -> ArraySlice<Int> {
    get {
      let range = clamped(bounds)
      return switch mistake {
      case .sliceLosesItsLast: items[range.lowerBound..<Swift.max(range.lowerBound, range.upperBound - 1)]
      case .sliceIncludesItsEnd: items[range.lowerBound..<Swift.min(items.count, range.upperBound + 1)]
      case .sliceTakesAPrefix: items[0..<range.count]
      case .sliceOfAllIsEmpty where range.count == items.count: items[0..<0]
      case .sliceStartsAtZero: ArraySlice(Array(items[range]))
      case .sliceSorts: replacing(range, with: items[range].sorted())[range]
      case .sliceOfOneIsEmpty where range.count == 1: items[range.lowerBound..<range.lowerBound]
      default: items[range]
      }
    }
    set {
      let range = clamped(bounds)
      let new = Array(newValue)
      switch mistake {
      case .sliceAssignmentIsLost: break
      case .sliceAssignmentGoesBackwards: items.replaceSubrange(range, with: new.reversed())
      case .sliceAssignmentAtTheStart: items.replaceSubrange(0..<range.count, with: new)
      case .sliceAssignmentDropsTheTail: items.replaceSubrange(range.lowerBound..., with: new)
      case .sliceAssignmentLeavesTheLast where !range.isEmpty:
        items.replaceSubrange(range.dropLast(), with: new.dropLast())
      default: items.replaceSubrange(range, with: new)
      }
    }
  }

  private func replacing(_ range: Range<Int>, with new: [Int]) -> [Int] {
    var copy = items
    copy.replaceSubrange(range, with: new)
    return copy
  }

  func _customIndexOfEquatableElement(_ element: Int) -> Int?? {
    switch mistake {
    case .findsTheLast: .some(items.lastIndex(of: element))
    case .findsNothingInTheLastPlace: .some(items.dropLast().firstIndex(of: element))
    case .findsTheEndForWhatIsMissing: .some(items.firstIndex(of: element) ?? items.count)
    case .findsTheNextPlace: .some(items.firstIndex(of: element).map { $0 + 1 })
    default: nil
    }
  }

  func _customLastIndexOfEquatableElement(_ element: Int) -> Int?? {
    switch mistake {
    case .findsTheFirstAsLast: .some(items.firstIndex(of: element))
    case .findsNoLastInTheFirstPlace: .some(items.dropFirst().lastIndex(of: element))
    case .findsAnotherForTheMissingLast: .some(items.lastIndex(of: element) ?? items.indices.last)
    default: nil
    }
  }
}
