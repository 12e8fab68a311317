import StorageContract

/// The owner of the app's store: everything that reads or writes it does so in a closure given to
/// ``perform(_:)``, which is one transaction. The closure is synchronous, so nothing comes between its
/// reads and its writes.
public actor DataActor {
  private let store: any Store

  public init(store: any Store) {
    self.store = store
  }

  /// Runs `body` as one transaction: all of its writes, or none where it throws.
  /// - Throws: what `body` throws; `StoreError` where the store fails.
  public func perform<Result: Sendable>(
    _ body: @Sendable (DataScope) throws -> Result
  ) async throws -> Result {
    try await store.write { transaction in
      let scope = DataScope(transaction)
      defer { scope.end() }
      return try body(scope)
    }
  }

  /// Rewrites the store's files so that nothing deleted is left in them.
  public func compact() async throws {
    try await store.compact()
  }
}
