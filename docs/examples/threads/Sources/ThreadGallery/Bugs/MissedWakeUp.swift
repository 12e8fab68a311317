import Foundation
import PropertyTesting
import Synchronization

extension ThreadBug {
  static let missedWakeUp = ThreadBug(
    "missed wake-up", "The doorbell rings between the look at the flag and the wait, and is not heard.", verdict: .deadlocked,
    buggy: {
      try waitForVisitor { door in
        if !door.hasRung.load(ordering: .acquiring) {
          door.bell.lock()
          door.bell.wait()
          door.bell.unlock()
        }
      }
    },
    fixed: {
      try waitForVisitor { door in
        door.bell.lock()
        while !door.hasRung.load(ordering: .acquiring) { door.bell.wait() }
        door.bell.unlock()
      }
    })
}

private final class Door: Sendable {
  let bell = NSCondition()
  let hasRung = Atomic(false)

  func ring() {
    hasRung.store(true, ordering: .releasing)
    bell.lock()
    bell.signal()
    bell.unlock()
  }
}

private func waitForVisitor(_ wait: @escaping @Sendable (Door) -> Void) throws {
  let door = Door()
  inThreads({ door.ring() }, { wait(door) })
  try expect("the bell has rung", door.hasRung.load(ordering: .acquiring))
}
