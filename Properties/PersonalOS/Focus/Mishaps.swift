import PersonalOSGenerators
import PlatformStandIns
import Synchronization

/// What every call of a process that was killed throws.
struct ProcessKilled: Error {}

/// What a commit throws that fails.
struct CommitFailed: Error {}

/// What is to happen to the next transaction.
enum Mishap: Sendable {
  case death(FocusHistory.Moment)
  case failure
}

/// Deaths of a process, and failures of its store, at their moments.
final class Mishaps: Sendable {
  private struct State {
    var next: Mishap?
    /// What was pending when the process died; nil while it lives.
    var leftPending: [NotificationScheduler.Request]?
  }

  private let notifications: NotificationScheduler
  private let state = Mutex(State())

  init(_ notifications: NotificationScheduler) {
    self.notifications = notifications
  }

  func comes(_ mishap: Mishap) { state.withLock { $0.next = mishap } }

  /// Whatever the process did with notices after its death, it did not do.
  func areOver() {
    let leftPending = state.withLock { state in
      defer { state = State() }
      return state.leftPending
    }
    guard let leftPending else { return }
    notifications.removeAllPending()
    for request in leftPending { notifications.add(request) }
  }

  /// - Throws: where this is the moment, and ever after a death.
  func strike(at moment: FocusHistory.Moment) throws {
    try state.withLock { state in
      switch state.next {
      case .death(moment):
        state.leftPending = notifications.pending
        state.next = nil
      case .failure where moment == .beforeTheCommit:
        state.next = nil
        throw CommitFailed()
      default: break
      }
      if state.leftPending != nil { throw ProcessKilled() }
    }
  }
}
