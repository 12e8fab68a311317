import StorageContract

/// Passes every call on: what a broken backend overrides one call of.
class RewiredTransaction: WriteTransaction {
  let base: any WriteTransaction

  init(_ base: any WriteTransaction) {
    self.base = base
  }

  @discardableResult
  func put(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64 {
    try base.put(fields, at: key, in: collection)
  }

  func insert(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64? {
    try base.insert(fields, at: key, in: collection)
  }

  func compareAndSet(
    _ fields: [String: FieldValue], at key: String, in collection: String, version: Int64
  ) throws -> Int64? {
    try base.compareAndSet(fields, at: key, in: collection, version: version)
  }

  @discardableResult
  func delete(_ key: String, in collection: String) throws -> Bool {
    try base.delete(key, in: collection)
  }

  func setSchemaVersion(_ version: Int64) throws {
    try base.setSchemaVersion(version)
  }

  func get(_ key: String, in collection: String) throws -> Record? {
    try base.get(key, in: collection)
  }

  func scan(_ collection: String, from lower: String?, to upper: String?, limit: Int?) throws -> [Record] {
    try base.scan(collection, from: lower, to: upper, limit: limit)
  }

  func count(_ collection: String, from lower: String?, to upper: String?) throws -> Int {
    try base.count(collection, from: lower, to: upper)
  }

  func collections() throws -> [String] {
    try base.collections()
  }

  func schemaVersion() throws -> Int64 {
    try base.schemaVersion()
  }
}

/// The same for reads.
class RewiredReadTransaction: ReadTransaction {
  let base: any ReadTransaction

  init(_ base: any ReadTransaction) {
    self.base = base
  }

  func get(_ key: String, in collection: String) throws -> Record? {
    try base.get(key, in: collection)
  }

  func scan(_ collection: String, from lower: String?, to upper: String?, limit: Int?) throws -> [Record] {
    try base.scan(collection, from: lower, to: upper, limit: limit)
  }

  func count(_ collection: String, from lower: String?, to upper: String?) throws -> Int {
    try base.count(collection, from: lower, to: upper)
  }

  func collections() throws -> [String] {
    try base.collections()
  }

  func schemaVersion() throws -> Int64 {
    try base.schemaVersion()
  }
}
