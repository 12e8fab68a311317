import StorageContract

/// One call of a transaction's handle.
enum StoreAccess: Sendable, Equatable {
  case get(collection: String, key: String)
  case scan(collection: String)
  /// Counts, names of collections, the schema version.
  case look
  /// A put, an insert or a compare-and-set.
  case put(collection: String, key: String)
  case delete(collection: String, key: String)
  case setSchemaVersion

  var isWrite: Bool {
    switch self {
    case .get, .scan, .look: false
    case .put, .delete, .setSchemaVersion: true
    }
  }
}

/// A reading transaction that tells of each access before it is made. Where that throws, it is not made.
class ObservedRead: ReadTransaction {
  private let base: any ReadTransaction
  fileprivate let before: (StoreAccess) throws -> Void

  init(_ base: any ReadTransaction, before: @escaping (StoreAccess) throws -> Void) {
    self.base = base
    self.before = before
  }

  func get(_ key: String, in collection: String) throws -> Record? {
    try before(.get(collection: collection, key: key))
    return try base.get(key, in: collection)
  }

  func scan(_ collection: String, from lower: String?, to upper: String?, limit: Int?) throws -> [Record] {
    try before(.scan(collection: collection))
    return try base.scan(collection, from: lower, to: upper, limit: limit)
  }

  func count(_ collection: String, from lower: String?, to upper: String?) throws -> Int {
    try before(.look)
    return try base.count(collection, from: lower, to: upper)
  }

  func collections() throws -> [String] {
    try before(.look)
    return try base.collections()
  }

  func schemaVersion() throws -> Int64 {
    try before(.look)
    return try base.schemaVersion()
  }
}

/// The same for a writing one.
final class ObservedWrite: ObservedRead, WriteTransaction {
  private let base: any WriteTransaction

  init(_ base: any WriteTransaction, before: @escaping (StoreAccess) throws -> Void) {
    self.base = base
    super.init(base, before: before)
  }

  func put(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64 {
    try before(.put(collection: collection, key: key))
    return try base.put(fields, at: key, in: collection)
  }

  func insert(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64? {
    try before(.put(collection: collection, key: key))
    return try base.insert(fields, at: key, in: collection)
  }

  func compareAndSet(
    _ fields: [String: FieldValue], at key: String, in collection: String, version: Int64
  ) throws -> Int64? {
    try before(.put(collection: collection, key: key))
    return try base.compareAndSet(fields, at: key, in: collection, version: version)
  }

  func delete(_ key: String, in collection: String) throws -> Bool {
    try before(.delete(collection: collection, key: key))
    return try base.delete(key, in: collection)
  }

  func setSchemaVersion(_ version: Int64) throws {
    try before(.setSchemaVersion)
    try base.setSchemaVersion(version)
  }
}
