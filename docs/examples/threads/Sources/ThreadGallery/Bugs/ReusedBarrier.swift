import Foundation
import PropertyTesting

extension ThreadBug {
  static let reusedBarrier = ThreadBug(
    "reused barrier", "A fast runner is back at the barrier before the slow one has left it, and locks both in.",
    verdict: .deadlocked,
    buggy: { try runTwoLaps(Barrier(countsItsRounds: false)) },
    fixed: { try runTwoLaps(Barrier(countsItsRounds: true)) })
}

private final class Barrier: @unchecked Sendable {
  private let countsItsRounds: Bool
  private let condition = NSCondition()
  private var arrived = 0
  private(set) var round = 0

  init(countsItsRounds: Bool) { self.countsItsRounds = countsItsRounds }

  func arrive() {
    condition.lock()
    defer { condition.unlock() }
    let mine = round
    arrived += 1
    if arrived == 2 {
      arrived = 0
      round += 1
      condition.broadcast()
    } else {
      while countsItsRounds ? round == mine : arrived != 0 { condition.wait() }
    }
  }
}

private func runTwoLaps(_ barrier: Barrier) throws {
  let laps: @Sendable () -> Void = {
    barrier.arrive()
    barrier.arrive()
  }
  inThreads(laps, laps)
  try expect("rounds", barrier.round, equals: 2)
}
