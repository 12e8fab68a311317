import StorageContract

/// Access to the app's store. Each closure is one transaction. See ``DataActor``.
public protocol DataAccess: Sendable {
  /// Runs `body` as one transaction: all of its writes take effect, or none if it throws. The scope is valid only inside
  /// `body`. If the request that calls this is over (see ``EffectPass``), the transaction does not start, or is undone if
  /// it has started.
  /// - Throws: what `body` throws; `StoreError` if the store fails; `CancellationError` if the request is over.
  func perform<Result: Sendable>(
    _ body: @Sendable (DataScope) throws -> Result
  ) async throws -> Result

  /// Whether the caller runs inside a closure that was given to ``perform(_:)`` of this object. The properties check with
  /// it that every write comes from such a closure. It is false in a task that outlives the closure that started it.
  var isPerforming: Bool { get }

  /// Rewrites the store's files so that they contain nothing that was deleted.
  /// - Throws: `StoreError.unsupported` if the store cannot do that.
  func compact() async throws
}

/// The owner of the app's store. All reads and writes run in closures given to ``perform(_:)``, and each closure is one
/// transaction. The closure is synchronous, so no other operation comes between its reads and its writes.
///
/// The closure runs on the store's own actor, whoever calls. It never runs on the main actor.
public actor DataActor: DataAccess {
  private let store: any Store

  /// Becomes the owner of `store`. Nobody else may use it from now on.
  public init(store: any Store) {
    self.store = store
  }

  public func perform<Result: Sendable>(
    _ body: @Sendable (DataScope) throws -> Result
  ) async throws -> Result {
    let pass = EffectPass.current
    // If the request is over, do not even ask the store.
    try pass?.check()
    return try await store.write { transaction in
      let scope = DataScope(transaction)
      let turn = DataTurn(of: self)
      defer {
        scope.end()
        turn.end()
      }
      let result = try DataTurn.$current.withValue(turn) { try body(scope) }
      try pass?.check()
      return result
    }
  }

  /// The answer comes from a task-local value. Threads and executors would be less reliable: the main actor need not be on
  /// the main thread, and any other queue may belong to anybody.
  public nonisolated var isPerforming: Bool {
    DataTurn.current?.isOpen(of: self) ?? false
  }

  public func compact() async throws {
    try await store.compact()
  }
}
