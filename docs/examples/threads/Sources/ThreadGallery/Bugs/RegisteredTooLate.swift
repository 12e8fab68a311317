import PropertyTesting
import Synchronization

extension ThreadBug {
  static let registeredTooLate = ThreadBug(
    "registered too late", "A task looks whether the door is open, and registers its continuation in a second locked step.",
    verdict: .deadlocked,
    buggy: { try passDoor(Door(registersAtOnce: false)) },
    fixed: { try passDoor(Door(registersAtOnce: true)) })
}

private final class Door: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let registersAtOnce: Bool
  private let state = Mutex(State())

  init(registersAtOnce: Bool) { self.registersAtOnce = registersAtOnce }

  func pass() async {
    if !registersAtOnce, state.withLock({ $0.isOpen }) { return }
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !registersAtOnce || !state.isOpen { state.waiting.append(continuation) }
        return registersAtOnce && state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}

private func passDoor(_ door: Door) throws {
  let opener = StartedThread { door.open() }
  inTasks { await door.pass() }
  opener.join()
}
