#if THREAD_SCHEDULES
import Foundation
import PropertyTesting
import Synchronization
import Testing
import ThreadScheduling

/// Counts under a lock, in one step.
private final class Counter: Sendable {
  private let number = Mutex(0)
  var value: Int { number.withLock { $0 } }
  func count() { number.withLock { $0 += 1 } }
}

@Test func noCountIsLost() throws {
  try check("each call counts once", forAll: .int(in: 1...3), scheduled: .threads) { calls in
    let counter = Counter()
    DispatchQueue.concurrentPerform(iterations: calls) { _ in counter.count() }
    try expect("the counter", counter.value, equals: calls)
  }
}

@Test func twoCountsAreProven() throws {
  try check("two calls, in every order", scheduled: .threads(.everyInterleaving(preemptions: nil))) {
    let counter = Counter()
    DispatchQueue.concurrentPerform(iterations: 2) { _ in counter.count() }
    try expect("the counter", counter.value, equals: 2)
  }
}
#endif
