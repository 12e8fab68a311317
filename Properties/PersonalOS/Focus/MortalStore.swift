import PersonalOSGenerators
import StorageContract

/// A store whose process may die around a transaction, or whose commits may fail.
actor MortalStore: Store {
  nonisolated let capabilities: StoreCapabilities
  private let base: any Store
  private let mishaps: Mishaps

  init(_ base: any Store, _ mishaps: Mishaps) {
    self.base = base
    self.mishaps = mishaps
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
    try mishaps.strike(at: .beforeTheTransaction)
    let result = try await base.write { [mishaps] transaction in
      let result = try body(transaction)
      try mishaps.strike(at: .beforeTheCommit)
      return result
    }
    try mishaps.strike(at: .afterTheCommit)
    return result
  }

  func backup(to path: String) async throws { try await base.backup(to: path) }
  func restore(from path: String) async throws { try await base.restore(from: path) }
  func close() async throws { try await base.close() }
}
