/// How a broken list replaces, inserts and removes elements.
extension BrokenList: MutableCollection, RangeReplaceableCollection {
  init() { self.init([], nil) }

  mutating func swapAt(_ i: Int, _ j: Int) {
    guard items.indices.contains(i), items.indices.contains(j) else { return }
    switch mistake {
    case .swapCopiesOne: items[i] = items[j]
    case .swapIsLost: break
    case .swapWithItselfWritesZero where i == j: items[i] = 0
    case .swapReversesBetween: items[Swift.min(i, j)...Swift.max(i, j)].reverse()
    case .swapOfNeighboursIsLost where abs(i - j) == 1: break
    default: items.swapAt(i, j)
    }
  }

  mutating func partition(by belongsInSecondPartition: (Int) throws -> Bool) rethrows -> Int {
    let before = items
    let pivot = try items.partition(by: belongsInSecondPartition)
    switch mistake {
    case .partitionReturnsTheEnd: return items.count
    case .partitionReturnsOneLess: return Swift.max(0, pivot - 1)
    case .partitionIsReversed:
      items.reverse()
      return items.count - pivot
    case .partitionRepeatsOne where pivot > 0 && pivot < items.count: items[pivot] = items[items.count - 1]
    case .partitionOverwritesTheFirst where pivot > 1: items[0] = items[1]
    case .partitionMovesNothing: items = before
    default: break
    }
    return pivot
  }

  mutating func withContiguousMutableStorageIfAvailable<Result>(
    _ body: (inout UnsafeMutableBufferPointer<Int>) throws -> Result
  ) rethrows -> Result? {
    switch mistake {
    case .mutableStorageIsACopy:
      var copy = items
      return try copy.withContiguousMutableStorageIfAvailable(body)
    case .mutableStorageWithoutTheLast:
      var head = Array(items.dropLast())
      defer { items = head + items.suffix(items.count - head.count) }
      return try head.withContiguousMutableStorageIfAvailable(body)
    case .mutableStorageIsReversedAfterwards:
      defer { items.reverse() }
      return try items.withContiguousMutableStorageIfAvailable(body)
    case .mutableStorageCallsAndReturnsNil:
      _ = try items.withContiguousMutableStorageIfAvailable(body)
      return nil
    case .mutableStorageCallsTwice:
      _ = try items.withContiguousMutableStorageIfAvailable(body)
      return try items.withContiguousMutableStorageIfAvailable(body)
    default: return try items.withContiguousMutableStorageIfAvailable(body)
    }
  }

  mutating func replaceSubrange<C: Collection>(_ subrange: Range<Int>, with newElements: C) where C.Element == Int {
    let range = clamped(subrange)
    memory.calls += 1
    let new = Array(newElements)
    switch mistake {
    case .replacementKeepsTheOld: items.insert(contentsOf: new, at: range.lowerBound)
    case .replacementDropsTheTail: items.replaceSubrange(range.lowerBound..., with: new)
    case .replacementTakesOneMore where range.upperBound < items.count:
      items.replaceSubrange(range.lowerBound..<range.upperBound + 1, with: new)
    case .replacementGoesBackwards: items.replaceSubrange(range, with: new.reversed())
    case .replacementByNothingIsLost where new.isEmpty: break
    case .replacementOfNothingIsLost where range.isEmpty: break
    case .replacementIsNoLongerThanTheOld: items.replaceSubrange(range, with: new.prefix(range.count))
    case .replacementOfEqualLengthIsLost where new.count == range.count: break
    default: items.replaceSubrange(range, with: new)
    }
  }

  mutating func append(_ newElement: Int) {
    memory.calls += 1
    switch mistake {
    case .appendAfterAChangeIsLost where memory.calls > 1: break
    case .appendPutsInFront: items.insert(newElement, at: 0)
    case .appendSkipsARepetition where items.last == newElement: break
    case .appendToNothingAppendsTwice where items.isEmpty: items += [newElement, newElement]
    case .appendReplacesTheLast where items.count > 2: items[items.count - 1] = newElement
    case .appendSkipsZero where newElement == 0: break
    default: items.append(newElement)
    }
  }

  mutating func append<S: Sequence>(contentsOf newElements: S) where S.Element == Int {
    let new = Array(newElements)
    switch mistake {
    case .appendedContentsLoseTheFifth: items += new.prefix(4) + new.dropFirst(5)
    case .appendedContentsGoBackwards: items += new.reversed()
    case .appendedContentsLoseTheFirst: items += new.dropFirst()
    case .appendedContentsEndAtTwo: items += new.prefix(2)
    case .appendedContentsReplace where !new.isEmpty: items = new
    default: items += new
    }
  }

  mutating func insert(_ newElement: Int, at i: Int) {
    let place = clamped(i)
    memory.calls += 1
    switch mistake {
    case .insertAfterAChangePutsInFront where memory.calls > 1: items.insert(newElement, at: 0)
    case .insertsAfterThePlace: items.insert(newElement, at: Swift.min(place + 1, items.count))
    case .insertReplaces where place < items.count: items[place] = newElement
    case .insertAtTheEndIsLost where place == items.count: break
    case .insertAtTheStartAppends where place == 0: items.append(newElement)
    default: items.insert(newElement, at: place)
    }
  }

