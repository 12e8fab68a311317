import StorageContract

/// A store that another process serves, one request after the other.
///
/// Transaction closures run in this process, on the calling thread. Each call inside one is a round trip of at most
/// ``ProcessOptions/replyDeadline``. If the process dies, is late or sends an invalid reply, the call throws
/// ``/StorageContract/StoreError/io(operation:path:reason:)``; if a commit may have been done, it throws
/// ``/StorageContract/StoreError/lost(reason:)``. So does every later call: open the location again for another process.
public actor ProcessStore: Store {
  public nonisolated let capabilities: StoreCapabilities
  private let wire: SessionWire
  private var isOpen = true

  /// Whether a transaction that fails is left open for ``close()``, which comes next: an adapter rolls it back, too.
  @TaskLocal package static var leavesRollbackToClose = false

  init(_ wire: SessionWire, capabilities: StoreCapabilities) {
    self.wire = wire
    self.capabilities = capabilities
  }

  /// A store that was dropped without ``close()`` does not keep its location.
  deinit {
    if isOpen { wire.channel.abandon(wire.session) }
  }

  public func read<Result: Sendable>(
    _ body: @Sendable (any ReadTransaction) throws -> Result
  ) async throws -> Result {
    guard isOpen else { throw StoreError.closed }
    try begin(isWrite: false)
    let transaction = ProcessReadTransaction(wire)
    do {
      let result = try body(transaction)
      transaction.end()
      if let failure = transaction.failure { throw failure }
      try wire.ask(wire.request(.commit))
      wire.setIdle(true)
      return result
    } catch {
      transaction.end()
      rollback()
      throw error
    }
  }

  public func write<Result: Sendable>(
    _ body: @Sendable (any WriteTransaction) throws -> Result
  ) async throws -> Result {
    guard isOpen else { throw StoreError.closed }
    try begin(isWrite: true)
    let transaction = ProcessWriteTransaction(wire)
    do {
      let result = try body(transaction)
      transaction.end()
      if let failure = transaction.failure { throw failure }
      try wire.ask(wire.request(.commit), changesContents: true)
      wire.setIdle(true)
      return result
    } catch {
      transaction.end()
      rollback()
      throw error
    }
  }

  private func begin(isWrite: Bool) throws {
    var request = wire.request(.begin)
    request.isWrite = isWrite
    try wire.ask(request)
    wire.setIdle(false)
  }

  /// After a failed commit too, where there may be nothing to roll back. A failure of this changes nothing: what was
  /// not committed is not there.
  private func rollback() {
    guard !Self.leavesRollbackToClose, wire.channel.isTrusted else { return }
    _ = try? wire.ask(wire.request(.rollback))
    wire.setIdle(true)
  }

  public func backup(to path: String) async throws { try carryOut(.backup, path) }

  public func restore(from path: String) async throws { try carryOut(.restore, path, changesContents: true) }

  public func compact() async throws { try carryOut(.compact, nil) }

  private func carryOut(_ operation: WireOperation, _ path: String?, changesContents: Bool = false) throws {
    guard isOpen else { throw StoreError.closed }
    var request = wire.request(operation)
    request.path = path
    try wire.ask(request, changesContents: changesContents)
  }

  /// Closes the store. If its process is gone, that is not an error.
  public func close() async throws {
    guard isOpen else { return }
    isOpen = false
    // Or else one is left for the closing to end.
    let isInNoTransaction = wire.isIdle
    wire.setIdle(false)
    guard wire.channel.isTrusted else { return }
    do {
      try wire.ask(wire.request(.close))
    } catch where !isInNoTransaction {
      // An adapter may refuse to close amid a transaction.
      _ = try? wire.ask(wire.request(.rollback))
      try wire.ask(wire.request(.close))
    }
  }
}
