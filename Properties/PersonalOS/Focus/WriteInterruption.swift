import PlatformStandIns
import StorageContract
import Synchronization

/// A moment of a transaction at which its process may die.
enum WriteMoment: Sendable, Equatable, CaseIterable {
  case beforeTheTransaction
  /// All is written and nothing of it durable.
  case beforeTheCommit
  /// Nobody has been told yet.
  case afterTheCommit
}

extension InterposedStore {
  /// A store whose process may die around a transaction, or whose commits may fail.
  /// - Parameter strike: throws at the moment at which the transaction goes no further.
  init(_ base: any Store, striking strike: @escaping @Sendable (WriteMoment) throws -> Void) {
    var hooks = StoreHooks()
    hooks.write = { store, body in
      try strike(.beforeTheTransaction)
      try await store.write { transaction in
        try body(transaction)
        try strike(.beforeTheCommit)
      }
      try strike(.afterTheCommit)
    }
    self.init(base, hooks)
  }
}

/// What every call of a process that was killed throws.
struct ProcessKilled: Error {}

/// What a commit throws that fails.
struct CommitFailed: Error {}

/// What interrupts the next transaction, and what it leaves of the notices.
final class WriteInterruption: Sendable {
  enum Kind: Sendable {
    case kill(WriteMoment)
    case failure
  }

  private struct State {
    var next: Kind?
    /// What was pending when the process died; nil while it lives.
    var leftPending: [NotificationScheduler.Request]?
  }

  private let notifications: NotificationScheduler
  private let state = Mutex(State())

  init(_ notifications: NotificationScheduler) {
    self.notifications = notifications
  }

  func isToCome(_ kind: Kind) { state.withLock { $0.next = kind } }

  /// Whatever the process did with notices after its death, it did not do.
  func isOver() {
    let leftPending = state.withLock { state in
      defer { state = State() }
      return state.leftPending
    }
    guard let leftPending else { return }
    notifications.removeAllPending()
    for request in leftPending { notifications.add(request) }
  }

  /// - Throws: at the moment that it is to come at, and ever after a kill.
  @Sendable func strike(at moment: WriteMoment) throws {
    try state.withLock { state in
      switch state.next {
      case .kill(moment):
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
