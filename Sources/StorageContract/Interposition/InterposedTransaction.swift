/// The handle of a read with hooks. It is not castable to one that writes.
class InterposedReadTransaction: ReadTransaction {
  private let base: any ReadTransaction
  fileprivate let hooks: TransactionHooks

  init(_ base: any ReadTransaction, _ hooks: TransactionHooks) {
    self.base = base
    self.hooks = hooks
  }

  func get(_ key: String, in collection: String) throws -> Record? {
    try hooks.before?(.get(collection: collection, key: key))
    guard let get = hooks.get else { return try base.get(key, in: collection) }
    return try get(base, key, collection)
  }

  func scan(_ collection: String, from lower: String?, to upper: String?, limit: Int?) throws -> [Record] {
    try hooks.before?(.scan(collection: collection))
    guard let scan = hooks.scan else { return try base.scan(collection, from: lower, to: upper, limit: limit) }
    return try scan(base, ScanRange(collection, from: lower, to: upper, limit: limit))
  }

  func count(_ collection: String, from lower: String?, to upper: String?) throws -> Int {
    try hooks.before?(.count(collection: collection))
    guard let count = hooks.count else { return try base.count(collection, from: lower, to: upper) }
    return try count(base, ScanRange(collection, from: lower, to: upper))
  }

  func collections() throws -> [String] {
    try hooks.before?(.collections)
    return try hooks.collections?(base) ?? base.collections()
  }

  func schemaVersion() throws -> Int64 {
    try hooks.before?(.schemaVersion)
    return try hooks.schemaVersion?(base) ?? base.schemaVersion()
  }
}

/// The handle of a write with hooks.
final class InterposedWriteTransaction: InterposedReadTransaction, WriteTransaction {
  private let base: any WriteTransaction

  init(_ base: any WriteTransaction, _ hooks: TransactionHooks) {
    self.base = base
    super.init(base, hooks)
  }

  func put(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64 {
    try hooks.before?(.put(collection: collection, key: key))
    guard let put = hooks.put else { return try base.put(fields, at: key, in: collection) }
    return try put(base, fields, key, collection)
  }

  func insert(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64? {
    try hooks.before?(.insert(collection: collection, key: key))
    guard let insert = hooks.insert else { return try base.insert(fields, at: key, in: collection) }
    return try insert(base, fields, key, collection)
  }

  func compareAndSet(
    _ fields: [String: FieldValue], at key: String, in collection: String, version: Int64
  ) throws -> Int64? {
    try hooks.before?(.compareAndSet(collection: collection, key: key))
    guard let compareAndSet = hooks.compareAndSet else {
      return try base.compareAndSet(fields, at: key, in: collection, version: version)
    }
    return try compareAndSet(base, fields, key, collection, version)
  }

  func delete(_ key: String, in collection: String) throws -> Bool {
    try hooks.before?(.delete(collection: collection, key: key))
    guard let delete = hooks.delete else { return try base.delete(key, in: collection) }
    return try delete(base, key, collection)
  }

  func setSchemaVersion(_ version: Int64) throws {
    try hooks.before?(.setSchemaVersion)
    guard let setSchemaVersion = hooks.setSchemaVersion else { return try base.setSchemaVersion(version) }
    try setSchemaVersion(base, version)
  }
}
