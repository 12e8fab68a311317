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
        let result = try body(ObservedWrite(transaction) { try log.see($0) })
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

    func see(_ access: StoreAccess) throws {
      switch access {
      case .get(let collection, let key): note(.get(collection: collection, key: key))
      case .scan(let collection): note(.scan(collection: collection))
      case .put(let collection, let key): try step(.put(collection: collection, key: key))
      case .delete(let collection, let key): try step(.delete(collection: collection, key: key))
      case .look, .setSchemaVersion: break
      }
    }

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
