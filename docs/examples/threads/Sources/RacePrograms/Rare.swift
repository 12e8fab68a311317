import Foundation

extension RaceProgram {
  /// One thread touches the value without the lock only if it meets the other in the middle.
  static let rare: [RaceProgram] = [
    RaceProgram("seen between two sections", racy: { seenBetween(isOrdered: false) }, ordered: { seenBetween(isOrdered: true) }),
    RaceProgram("seen between two atomics", racy: { seenAt(1) }, ordered: { seenAt(2) }),
    RaceProgram("changed between two looks", racy: { changedBetween(isOrdered: false) }, ordered: { changedBetween(isOrdered: true) }),
    RaceProgram("tried, and done without the lock", racy: { tried(waits: false) }, ordered: { tried(waits: true) }),
    RaceProgram("seen in both states", racy: { seenInBoth(isOrdered: false) }, ordered: { seenInBoth(isOrdered: true) }),
    RaceProgram("seen before and between", racy: { seenBefore(isOrdered: false) }, ordered: { seenBefore(isOrdered: true) }),
    RaceProgram("tried in the second section", racy: { triedLate(waits: false) }, ordered: { triedLate(waits: true) }),
  ]

  private static func add(to box: Box, isOrdered: Bool) {
    if isOrdered { box.other.withLock { box.value += 1 } } else { box.value += 1 }
  }

  private static func seenBetween(isOrdered: Bool) {
    inTwoThreads(
      { box in
        box.lock.withLock { box.list = [1] }
        box.lock.withLock { box.list = [2] }
        add(to: box, isOrdered: isOrdered)
      }, { box in if box.lock.withLock({ box.list }) == [1] { add(to: box, isOrdered: isOrdered) } })
  }

  private static func seenAt(_ phase: Int) {
    inTwoThreads(
      { box in
        box.phase.store(1, ordering: .releasing)
        if phase == 2 { box.value += 1 }
        box.phase.store(2, ordering: .releasing)
        if phase == 1 { box.value += 1 }
      }, { box in if box.phase.load(ordering: .acquiring) == phase { box.value += 1 } })
  }

  private static func changedBetween(isOrdered: Bool) {
    inTwoThreads(
      { box in
        box.lock.withLock { box.list.append(1) }
        add(to: box, isOrdered: isOrdered)
      },
      { box in
        let before = box.lock.withLock { box.list.count }
        if box.lock.withLock({ box.list.count }) != before { add(to: box, isOrdered: isOrdered) }
      })
  }

  private static func tried(waits: Bool) {
    inTwoThreads(
      { box in box.lock.withLock { box.value += 1 } },
      { box in
        let isTaken = box.lock.try()
        if !isTaken, waits { box.lock.lock() }
        box.value += 1
        if isTaken || waits { box.lock.unlock() }
      })
  }

  private static func seenInBoth(isOrdered: Bool) {
    inTwoThreads(
      { box in
        box.phase.store(1, ordering: .releasing)
        box.phase.store(2, ordering: .releasing)
        add(to: box, isOrdered: isOrdered)
      },
      { box in
        let isFirst = box.phase.load(ordering: .acquiring) == 1
        if isFirst && box.phase.load(ordering: .acquiring) == 2 { add(to: box, isOrdered: isOrdered) }
      })
  }

  private static func seenBefore(isOrdered: Bool) {
    inTwoThreads(
      { box in
        box.lock.withLock { box.list = [1] }
        box.lock.withLock { box.list = [2] }
        add(to: box, isOrdered: isOrdered)
      },
      { box in
        let isEmpty = box.lock.withLock { box.list.isEmpty }
        if isEmpty && box.lock.withLock({ box.list }) == [1] { add(to: box, isOrdered: isOrdered) }
      })
  }

  private static func triedLate(waits: Bool) {
    inTwoThreads(
      { box in
        box.lock.withLock { box.list.append(1) }
        box.phase.store(1, ordering: .releasing)
        box.lock.withLock { box.value += 1 }
        box.phase.store(2, ordering: .releasing)
      },
      { box in
        guard box.phase.load(ordering: .acquiring) == 1 else { return }
        let isTaken = box.lock.try()
        if !isTaken, waits { box.lock.lock() }
        if !isTaken { box.value += 1 }
        if isTaken || waits { box.lock.unlock() }
      })
  }
}
