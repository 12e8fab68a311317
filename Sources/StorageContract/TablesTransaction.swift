/// A read over ``Tables``.
final class TablesReadTransaction: TransactionHandle {
  private let rules: RecordRules
  private var tables: Tables?

  init(_ tables: Tables, rules: RecordRules) {
    self.tables = tables
    self.rules = rules
  }

  /// Ends the handle's life: every later call throws ``StoreError/transactionEnded``.
  func end() {
    tables = nil
  }

  func schemaVersion() throws -> Int64 {
    try live().tables.schemaVersion
  }

  func live() throws -> TablesView {
    guard let tables else { throw StoreError.transactionEnded }
    return TablesView(tables: tables, rules: rules)
  }
}

/// A write over ``Tables``, with a log to undo it: rolling back costs what the transaction changed, not
/// what the store holds.
final class TablesWriteTransaction: WriteTransaction, TransactionHandle {
  private(set) var tables: Tables
  /// What was done, in order.
  private(set) var changes: [Tables.Change] = []
  private var undoLog: [Tables.Change] = []
  private let startingPutCounter: Int64
  private let rules: RecordRules
  private var isOpen = true

  init(_ tables: Tables, rules: RecordRules) {
    self.tables = tables
    self.rules = rules
    startingPutCounter = tables.putCounter
  }

  /// Ends the handle's life and gives the tables back, with the changes. The handle keeps no share of
  /// them, so that their next change is made in place.
  func commit() -> Tables {
    isOpen = false
    defer { tables = Tables() }
    return tables
  }

  /// Ends the handle's life and gives the tables back, without the changes.
  func rollback() -> Tables {
    for change in undoLog.reversed() {
      tables.apply(change)
    }
    tables.rewind(putCounter: startingPutCounter)
    return commit()
  }

  @discardableResult
  func put(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64 {
    try check(fields, at: key, in: collection)
    return set(fields, at: key, in: collection)
  }

  func insert(
    _ fields: [String: FieldValue], at key: String, in collection: String
  ) throws -> Int64? {
    try check(fields, at: key, in: collection)
    guard tables.find(key, in: collection) == nil else { return nil }
    return set(fields, at: key, in: collection)
  }

  func compareAndSet(
    _ fields: [String: FieldValue], at key: String, in collection: String, version: Int64
  ) throws -> Int64? {
    try check(fields, at: key, in: collection)
    guard tables.find(key, in: collection)?.version == version else { return nil }
    return set(fields, at: key, in: collection)
  }

  @discardableResult
  func delete(_ key: String, in collection: String) throws -> Bool {
    guard try live().get(key, in: collection) != nil else { return false }
    make(.delete(collection: collection, key: key))
    return true
  }

  func setSchemaVersion(_ version: Int64) throws {
    _ = try live()
    make(.setSchemaVersion(version))
  }

  func schemaVersion() throws -> Int64 {
    try live().tables.schemaVersion
  }

  func live() throws -> TablesView {
    guard isOpen else { throw StoreError.transactionEnded }
    return TablesView(tables: tables, rules: rules)
  }

  private func check(
    _ fields: [String: FieldValue], at key: String, in collection: String
  ) throws {
    guard isOpen else { throw StoreError.transactionEnded }
    try rules.check(name: collection)
    try rules.check(key: key)
    try rules.check(fields: fields)
  }

  private func set(_ fields: [String: FieldValue], at key: String, in collection: String) -> Int64 {
    var key = key
    key.makeContiguousUTF8()
    let record = Record(key: key, version: tables.putCounter + 1, fields: fields)
    make(.put(collection: collection, record: record))
    return record.version
  }

  private func make(_ change: Tables.Change) {
    changes.append(change)
    undoLog.append(tables.apply(change))
  }
}

/// The checks in front of reading.
struct TablesView: TransactionReader {
  let tables: Tables
  let rules: RecordRules

  func get(_ key: String, in collection: String) throws -> Record? {
    try rules.check(name: collection)
    try rules.check(key: key)
    return tables.find(key, in: collection)
  }

  func scan(
    _ collection: String, from lower: String?, to upper: String?, limit: Int?
  ) throws -> [Record] {
    try rules.check(name: collection)
    try rules.check(limit: limit)
    return tables.scan(collection, from: lower, to: upper, limit: limit)
  }

  func count(_ collection: String, from lower: String?, to upper: String?) throws -> Int {
    try rules.check(name: collection)
    return tables.count(collection, from: lower, to: upper)
  }
  func collections() throws -> [String] { tables.collectionNames }
}
