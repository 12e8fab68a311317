/// What is done at the calls of a store in place of the calls themselves. What is nil passes through.
///
/// Each hook receives the store beneath, and makes the call of it when and how it likes: before or after something
/// else, with other arguments, several times or not at all. What it throws is what the user gets, and the state after
/// that is what the hook has left.
///
///     var hooks = StoreHooks()
///     hooks.close = { store in
///       try await store.compact()
///       try await store.close()
///     }
///     let location = location.interposed(hooks)
///
/// Hooks run on the actor of the ``InterposedStore``: never two at the same time, but others may come in while one
/// waits. What they keep from one call to the next they keep in a ``Remembered``.
public struct StoreHooks: Sendable {
  /// A hook for a call without arguments. It receives the store beneath.
  public typealias Call = nonisolated(nonsending) @Sendable (any Store) async throws -> Void
  /// A hook for a call that takes a path.
  public typealias PathCall = nonisolated(nonsending) @Sendable (any Store, _ path: String) async throws -> Void
  /// The closure of a transaction. It throws what the user's closure throws; its result is kept for the user.
  public typealias ReadBody = @Sendable (any ReadTransaction) throws -> Void
  /// The closure of a write. It throws what the user's closure throws; its result is kept for the user.
  public typealias WriteBody = @Sendable (any WriteTransaction) throws -> Void

  /// What is declared in place of what the store beneath declares.
  public var capabilities: StoreCapabilities?
  /// Opens the store of a place that is interposed.
  public var open: (nonisolated(nonsending) @Sendable (any StoreLocation) async throws -> any Store)?
  /// Reads the raw bytes of a place that is interposed: ``StoreLocation/rawBytes()``.
  public var rawBytes: (nonisolated(nonsending) @Sendable (any StoreLocation) async throws -> [UInt8])?

  /// Runs the closure, or throws. Where it runs more than once, its last result counts.
  public var read: (nonisolated(nonsending) @Sendable (any Store, ReadBody) async throws -> Void)?
  /// Runs the closure as a transaction, or throws. If it runs more than once, its last result counts.
  public var write: (nonisolated(nonsending) @Sendable (any Store, WriteBody) async throws -> Void)?
  /// The hooks for the calls inside a closure: asked anew for each transaction, so that they may remember within one.
  public var readCalls: (@Sendable () -> TransactionHooks)?
  /// The same for the calls inside the closure of a write.
  public var writeCalls: (@Sendable () -> TransactionHooks)?

  /// Makes the backup, or does something else in its place.
  public var backup: PathCall?
  /// Restores the backup, or does something else in its place.
  public var restore: PathCall?
  /// Compacts the store, or does something else in its place.
  public var compact: Call?
  /// Closes the store, or does something else in its place.
  public var close: Call?

  /// Hooks that pass every call through.
  public init() {}

  /// Sets the hooks for the calls of every transaction, of reads and of writes.
  /// - Parameter hook: called for each transaction.
  public mutating func hookCalls(_ hook: @escaping @Sendable (inout TransactionHooks) -> Void) {
    let make = { @Sendable in
      var calls = TransactionHooks()
      hook(&calls)
      return calls
    }
    readCalls = make
    writeCalls = make
  }

  /// The calls of a store that can be hooked.
  public enum Kind: String, Sendable {
    case read, write, backup, restore, compact, close
  }

  /// A hook around any call of a store. `carryOut` makes the call.
  public typealias Around =
    nonisolated(nonsending) @Sendable (
      Kind, _ carryOut: nonisolated(nonsending) @Sendable () async throws -> Void
    ) async throws -> Void

  /// One hook around every call, which it is told the kind of, and which it carries out: once, several times or not at
  /// all.
  public init(around: @escaping Around) {
    read = { store, body in try await around(.read) { try await store.read(body) } }
    write = { store, body in try await around(.write) { try await store.write(body) } }
    backup = { store, path in try await around(.backup) { try await store.backup(to: path) } }
    restore = { store, path in try await around(.restore) { try await store.restore(from: path) } }
    compact = { store in try await around(.compact) { try await store.compact() } }
    close = { store in try await around(.close) { try await store.close() } }
  }
}
