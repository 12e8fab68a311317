/// Named collections of records with transactions: what a reference core is stored in, and what the
/// conformance laws bind.
///
/// A store is a default actor without queues or threads of its own, so that a deterministic scheduler
/// controls it; a whole transaction is one step. Collection and field names are identifiers: an ASCII
/// letter or underscore, then ASCII letters, digits or underscores, at most 64 in all; anything else
/// throws ``StoreError/invalidName(_:)``. Keys are any text of 1 to 1,024 UTF-8 bytes, U+0000 included.
public protocol Store: Actor {
  /// What this backend can do. What it declares it must do; what it does not declare is not tested.
  nonisolated var capabilities: StoreCapabilities { get }

  /// Runs `body` over one consistent state of the store. Rethrows what `body` throws.
  func read<Result: Sendable>(
    _ body: @Sendable (any ReadTransaction) throws -> Result
  ) async throws -> Result

  /// Runs `body` as one transaction: all of its writes, or none.
  ///
  /// When `body` throws, or the commit fails, the store is as it was before, and the error is thrown.
  /// When the call returns, the writes are as durable as ``StoreCapabilities/durability`` states.
  /// - Throws: ``StoreError/closed`` after ``close()``; ``StoreError/readOnly(path:)`` where nothing may be
  ///   written; ``StoreError/io(operation:path:reason:)`` where the backend fails.
  func write<Result: Sendable>(
    _ body: @Sendable (any WriteTransaction) throws -> Result
  ) async throws -> Result

  /// Writes a consistent copy of the whole store to `path`, which must not exist. On failure no file
  /// is left there.
  func backup(to path: String) async throws

  /// Replaces the whole contents with a backup made by ``backup(to:)`` of the same kind of store. A
  /// file that is not one, or was altered, throws ``StoreError/damaged(path:offset:reason:)`` and the
  /// store is as it was before.
  func restore(from path: String) async throws

  /// Rewrites what lies on the disk, so that nothing of a deleted or replaced value is left in the store's
  /// files. The contents stay as they are, whatever happens.
  /// - Throws: ``StoreError/unsupported(_:)`` where the backend cannot.
  func compact() async throws

  /// Ends the store's life: later calls throw ``StoreError/closed``. Closing twice is no error.
  func close() async throws
}

extension Store {
  public func compact() async throws { throw StoreError.unsupported("compact") }
}
