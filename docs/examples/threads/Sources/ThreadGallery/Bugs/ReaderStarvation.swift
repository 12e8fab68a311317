import Foundation
import PropertyTesting

extension ThreadBug {
  static let readerStarvation = ThreadBug(
    "reader starvation", "Writers go first, so one reader waits as long as new writers come.",
    buggy: { try readBesideWriters(Board(servesInOrder: false)) },
    fixed: { try readBesideWriters(Board(servesInOrder: true)) })
}

/// A board that one person at a time looks at or writes on.
private final class Board: @unchecked Sendable {
  private let servesInOrder: Bool
  private let condition = NSCondition()
  private var isTaken = false
  private var writersWaiting = 0
  private var writes = 0
  private var tickets = 0
  private var served = 0

  init(servesInOrder: Bool) { self.servesInOrder = servesInOrder }

  func write() {
    condition.lock()
    writersWaiting += 1
    take { false }
    writersWaiting -= 1
    writes += 1
    release()
  }

  /// How many wrote between the arrival of the reader and its turn.
  func read() -> Int {
    condition.lock()
    let before = writes
    take { self.writersWaiting > 0 }
    let passed = writes - before
    release()
    return passed
  }

  private func take(isPassedOver: () -> Bool) {
    let ticket = tickets
    tickets += 1
    while isTaken || (servesInOrder ? ticket != served : isPassedOver()) { condition.wait() }
    isTaken = true
    condition.unlock()
    condition.lock()
  }

  private func release() {
    isTaken = false
    served += 1
    condition.broadcast()
    condition.unlock()
  }
}

private func readBesideWriters(_ board: Board) throws {
  let writeTwice: @Sendable () -> Int = {
    board.write()
    board.write()
    return 0
  }
  let passed = inThreads({ board.read() }, writeTwice, writeTwice)[0]
  try expect("at most 2 writers pass a reader that waits, not \(passed)", passed <= 2)
}
