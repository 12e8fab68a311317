import Dispatch
import PropertyTesting

extension ThreadBug {
  static let guardedByTwo = ThreadBug(
    "guarded by two", "An actor guards the score in one place, and a queue in another.", verdict: .race,
    buggy: { try scoreTwice { $0.addOnQueue() } },
    fixed: { try scoreTwice { await $0.add() } })
}

private final class Points: @unchecked Sendable {
  var number = 0
}

private actor Referee {
  private let queue = DispatchQueue(label: "score")
  nonisolated let points = Points()

  func add() { points.number += 1 }
  nonisolated func addOnQueue() { queue.sync { points.number += 1 } }
  var score: Int { points.number }
}

private func scoreTwice(_ add: @escaping @Sendable (Referee) async -> Void) throws {
  let referee = Referee()
  inTasks({ await referee.add() }, { await add(referee) })
  try expect("score", referee.points.number, equals: 2)
}
