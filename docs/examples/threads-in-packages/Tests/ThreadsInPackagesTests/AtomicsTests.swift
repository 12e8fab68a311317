import Atomics
import PropertyTesting
import Testing
import ThreadScheduling

private final class Node: AtomicReference, Sendable {
  let number: Int
  let freed: Collected<Int>
  init(_ number: Int, _ freed: Collected<Int>) { (self.number, self.freed) = (number, freed) }
  deinit { freed.add(number) }
}

/// swift-atomics.
@Suite(.serialized)
struct AtomicsTests {
  @Test func noAdditionIsLost() throws {
    try check("compare, exchange, and again", forAll: .array(of: .int(in: 1...100), count: 2...4), scheduled: .threads) { amounts in
      let sum = ManagedAtomic(0)
      @Sendable func add(_ amount: Int) {
        var old = sum.load(ordering: .relaxed)
        while true {
          let (exchanged, now) = sum.weakCompareExchange(
            expected: old, desired: old + amount, successOrdering: .acquiringAndReleasing, failureOrdering: .relaxed)
          if exchanged { return }
          old = now
        }
      }
      let half = amounts.count / 2
      onThreads({ amounts[..<half].forEach(add) }, { amounts[half...].forEach(add) })
      try expect("sum", sum.load(ordering: .relaxed), equals: amounts.reduce(0, +))
    }
  }

  @Test func oneReferenceIsMade() throws {
    try check("a lazy reference", scheduled: .threads) {
      let freed = Collected<Int>()
      do {
        let (lazy, seen) = (ManagedAtomicLazyReference<Node>(), Collected<Int>())
        onThreads(
          { seen.add(lazy.storeIfNilThenLoad(Node(1, freed)).number) },
          { seen.add(lazy.storeIfNilThenLoad(Node(2, freed)).number) },
          { if let node = lazy.load() { seen.add(node.number) } })
        try expect("numbers seen", Set(seen.all).count, equals: 1)
      }
      try expect("freed", freed.all.sorted(), equals: [1, 2])
    }
  }

  @Test func eachReferenceIsFreedOnce() throws {
    try check("references that are exchanged", forAll: .int(in: 1...3), scheduled: .threads) { count in
      let freed = Collected<Int>()
      do {
        let head = ManagedAtomic<Node?>(nil)
        onThreads(
          { for number in 0..<count { _ = head.exchange(Node(number, freed), ordering: .acquiringAndReleasing) } },
          { for number in 0..<count { _ = head.exchange(Node(10 + number, freed), ordering: .acquiringAndReleasing) } },
          { for _ in 0..<count { _ = head.load(ordering: .acquiring)?.number } })
      }
      try expect("freed", freed.all.sorted(), equals: Array(0..<count) + (10..<10 + count))
    }
  }
}
