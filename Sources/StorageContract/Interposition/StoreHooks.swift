/// Replacements for the calls of a store. A call whose hook is nil passes through.
///
/// Each hook receives the underlying store, and decides how to make the call: before or after something else, with
/// other arguments, several times or not at all. If the hook throws, the user gets that error, and the state is what
/// the hook has left.
///
///     var hooks = StoreHooks()
///     hooks.close = { store in
///       try await store.compact()
///       try await store.close()
///     }
///     let location = location.interposed(hooks)
///
/// Hooks run on the actor of the ``InterposedStore``: never two at the same time, but another one may run while one
/// waits. Hooks keep state from one call to the next in a ``Remembered``.
public struct StoreHooks: Sendable {
  /// A hook for a call without arguments. It receives the underlying store.
  public typealias Call = nonisolated(nonsending) @Sendable (any Store) async throws -> Void
  /// A hook for a call that takes a path.
  public typealias PathCall = nonisolated(nonsending) @Sendable (any Store, _ path: String) async throws -> Void
  /// The closure of a transaction. It throws what the user's closure throws; its result is kept for the user.
  public typealias ReadBody = @Sendable (any ReadTransaction) throws -> Void
  /// The closure of a write. It throws what the user's closure throws; its result is kept for the user.
  public typealias WriteBody = @Sendable (any WriteTransaction) throws -> Void

  /// The capabilities to declare instead of those of the underlying store.
  public var capabilities: StoreCapabilities?
  /// Opens the store of an interposed place.
  public var open: (nonisolated(nonsending) @Sendable (any StoreLocation) async throws -> any Store)?
  /// Reads the raw bytes of an interposed place: ``StoreLocation/rawBytes()``.
  public var rawBytes: (nonisolated(nonsending) @Sendable (any StoreLocation) async throws -> [UInt8])?

  /// Runs the closure, or throws. If it runs more than once, its last result counts.
  public var read: (nonisolated(nonsending) @Sendable (any Store, ReadBody) async throws -> Void)?
  /// Runs the closure as a transaction, or throws. If it runs more than once, its last result counts.
  public var write: (nonisolated(nonsending) @Sendable (any Store, WriteBody) async throws -> Void)?
  /// The hooks for the calls inside a closure. The store asks for new ones in each transaction, so they can keep state within it.
  public var readCalls: (@Sendable () -> TransactionHooks)?
  /// The same for the calls inside the closure of a write.
  public var writeCalls: (@Sendable () -> TransactionHooks)?

  /// Makes the backup, or does something else instead.
  public var backup: PathCall?
  /// Restores the backup, or does something else instead.
  public var restore: PathCall?
  /// Compacts the store, or does something else instead.
  public var compact: Call?
  /// Closes the store, or does something else instead.
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

  /// The calls of a store that a hook can replace.
  public enum Kind: String, Sendable {
    case read, write, backup, restore, compact, close
  }

  /// A hook around any call of a store. `carryOut` makes the call.
  public typealias Around =
    nonisolated(nonsending) @Sendable (
      Kind, _ carryOut: nonisolated(nonsending) @Sendable () async throws -> Void
    ) async throws -> Void

  /// One hook around every call. It receives the kind of the call, and carries the call out once, several times or not
  /// at all.
  public init(around: @escaping Around) {
    read = { store, body in try await around(.read) { try await store.read(body) } }
    write = { store, body in try await around(.write) { try await store.write(body) } }
    backup = { store, path in try await around(.backup) { try await store.backup(to: path) } }
    restore = { store, path in try await around(.restore) { try await store.restore(from: path) } }
    compact = { store in try await around(.compact) { try await store.compact() } }
    close = { store in try await around(.close) { try await store.close() } }
  }
}
