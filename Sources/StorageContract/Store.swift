/// Named collections of records with transactions. Reference cores store their data in it, and the
/// conformance laws say how it must behave.
///
/// A store is a default actor without queues or threads of its own, so that a deterministic scheduler
/// controls it. A whole transaction is one step. Collection and field names are identifiers: an ASCII
/// letter or underscore, then ASCII letters, digits or underscores, at most 64 in all. Anything else
/// throws ``StoreError/invalidName(_:)``. Keys are any text of 1 to 1,024 UTF-8 bytes, U+0000 included.
public protocol Store: Actor {
  /// The capabilities of this store. The laws demand what it declares, and do not test what it does not declare.
  nonisolated var capabilities: StoreCapabilities { get }

  /// Runs `body` over one consistent state of the store. Rethrows what `body` throws.
  func read<Result: Sendable>(
    _ body: @Sendable (any ReadTransaction) throws -> Result
  ) async throws -> Result

  /// Runs `body` as one transaction: the store makes all of its writes, or none.
  ///
  /// If `body` throws or the commit fails, the store is as it was before, and the call throws the error.
  /// When the call returns, the writes are as durable as ``StoreCapabilities/durability`` states.
  /// - Throws: ``StoreError/closed`` after ``close()``; ``StoreError/readOnly(path:)`` if the store may not
  ///   write; ``StoreError/io(operation:path:reason:)`` if the backend fails.
  func write<Result: Sendable>(
    _ body: @Sendable (any WriteTransaction) throws -> Result
  ) async throws -> Result

  /// Writes a consistent copy of the whole store to `path`, which must not exist. On failure no file
  /// is left there.
  func backup(to path: String) async throws

  /// Replaces the whole contents with a backup that ``backup(to:)`` of the same kind of store made. If the
  /// file is not a backup or was altered, throws ``StoreError/damaged(path:offset:reason:)``, and the store
  /// is as it was before.
  func restore(from path: String) async throws

  /// Rewrites the files of the store, so that no part of a deleted or replaced value is left in them. The
  /// contents stay as they are, even if the call fails.
  /// - Throws: ``StoreError/unsupported(_:)`` if the backend cannot compact.
  func compact() async throws

  /// Closes the store. Later calls throw ``StoreError/closed``. Closing twice is not an error.
  func close() async throws
}

extension Store {
  public func compact() async throws { throw StoreError.unsupported("compact") }
}
