import Foundation
import PropertyTesting
import Synchronization

/// When the last case began: this shows that a law hangs.
final class CaseClock: Sendable {
  private struct State {
    var began = ContinuousClock.now
    var beats = 0
  }

  static let beat = Duration.milliseconds(100)
  private let state = Mutex(State())

  func caseBegins() { state.withLock { $0 = State() } }

  /// The pool has had a thread to spare.
  func beats() { state.withLock { $0.beats += 1 } }

  /// Where all threads of the pool are busy with other things, as those of a test run may be, a case waits for its turn and does
  /// not hang: that time counts a tenth.
  var age: Duration {
    state.withLock { max(Self.beat * $0.beats, (.now - $0.began) / 10) }
  }
}

/// Does `work`, but no longer waits for it once a case of it takes more than `patience`: gives nil then, and leaves the
/// work to itself.
///
/// A task that waits for what never comes cannot be ended from outside. The watch has a thread of its own, since the work
/// may have taken the last of the pool's.
func bounded<Result: Sendable>(
  by patience: Duration, _ clock: CaseClock, _ work: @escaping @Sendable () async -> Result
) async -> Result? {
  let answer = FirstAnswer<Result>()
  clock.caseBegins()
  let task = Task { await answer.give(work()) }
  let pulse = Task {
    while !answer.isGiven {
      try await Task.sleep(for: CaseClock.beat)
      clock.beats()
    }
  }
  let watch = Thread {
    while !answer.isGiven {
      if clock.age > patience {
        task.cancel()
        pulse.cancel()
        answer.give(nil)
      }
      Thread.sleep(forTimeInterval: 0.05)
    }
  }
  watch.start()
  return await withTaskCancellationHandler {
    await answer.value()
  } onCancel: {
    task.cancel()
  }
}

/// The first of several answers, for one who waits.
private final class FirstAnswer<Value: Sendable>: Sendable {
  private enum State {
    case open
    case awaited(CheckedContinuation<Value?, Never>)
    case given(Value?)
  }

  private let state = Mutex(State.open)

  var isGiven: Bool { state.withLock { if case .given = $0 { true } else { false } } }

  func give(_ value: Value?) {
    let waiting: CheckedContinuation<Value?, Never>? = state.withLock { state in
      switch state {
      case .given: return nil
      case .open:
        state = .given(value)
        return nil
      case .awaited(let continuation):
        state = .given(value)
        return continuation
      }
    }
    waiting?.resume(returning: value)
  }

  func value() async -> Value? {
    await withCheckedContinuation { continuation in
      let known: Value?? = state.withLock { state in
        if case .given(let value) = state { return .some(value) }
        state = .awaited(continuation)
        return nil
      }
      if let known { continuation.resume(returning: known) }
    }
  }
}
