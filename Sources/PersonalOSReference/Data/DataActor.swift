import StorageContract

/// Access to the app's store in closures that are one transaction each: see ``DataActor``.
public protocol DataAccess: Sendable {
  /// Runs `body` as one transaction: all of its writes, or none where it throws. The scope is valid only
  /// inside `body`. For a request that is over (see ``EffectPass``) there is none, and one under way is undone.
  /// - Throws: what `body` throws; `StoreError` where the store fails; `CancellationError` for a request that is over.
  func perform<Result: Sendable>(
    _ body: @Sendable (DataScope) throws -> Result
  ) async throws -> Result

  /// Whether the caller runs inside a closure given to ``perform(_:)`` of this very one: the attestation of a write. A
  /// task that such a closure leaves behind does not.
  var isPerforming: Bool { get }

  /// Rewrites the store's files so that nothing deleted is left in them.
  func compact() async throws
}

/// The owner of the app's store: everything that reads or writes it does so in a closure given to
/// ``perform(_:)``, which is one transaction. The closure is synchronous, so nothing comes between its
/// reads and its writes.
///
/// The closure runs where the store runs, which is an actor of its own, whoever called: never on the main
/// actor.
public actor DataActor: DataAccess {
  private let store: any Store

  public init(store: any Store) {
    self.store = store
  }

  public func perform<Result: Sendable>(
    _ body: @Sendable (DataScope) throws -> Result
  ) async throws -> Result {
    let pass = EffectPass.current
    // A request that is over does not even reach the store.
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

  /// No thread and no executor tells this as surely: the main actor need not be on the main thread, and a queue that is
  /// not the main one may be anybody's.
  public nonisolated var isPerforming: Bool {
    DataTurn.current?.isOpen(of: self) ?? false
  }

  public func compact() async throws {
    try await store.compact()
  }
}
