import PropertyTesting
import Synchronization

extension ThreadBug {
  static let lateOrder = ThreadBug(
    "order after closing", "An order looks whether the kitchen is open and is put on the list after the last look at the list.",
    buggy: {
      try orderAtClosing { kitchen in
        guard kitchen.state.withLock({ $0.isOpen }) else { return false }
        kitchen.state.withLock { $0.orders += 1 }
        return true
      }
    },
    fixed: {
      try orderAtClosing { kitchen in
        kitchen.state.withLock { state in
          if state.isOpen { state.orders += 1 }
          return state.isOpen
        }
      }
    })
}

private final class Kitchen: Sendable {
  struct State {
    var isOpen = true
    var orders = 0
  }

  let state = Mutex(State())

  /// How many were cooked at the end.
  func close() -> Int {
    state.withLock { state in
      state.isOpen = false
      return state.orders
    }
  }
}

private func orderAtClosing(_ order: @escaping @Sendable (Kitchen) -> Bool) throws {
  let kitchen = Kitchen()
  let (accepted, cooked) = (StartedThread { order(kitchen) ? 1 : 0 }, StartedThread { kitchen.close() })
  try expect("cooked", cooked.join(), equals: accepted.join())
}
