import PlatformStandIns
import StorageContract
import Synchronization

/// A store whose process may die around a transaction, or whose commits may fail.
actor MortalStore: Store {
  /// Of a transaction.
  enum Moment: Sendable, Equatable, CaseIterable {
    case beforeTheTransaction
    /// All is written and nothing of it durable.
    case beforeTheCommit
    /// Nobody has been told yet.
    case afterTheCommit
  }

  nonisolated let capabilities: StoreCapabilities
  private let base: any Store
  private let strike: @Sendable (Moment) throws -> Void

  /// - Parameter strike: throws at the moment at which the transaction goes no further.
  init(_ base: any Store, _ strike: @escaping @Sendable (Moment) throws -> Void) {
    self.base = base
    self.strike = strike
    capabilities = base.capabilities
  }

  func read<Result: Sendable>(
    _ body: @Sendable (any ReadTransaction) throws -> Result
  ) async throws -> Result {
    try await base.read(body)
  }

  func write<Result: Sendable>(
    _ body: @Sendable (any WriteTransaction) throws -> Result
  ) async throws -> Result {
    try strike(.beforeTheTransaction)
    let result = try await base.write { [strike] transaction in
      let result = try body(transaction)
      try strike(.beforeTheCommit)
      return result
    }
    try strike(.afterTheCommit)
    return result
  }

  func backup(to path: String) async throws { try await base.backup(to: path) }
  func restore(from path: String) async throws { try await base.restore(from: path) }
  func compact() async throws { try await base.compact() }
  func close() async throws { try await base.close() }
}

/// What every call of a process that was killed throws.
struct ProcessKilled: Error {}

/// What a commit throws that fails.
struct CommitFailed: Error {}

/// What interrupts the next transaction, and what it leaves of the notices.
final class Interruption: Sendable {
  enum Kind: Sendable {
    case kill(MortalStore.Moment)
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
  @Sendable func strike(at moment: MortalStore.Moment) throws {
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
