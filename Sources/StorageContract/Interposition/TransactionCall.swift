/// One call of a transaction's handle, as an observer sees it.
public enum TransactionCall: Sendable, Equatable {
  case get(collection: String, key: String)
  case scan(collection: String)
  case count(collection: String)
  case collections
  case schemaVersion
  case put(collection: String, key: String)
  case insert(collection: String, key: String)
  case compareAndSet(collection: String, key: String)
  case delete(collection: String, key: String)
  case setSchemaVersion

  /// Whether the call can change the store.
  public var isWrite: Bool {
    switch self {
    case .get, .scan, .count, .collections, .schemaVersion: false
    case .put, .insert, .compareAndSet, .delete, .setSchemaVersion: true
    }
  }
}
