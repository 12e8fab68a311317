import StorageContract

/// The handle of a `read`. It cannot write, and is dead once the closure has returned.
class DocumentReader: ReadTransaction {
  fileprivate(set) var document: Document
  var isOver = false
  fileprivate let rules: RecordRules

  init(_ document: Document, _ rules: RecordRules) {
    self.document = document
    self.rules = rules
  }

  /// Every call begins with this: the order of the checks is part of the contract.
  fileprivate func check(_ collection: String, _ key: String? = nil, _ fields: [String: FieldValue] = [:]) throws {
    guard !isOver else { throw StoreError.transactionEnded }
    try rules.check(name: collection)
    if let key { try rules.check(key: key) }
    try rules.check(fields: fields)
  }

  func get(_ key: String, in collection: String) throws -> Record? {
    try check(collection, key)
    return document.record(key, in: collection)
  }

  func scan(_ collection: String, from lower: String?, to upper: String?, limit: Int?) throws -> [Record] {
    try check(collection)
    try rules.check(limit: limit)
    let records = document.records(in: collection, from: lower, to: upper)
    return Array(limit.map { records.prefix($0) } ?? records)
  }

  func count(_ collection: String, from lower: String?, to upper: String?) throws -> Int {
    try check(collection)
    return document.records(in: collection, from: lower, to: upper).count
  }

  func collections() throws -> [String] {
    guard !isOver else { throw StoreError.transactionEnded }
    return document.collections.keys.sorted()
  }

  func schemaVersion() throws -> Int64 {
    guard !isOver else { throw StoreError.transactionEnded }
    return document.schemaVersion
  }
}

/// The handle of a `write`.
final class DocumentWriter: DocumentReader, WriteTransaction {
  func put(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64 {
    try check(collection, key, fields)
    return document.put(fields, at: key, in: collection)
  }

  func insert(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64? {
    try check(collection, key, fields)
    guard document.record(key, in: collection) == nil else { return nil }
    return document.put(fields, at: key, in: collection)
  }

  func compareAndSet(
    _ fields: [String: FieldValue], at key: String, in collection: String, version: Int64
  ) throws -> Int64? {
    try check(collection, key, fields)
    guard document.record(key, in: collection)?.version == version else { return nil }
    return document.put(fields, at: key, in: collection)
  }

  func delete(_ key: String, in collection: String) throws -> Bool {
    try check(collection, key)
    return document.delete(key, in: collection)
  }

  func setSchemaVersion(_ version: Int64) throws {
    guard !isOver else { throw StoreError.transactionEnded }
    document.schemaVersion = version
  }
}
