import StorageContract

/// A handle for reading. Not a superclass of the writing one: it must not be castable to one that writes.
final class OverlappingReadTransaction: ReadTransaction {
  private let access: OverlapAccess

  init(_ access: OverlapAccess) {
    self.access = access
  }

  func get(_ key: String, in collection: String) throws -> Record? {
    try access.get(key, in: collection)
  }

  func scan(_ collection: String, from lower: String?, to upper: String?, limit: Int?) throws -> [Record] {
    try access.checkedScan(collection, from: lower, to: upper, limit: limit)
  }

  func count(_ collection: String, from lower: String?, to upper: String?) throws -> Int {
    try access.checkedScan(collection, from: lower, to: upper, limit: nil).count
  }

  func collections() throws -> [String] {
    _ = try access.rules
    return try access.collectionNames()
  }

  func schemaVersion() throws -> Int64 {
    _ = try access.rules
    return try access.schemaVersion()
  }
}

final class OverlappingWriteTransaction: WriteTransaction {
  private let access: OverlapAccess

  init(_ access: OverlapAccess) {
    self.access = access
  }

  func get(_ key: String, in collection: String) throws -> Record? {
    try access.get(key, in: collection)
  }

  func scan(_ collection: String, from lower: String?, to upper: String?, limit: Int?) throws -> [Record] {
    try access.checkedScan(collection, from: lower, to: upper, limit: limit)
  }

  func count(_ collection: String, from lower: String?, to upper: String?) throws -> Int {
    try access.checkedScan(collection, from: lower, to: upper, limit: nil).count
  }

  func collections() throws -> [String] {
    _ = try access.rules
    return try access.collectionNames()
  }

  func schemaVersion() throws -> Int64 {
    _ = try access.rules
    return try access.schemaVersion()
  }

  @discardableResult
  func put(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64 {
    try access.check(fields, at: key, in: collection)
    return try access.put(fields, at: key, in: collection)
  }

  func insert(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64? {
    try access.check(fields, at: key, in: collection)
    guard try access.find(key, in: collection) == nil else { return nil }
    return try access.put(fields, at: key, in: collection)
  }

  func compareAndSet(
    _ fields: [String: FieldValue], at key: String, in collection: String, version: Int64
  ) throws -> Int64? {
    try access.check(fields, at: key, in: collection)
    guard try access.find(key, in: collection)?.version == version else { return nil }
    return try access.put(fields, at: key, in: collection)
  }

  @discardableResult
  func delete(_ key: String, in collection: String) throws -> Bool {
    guard try access.get(key, in: collection) != nil else { return false }
    try access.delete(key, in: collection)
    return true
  }

  func setSchemaVersion(_ version: Int64) throws {
    _ = try access.rules
    try access.setSchemaVersion(version)
  }
}

/// The checks in front of what both handles do.
extension OverlapAccess {
  fileprivate func get(_ key: String, in collection: String) throws -> Record? {
    let rules = try rules
    try rules.check(name: collection)
    try rules.check(key: key)
    return try find(key, in: collection)
  }

  fileprivate func checkedScan(
    _ collection: String, from lower: String?, to upper: String?, limit: Int?
  ) throws -> [Record] {
    let rules = try rules
    try rules.check(name: collection)
    try rules.check(limit: limit)
    return try scan(collection, from: lower, to: upper, limit: limit)
  }

  fileprivate func check(_ fields: [String: FieldValue], at key: String, in collection: String) throws {
    let rules = try rules
    try rules.check(name: collection)
    try rules.check(key: key)
    try rules.check(fields: fields)
  }
}
