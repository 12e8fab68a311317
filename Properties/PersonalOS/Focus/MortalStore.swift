import PersonalOSGenerators
import StorageContract
import Synchronization

/// What every call of a process that was killed throws.
struct ProcessKilled: Error {}

/// When the process dies, if it does.
final class ProcessDeath: Sendable {
  private let moment = Mutex<FocusHistory.Moment?>(nil)
  private let isDead = Mutex(false)

  func comes(_ moment: FocusHistory.Moment) { self.moment.withLock { $0 = moment } }

  func isOver() {
    moment.withLock { $0 = nil }
    isDead.withLock { $0 = false }
  }

  /// - Throws: where this is the moment, and ever after.
  func strikes(at now: FocusHistory.Moment) throws {
    if moment.withLock({ $0 == now }) { isDead.withLock { $0 = true } }
    if isDead.withLock({ $0 }) { throw ProcessKilled() }
  }
}

/// A store whose process may die around a transaction: before anything is written, or when it is and nobody
/// has been told.
actor MortalStore: Store {
  nonisolated let capabilities: StoreCapabilities
  private let base: any Store
  private let death: ProcessDeath

  init(_ base: any Store, _ death: ProcessDeath) {
    self.base = base
    self.death = death
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
    try death.strikes(at: .beforeItIsStored)
    let result = try await base.write(body)
    try death.strikes(at: .afterItIsStored)
    return result
  }

  func backup(to path: String) async throws { try await base.backup(to: path) }
  func restore(from path: String) async throws { try await base.restore(from: path) }
  func close() async throws { try await base.close() }
}