  mutating func insert<C: Collection>(contentsOf newElements: C, at i: Int) where C.Element == Int {
    let place = clamped(i)
    switch mistake {
    case .insertedContentsGoBackwards: items.insert(contentsOf: newElements.reversed(), at: place)
    case .insertedContentsAppend: items += Array(newElements)
    case .insertedContentsLoseTheLast: items.insert(contentsOf: newElements.dropLast(), at: place)
    case .insertedContentsDropTheTail: items.replaceSubrange(place..., with: newElements)
    default: items.insert(contentsOf: newElements, at: place)
    }
  }

  mutating func remove(at i: Int) -> Int {
    guard items.indices.contains(i) else { return -1 }
    memory.calls += 1
    switch mistake {
    case .removeReturnsTheNext:
      items.remove(at: i)
      return item(at: i)
    case .removeTakesTheLast:
      let result = items[i]
      items.removeLast()
      return result
    case .removeOfTheLastIsLost where i == items.count - 1: return items[i]
    case .removeSwapsTheLastIn:
      items.swapAt(i, items.count - 1)
      return items.removeLast()
    case .removeTakesEveryEqual:
      let result = items[i]
      items.removeAll { $0 == result }
      return result
    default: return items.remove(at: i)
    }
  }

  mutating func removeSubrange(_ bounds: Range<Int>) {
    let range = clamped(bounds)
    memory.calls += 1
    switch mistake {
    case .removesTheTailToo: items.removeSubrange(range.lowerBound...)
    case .removesOnlyTheFirstOfARange: items.removeSubrange(range.prefix(1))
    case .removesOneOfAnEmptyRange where range.isEmpty && range.lowerBound < items.count: items.remove(at: range.lowerBound)
    case .removesAllButTheRange: items = Array(items[range])
    case .removesTheRangeFromTheStart: items.removeFirst(range.count)
    case .keepsTheTail where range.upperBound == items.count: break
    default: items.removeSubrange(range)
    }
  }

  mutating func removeFirst() -> Int {
    guard !items.isEmpty else { return -1 }
    switch mistake {
    case .removeFirstReturnsTheLast:
      let result = items[items.count - 1]
      items.removeFirst()
      return result
    case .removeFirstKeepsIt: return items[0]
    case .removeFirstTakesTheLast: return items.removeLast()
    default: return items.removeFirst()
    }
  }

  mutating func removeFirst(_ k: Int) {
    switch mistake {
    case .removeFirstOfZeroTakesOne where k == 0: items = Array(items.dropFirst())
    case .removeFirstTakesOneLess where k > 1: items.removeFirst(k - 1)
    case .removeFirstTakesFromTheEnd: items.removeLast(k)
    case .removeFirstOfAllKeepsOne where k == items.count && k > 0: items.removeFirst(k - 1)
    default: items.removeFirst(Swift.min(k, items.count))
    }
  }

  mutating func _customRemoveLast() -> Int? {
    guard !items.isEmpty else { return nil }
    switch mistake {
    case .removeLastTakesTheFirst: return items.removeFirst()
    case .removeLastKeepsIt: return items.last
    case .removeLastReturnsTheOneBefore:
      let last = items.removeLast()
      return items.last ?? last
    case .removeLastEmpties:
      defer { items = [] }
      return items.last
    default: return nil
    }
  }

  mutating func _customRemoveLast(_ n: Int) -> Bool {
    switch mistake {
    case .removeLastDoesNothing: return true
    case .removeLastTakesOneMore:
      items.removeLast(Swift.min(items.count, n + 1))
      return true
    case .removeLastTakesFromTheStart:
      items.removeFirst(n)
      return true
    default: return false
    }
  }

  mutating func removeAll(keepingCapacity: Bool) {
    switch mistake {
    case .removeAllKeepsOne: items = Array(items.prefix(1))
    case .removeAllKeepsTheElementsWithTheCapacity where keepingCapacity: break
    case .removeAllWritesZeros: items = items.map { _ in 0 }
    default: items = []
    }
  }

  mutating func removeAll(where shouldBeRemoved: (Int) throws -> Bool) rethrows {
    switch mistake {
    case .removeAllWhereTakesTheFirstOnly: if let place = try items.firstIndex(where: shouldBeRemoved) { items.remove(at: place) }
    case .removeAllWhereKeepsThem: items = try items.filter(shouldBeRemoved)
    case .removeAllWhereSkipsTheNeighbour:
      var place = 0
      while place < items.count {
        if try shouldBeRemoved(items[place]) { items.remove(at: place) }
        place += 1
      }
    case .removeAllWhereReverses: items = try items.filter { try !shouldBeRemoved($0) }.reversed()
    default: items = try items.filter { try !shouldBeRemoved($0) }
    }
  }

  mutating func reserveCapacity(_ n: Int) {
    switch mistake {
    case .reserveCapacityEmpties: items = []
    case .reserveCapacityAppendsZeros: items += Array(repeating: 0, count: Swift.max(0, Swift.min(n, 50) - items.count))
    case .reserveCapacityTruncates: items = Array(items.prefix(n))
    default: break
    }
  }
}
