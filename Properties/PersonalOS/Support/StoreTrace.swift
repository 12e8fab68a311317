import StorageContract

/// What is done with a store, written down as it happens, and where the store refuses.
///
/// A refused call throws before anything reaches the store beneath, and stands in the trace too.
struct StoreTrace: Sendable {
  /// One call inside a transaction that writes, or one end of such a transaction.
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

  /// The store that is traced.
  let store: any Store
  private let log: Log

  init(_ base: any Store, refusing: @escaping Refusal = { _, _ in }) {
    log = Log(refusing: refusing)
    store = InterposedStore(base, log.hooks)
  }

  /// What was done, oldest first.
  var events: [Event] { log.events.now }

  private struct Log: Sendable {
    let events = Remembered<[Event]>([])
    private let steps = Remembered(0)
    private let refusing: Refusal

    init(refusing: @escaping Refusal) { self.refusing = refusing }

    var hooks: StoreHooks {
      var hooks = StoreHooks()
      hooks.write = { store, body in
        note(.begin)
        do {
          try await store.write { transaction in
            try body(TransactionHooks(before: see).over(transaction))
            try step(.commit)
          }
        } catch {
          note(.rollback)
          throw error
        }
      }
      return hooks
    }

    private func see(_ call: TransactionCall) throws {
      switch call {
      case .get(let collection, let key): note(.get(collection: collection, key: key))
      case .scan(let collection): note(.scan(collection: collection))
      case .put(let collection, let key), .insert(let collection, let key), .compareAndSet(let collection, let key):
        try step(.put(collection: collection, key: key))
      case .delete(let collection, let key): try step(.delete(collection: collection, key: key))
      case .count, .collections, .schemaVersion, .setSchemaVersion: break
      }
    }

    private func note(_ event: Event) { events.withValue { $0.append(event) } }

    private func step(_ event: Event) throws {
      note(event)
      let number = steps.withValue { steps in
        defer { steps += 1 }
        return steps
      }
      try refusing(number, event)
    }
  }
}
