/// A store with hooks between it and its user. The ``StoreHooks`` carry out the calls that they name. All other calls
/// go to the underlying store.
///
/// It is an actor over an actor: hooks run on this actor, and the underlying store works on its own. A transaction is
/// one step of the underlying store, as it would be without the hooks.
public actor InterposedStore: Store {
  public nonisolated let capabilities: StoreCapabilities
  private let base: any Store
  private let hooks: StoreHooks

  /// A store that passes calls to `base` through these hooks. It declares the capabilities of the hooks or, if they have none, of `base`.
  public init(_ base: any Store, _ hooks: StoreHooks) {
    self.base = base
    self.hooks = hooks
    capabilities = hooks.capabilities ?? base.capabilities
  }

  public func read<Result: Sendable>(
    _ body: @Sendable (any ReadTransaction) throws -> Result
  ) async throws -> Result {
    let calls = hooks.readCalls
    guard let read = hooks.read else {
      guard let calls else { return try await base.read(body) }
      return try await base.read { try body(calls().over($0)) }
    }
    let result = Remembered<Result?>(nil)
    try await read(base) { transaction in
      result.set(try body(calls?().over(transaction) ?? transaction))
    }
    return try Self.returned(result)
  }

  public func write<Result: Sendable>(
    _ body: @Sendable (any WriteTransaction) throws -> Result
  ) async throws -> Result {
    let calls = hooks.writeCalls
    guard let write = hooks.write else {
      guard let calls else { return try await base.write(body) }
      return try await base.write { try body(calls().over($0)) }
    }
    let result = Remembered<Result?>(nil)
    try await write(base) { transaction in
      result.set(try body(calls?().over(transaction) ?? transaction))
    }
    return try Self.returned(result)
  }

  public func backup(to path: String) async throws {
    guard let backup = hooks.backup else { return try await base.backup(to: path) }
    try await backup(base, path)
  }

  public func restore(from path: String) async throws {
    guard let restore = hooks.restore else { return try await base.restore(from: path) }
    try await restore(base, path)
  }

  public func compact() async throws {
    guard let compact = hooks.compact else { return try await base.compact() }
    try await compact(base)
  }

  public func close() async throws {
    guard let close = hooks.close else { return try await base.close() }
    try await close(base)
  }

  private static func returned<Result: Sendable>(_ result: Remembered<Result?>) throws -> Result {
    guard let result = result.now else {
      throw StoreError.unsupported("a hook that neither runs the transaction's closure nor throws")
    }
    return result
  }
}

extension StoreLocation {
  /// The same place, with hooks around every store that is opened there. The hooks keep their state from one opening
  /// to the next.
  public func interposed(_ hooks: StoreHooks) -> any StoreLocation {
    AnyStoreLocation(
      open: { try await opened(hooks) }, rawBytes: { try await rawBytes(hooks) }, files: { try await files() })
  }

  /// The same place, with new hooks for each opening and for each read of the raw bytes. The hooks lose their state
  /// with the store, as a cache does.
  public func interposed(eachOpening make: @escaping @Sendable () -> StoreHooks) -> any StoreLocation {
    AnyStoreLocation(
      open: { try await opened(make()) }, rawBytes: { try await rawBytes(make()) }, files: { try await files() })
  }

  private func opened(_ hooks: StoreHooks) async throws -> any Store {
    guard let open = hooks.open else { return InterposedStore(try await open(), hooks) }
    return InterposedStore(try await open(self), hooks)
  }

  private func rawBytes(_ hooks: StoreHooks) async throws -> [UInt8] {
    guard let rawBytes = hooks.rawBytes else { return try await rawBytes() }
    return try await rawBytes(self)
  }
}
