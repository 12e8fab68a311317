import StorageContract
import Synchronization

/// A store with a ``BackendDefect``: passes everything to a good one, but for what the defect does.
public actor FaultyStore: Store {
  public nonisolated let capabilities: StoreCapabilities
  private let base: any Store
  private let behavior: any DefectBehavior
  private var isClosed = false

  init(_ base: any Store, behavior: any DefectBehavior) {
    self.base = base
    self.behavior = behavior
    capabilities = base.capabilities
  }

  public func read<Result: Sendable>(
    _ body: @Sendable (any ReadTransaction) throws -> Result
  ) async throws -> Result {
    let behavior = behavior
    return try await base.read { transaction in
      try body(FaultyReadTransaction(transaction, behavior: behavior))
    }
  }

  public func write<Result: Sendable>(
    _ body: @Sendable (any WriteTransaction) throws -> Result
  ) async throws -> Result {
    if behavior.interleaves { return try await writeLate(body) }
    let behavior = behavior
    let attempt = Attempt<Result>()
    do {
      let result = try await base.write { transaction in
        let faulty = FaultyWriteTransaction(transaction, behavior: behavior)
        defer { attempt.writes.withLock { $0 = faulty.writes } }
        let result = try body(faulty)
        try behavior.willCommit(faulty.writes, in: transaction)
        attempt.result.withLock { $0 = result }
        return result
      }
      behavior.didCommit(attempt.writes.withLock { $0 })
      return result
    } catch {
      await behavior.didRollBack(attempt.writes.withLock { $0 }, of: base)
      // The closure was through, so it was the commit that failed.
      if behavior.swallowsErrors, let result = attempt.result.withLock({ $0 }) { return result }
      throw error
    }
  }

  /// Runs `body` on the state it finds, lets other transactions in, and then writes what it came to over theirs.
  private func writeLate<Result: Sendable>(
    _ body: @Sendable (any WriteTransaction) throws -> Result
  ) async throws -> Result {
    let behavior = behavior
    let attempt = Attempt<Result>()
    do {
      try await base.write { transaction in
        let faulty = FaultyWriteTransaction(transaction, behavior: behavior)
        let result = try body(faulty)
        attempt.result.withLock { $0 = result }
        attempt.writes.withLock { $0 = faulty.writes }
        attempt.schemaVersion.withLock { $0 = faulty.newSchemaVersion }
        throw Undone()
      }
    } catch is Undone {
      // The base is as it was; what the closure wrote is in the attempt.
    }
    guard let result = attempt.result.withLock({ $0 }) else { throw StoreError.transactionEnded }
    await Task.yield()
    try await base.write { transaction in
      for write in attempt.writes.withLock({ $0 }) { try write.apply(write.after, to: transaction) }
      if let version = attempt.schemaVersion.withLock({ $0 }) { try transaction.setSchemaVersion(version) }
    }
    return result
  }

  private struct Undone: Error {}

  public func backup(to path: String) async throws {
    try await base.backup(to: path)
  }

  public func restore(from path: String) async throws {
    try await base.restore(from: path)
  }

  public func compact() async throws {
    try await base.compact()
  }

  public func close() async throws {
    // What lies at rest changes once: a store that is closed already cannot be written to.
    if !isClosed {
      isClosed = true
      try await behavior.willClose(base)
    }
    try await base.close()
  }

  /// What one write has come to.
  private final class Attempt<Result: Sendable>: Sendable {
    let writes = Mutex<[DefectiveWrite]>([])
    let result = Mutex<Result?>(nil)
    let schemaVersion = Mutex<Int64?>(nil)
  }
}
