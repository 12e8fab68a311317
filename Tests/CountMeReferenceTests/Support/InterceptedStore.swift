import StorageContract

/// A store whose writes can be held or refused before they reach the one beneath.
actor InterceptedStore: Store {
  nonisolated let capabilities: StoreCapabilities
  private let base: any Store
  private let beforeWrite: @Sendable (_ number: Int) async throws -> Void
  private(set) var writes = 0

  /// - Parameter beforeWrite: called with each write's number, counted from 1; throws to refuse it.
  init(_ base: any Store, beforeWrite: @escaping @Sendable (Int) async throws -> Void = { _ in }) {
    self.base = base
    self.capabilities = base.capabilities
    self.beforeWrite = beforeWrite
  }

  func read<Result: Sendable>(
    _ body: @Sendable (any ReadTransaction) throws -> Result
  ) async throws -> Result {
    try await base.read(body)
  }

  func write<Result: Sendable>(
    _ body: @Sendable (any WriteTransaction) throws -> Result
  ) async throws -> Result {
    writes += 1
    try await beforeWrite(writes)
    return try await base.write(body)
  }

  func backup(to path: String) async throws { try await base.backup(to: path) }
  func restore(from path: String) async throws { try await base.restore(from: path) }
  func close() async throws { try await base.close() }
}
