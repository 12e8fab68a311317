import StorageContract
import Synchronization

/// Kills a store's process at one of the calls that reach it, counted from the moment of the request.
///
/// Calls are the beginning of a transaction, each call inside it, its commit, and the moment after it. The count is made
/// below the fault, if there is one, so a kill can hit between several calls that a broken store makes of one. The same
/// history is cut at the same call each time, independent of the clock.
public final class KillPoints: Sendable {
  private struct State {
    /// How many calls to let through before the kill; nil: no kill is planned.
    var callsLeft: Int?
    var process: Int32 = 0
    var delayMicroseconds: Int?
    var killer: KillerThread?
  }

  private let state = Mutex(State())

  /// - Parameter delayMicroseconds: nil: killed before the call is made; else from another thread, that many
  ///   microseconds after the call has begun.
  func arm(_ process: Int32, afterCalls count: Int, delayMicroseconds: Int?) {
    state.withLock { $0 = State(callsLeft: count, process: process, delayMicroseconds: delayMicroseconds) }
  }

  /// Waits until no kill is planned. Whether one was.
  func disarm() -> Bool {
    let (wasKilled, killer) = state.withLock { state in
      defer { state = State() }
      return (state.callsLeft == nil && state.process != 0, state.killer)
    }
    killer?.wait()
    return wasKilled
  }

  /// Called before each call.
  func pass() {
    // The call before was to be killed in its middle: it is at the latest now, so that the same history ends at the
    // same call, done or not.
    state.withLock { $0.killer }?.wait()
    state.withLock { state in
      guard let left = state.callsLeft else { return }
      guard left == 0 else {
        state.callsLeft = left - 1
        return
      }
      state.callsLeft = nil
      if let delay = state.delayMicroseconds {
        state.killer = KillerThread(state.process, delayMicroseconds: delay)
      } else {
        KillerThread.end(state.process)
      }
    }
  }
}

extension KillPoints {
  /// Counts the calls that reach a store in another process.
  var hooks: StoreHooks {
    var hooks = StoreHooks()
    hooks.write = { [self] store, body in
      pass()
      try await store.write { transaction in
        try body(TransactionHooks { [self] _ in pass() }.over(transaction))
        pass()
      }
      pass()
    }
    return hooks
  }
}
