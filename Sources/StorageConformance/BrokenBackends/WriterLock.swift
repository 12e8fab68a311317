import Synchronization

/// Held across suspensions; those who wait get it in the order in which they came.
final class WriterLock: Sendable {
  private struct State {
    var isHeld = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  func lock() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.isHeld { state.waiters.append(continuation) }
        defer { state.isHeld = true }
        return !state.isHeld
      }
      if isFree { continuation.resume() }
    }
  }

  func unlock() {
    let next = state.withLock { state in
      state.isHeld = !state.waiters.isEmpty
      return state.waiters.isEmpty ? nil : state.waiters.removeFirst()
    }
    next?.resume()
  }
}
