import StorageContract
import Synchronization

/// A store that keeps a trace of what is done with the one beneath, and can be told to refuse.
///
/// A refused call throws before anything reaches the store beneath, and stands in the trace too.
actor TracedStore: Store {
  /// One call inside a transaction, or one end of a transaction.
  enum Event: Sendable, Equatable {
    case begin
    case get(collection: String, key: String)
    case scan(collection: String)
    case put(collection: String, key: String)
    case delete(collection: String, key: String)
    case commit
    case rollback
  }

  /// Asked before each put, delete and commit, which are counted from 0 over the store's life; throws to refuse it.
  typealias Refusal = @Sendable (_ step: Int, _ event: Event) throws -> Void

  nonisolated let capabilities: StoreCapabilities
  /// What was done, oldest first.
  nonisolated var trace: [Event] { log.events.withLock { $0 } }
  private let base: any Store
  private let log: Log

  init(_ base: any Store, refusing: @escaping Refusal = { _, _ in }) {
    self.base = base
    capabilities = base.capabilities
    log = Log(refusing: refusing)
  }

  func read<Result: Sendable>(
    _ body: @Sendable (any ReadTransaction) throws -> Result
  ) async throws -> Result {
    try await base.read(body)
  }

  func write<Result: Sendable>(
    _ body: @Sendable (any WriteTransaction) throws -> Result
  ) async throws -> Result {
    let log = log
    log.note(.begin)
    do {
      let result = try await base.write { transaction in
        let result = try body(TracedTransaction(transaction, log: log))
        try log.step(.commit)
        return result
      }
      return result
    } catch {
      log.note(.rollback)
      throw error
    }
  }

  func backup(to path: String) async throws { try await base.backup(to: path) }
  func restore(from path: String) async throws { try await base.restore(from: path) }
  func compact() async throws { try await base.compact() }
  func close() async throws { try await base.close() }

  fileprivate final class Log: Sendable {
    let events = Mutex<[Event]>([])
    private let steps = Mutex(0)
    private let refusing: Refusal

    init(refusing: @escaping Refusal) { self.refusing = refusing }

    func note(_ event: Event) { events.withLock { $0.append(event) } }

    func step(_ event: Event) throws {
      note(event)
      let number = steps.withLock { steps in
        defer { steps += 1 }
        return steps
      }
      try refusing(number, event)
    }
  }
}

private final class TracedTransaction: WriteTransaction {
  private let base: any WriteTransaction
  private let log: TracedStore.Log

  init(_ base: any WriteTransaction, log: TracedStore.Log) {
    self.base = base
    self.log = log
  }

  func get(_ key: String, in collection: String) throws -> Record? {
    log.note(.get(collection: collection, key: key))
    return try base.get(key, in: collection)
  }

  func scan(_ collection: String, from lower: String?, to upper: String?, limit: Int?) throws -> [Record] {
    log.note(.scan(collection: collection))
    return try base.scan(collection, from: lower, to: upper, limit: limit)
  }

  func count(_ collection: String, from lower: String?, to upper: String?) throws -> Int {
    try base.count(collection, from: lower, to: upper)
  }

  func collections() throws -> [String] { try base.collections() }
  func schemaVersion() throws -> Int64 { try base.schemaVersion() }

  func put(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64 {
    try log.step(.put(collection: collection, key: key))
    return try base.put(fields, at: key, in: collection)
  }

  func insert(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64? {
    try log.step(.put(collection: collection, key: key))
    return try base.insert(fields, at: key, in: collection)
  }

  func compareAndSet(
    _ fields: [String: FieldValue], at key: String, in collection: String, version: Int64
  ) throws -> Int64? {
    try log.step(.put(collection: collection, key: key))
    return try base.compareAndSet(fields, at: key, in: collection, version: version)
  }

  func delete(_ key: String, in collection: String) throws -> Bool {
    try log.step(.delete(collection: collection, key: key))
    return try base.delete(key, in: collection)
  }

  func setSchemaVersion(_ version: Int64) throws { try base.setSchemaVersion(version) }
}
