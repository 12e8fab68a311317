import StorageContract

/// A handle for reading.
final class OverlappingReadTransaction: TransactionHandle {
  private let access: OverlapAccess

  init(_ access: OverlapAccess) {
    self.access = access
  }

  func live() throws -> CheckedOverlapAccess { CheckedOverlapAccess(access: access, rules: try access.rules) }

  func schemaVersion() throws -> Int64 { try live().access.schemaVersion() }
}

/// A handle for writing.
final class OverlappingWriteTransaction: WriteTransaction, TransactionHandle {
  private let access: OverlapAccess

  init(_ access: OverlapAccess) {
    self.access = access
  }

  func live() throws -> CheckedOverlapAccess { CheckedOverlapAccess(access: access, rules: try access.rules) }

  func schemaVersion() throws -> Int64 { try live().access.schemaVersion() }

  @discardableResult
  func put(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64 {
    try live().check(fields, at: key, in: collection)
    return try access.put(fields, at: key, in: collection)
  }

  func insert(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64? {
    try live().check(fields, at: key, in: collection)
    guard try access.find(key, in: collection, for: .insert) == nil else { return nil }
    return try access.put(fields, at: key, in: collection)
  }

  func compareAndSet(
    _ fields: [String: FieldValue], at key: String, in collection: String, version: Int64
  ) throws -> Int64? {
    try live().check(fields, at: key, in: collection)
    guard try access.find(key, in: collection, for: .compareAndSet)?.version == version else { return nil }
    return try access.put(fields, at: key, in: collection)
  }

  @discardableResult
  func delete(_ key: String, in collection: String) throws -> Bool {
    guard try live().get(key, in: collection, for: .delete) != nil else { return false }
    try access.delete(key, in: collection)
    return true
  }

  func setSchemaVersion(_ version: Int64) throws {
    try live().access.setSchemaVersion(version)
  }
}

/// The checks in front of what both handles do.
struct CheckedOverlapAccess: TransactionReader {
  let access: OverlapAccess
  let rules: RecordRules

  func get(_ key: String, in collection: String) throws -> Record? { try get(key, in: collection, for: .get) }

  func get(_ key: String, in collection: String, for call: OverlapCall) throws -> Record? {
    try rules.check(name: collection)
    try rules.check(key: key)
    return try access.find(key, in: collection, for: call)
  }

  func scan(_ collection: String, from lower: String?, to upper: String?, limit: Int?) throws -> [Record] {
    try rules.check(name: collection)
    try rules.check(limit: limit)
    return try access.scan(collection, from: lower, to: upper, limit: limit)
  }

  func count(_ collection: String, from lower: String?, to upper: String?) throws -> Int {
    try rules.check(name: collection)
    return try access.scan(collection, from: lower, to: upper, limit: nil, for: .count).count
  }

  func collections() throws -> [String] { try access.collectionNames() }

  func check(_ fields: [String: FieldValue], at key: String, in collection: String) throws {
    try rules.check(name: collection)
    try rules.check(key: key)
    try rules.check(fields: fields)
  }
}
