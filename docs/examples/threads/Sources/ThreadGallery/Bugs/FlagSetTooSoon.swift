import Foundation
import PropertyTesting
import Synchronization

extension ThreadBug {
  static let flagSetTooSoon = ThreadBug(
    "flag set too soon", "A thread that waits in a loop first clears the flag, which was set already.", verdict: .livelocked,
    buggy: {
      try waitForTea { kettle in
        kettle.hasBoiled.store(false, ordering: .releasing)
        while !kettle.hasBoiled.load(ordering: .acquiring) { sched_yield() }
      }
    },
    fixed: {
      try waitForTea { kettle in
        while !kettle.hasBoiled.load(ordering: .acquiring) { sched_yield() }
      }
    })
}

private final class Kettle: Sendable {
  let hasBoiled = Atomic(false)
}

private func waitForTea(_ wait: @escaping @Sendable (Kettle) -> Void) throws {
  let kettle = Kettle()
  inThreads({ wait(kettle) }, { kettle.hasBoiled.store(true, ordering: .releasing) })
  try expect("the kettle has boiled", kettle.hasBoiled.load(ordering: .acquiring))
}
