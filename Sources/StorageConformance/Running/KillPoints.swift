import StorageContract
import Synchronization

/// When a process is killed.
enum KillMoment: Sendable {
  /// Before the call of this number.
  case beforeCall(Int)
  /// Before the commit of this number, or just after it.
  case beforeCommit(Int), afterCommit(Int)
  /// During the commit of this number, after so many hundredths of the time that a commit takes.
  case withinCommit(Int, percent: Int)
}

/// Kills a store's process at one of the calls that reach it, counted from the moment of the request.
///
/// Calls are the beginning of a transaction, each call inside it, its commit, and the moment after it. The count is made
/// below the fault, if there is one, so a kill can hit between several calls that a broken store makes of one. The same
/// history is cut at the same call each time, independent of the clock. A kill within a commit depends on the clock: it comes after a
/// share of the time that the commits of this store take.
public final class KillPoints: Sendable {
  /// What reaches the store.
  enum Call {
    case commit, afterCommit, other
  }

  private struct State {
    /// How many calls, or commits, to let through before the kill; nil: no kill is planned.
    var callsLeft: Int?
    /// The calls that count; nil: all.
    var counted: Call?
    var process: Int32 = 0
    /// Of a kill within a commit: when, in hundredths of the time that a commit takes.
    var percent: Int?
    var killer: KillerThread?
  }

  private let state = Mutex(State())
  /// How long the latest commits took.
  private let commits = Mutex<[Duration]>([])

  func arm(_ process: Int32, _ moment: KillMoment) {
    state.withLock {
      switch moment {
      case .beforeCall(let count): $0 = State(callsLeft: count, process: process)
      case .beforeCommit(let count): $0 = State(callsLeft: count, counted: .commit, process: process)
      case .afterCommit(let count): $0 = State(callsLeft: count, counted: .afterCommit, process: process)
      case .withinCommit(let count, let percent):
        $0 = State(callsLeft: count, counted: .commit, process: process, percent: percent)
      }
    }
  }

  /// Whether it is known how long a commit takes.
  var knowsCommits: Bool { commits.withLock { !$0.isEmpty } }

  /// Somewhat longer than most commits take, and no shorter than a thread takes to begin.
  private var commitMicroseconds: Int {
    commits.withLock { durations in
      let median = durations.sorted().dropFirst(durations.count / 2).first ?? .zero
      return max(200, Int(median / .microseconds(1) * 1.2))
    }
  }

  private func noteCommit(since start: ContinuousClock.Instant) {
    let duration = ContinuousClock.now - start
    commits.withLock { $0 = $0.suffix(8) + [duration] }
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
  func pass(_ call: Call = .other) {
    // The call before was to be killed in its middle: it is at the latest now, so that the same history ends at the
    // same call, done or not.
    state.withLock { $0.killer }?.wait()
    state.withLock { state in
      guard let left = state.callsLeft, state.counted == nil || state.counted == call else { return }
      guard left == 0 else {
        state.callsLeft = left - 1
        return
      }
      state.callsLeft = nil
      if let percent = state.percent {
        state.killer = KillerThread(state.process, delayMicroseconds: commitMicroseconds * percent / 100)
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
      let start = Remembered(ContinuousClock.now)
      try await store.write { transaction in
        try body(TransactionHooks { [self] _ in pass() }.over(transaction))
        pass(.commit)
        start.set(.now)
      }
      noteCommit(since: start.now)
      pass(.afterCommit)
    }
    return hooks
  }
}
