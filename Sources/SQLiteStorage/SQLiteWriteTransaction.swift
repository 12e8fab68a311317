import StorageContract

/// A write. A statement that fails (a full disk, an I/O error) may make SQLite roll the whole transaction
/// back on its own; what came after would then be committed by itself. So the first failure ends the
/// transaction: later calls throw the same error, and so does the commit.
final class SQLiteWriteTransaction: WriteTransaction {
  private(set) var counters: SQLiteCounters
  private let connection: SQLiteConnection
  private let reader: SQLiteReader
  private let rules: RecordRules
  private var isOpen = true
  private(set) var failure: (any Error)?
  /// Reused for every record's text.
  private var buffer: [UInt8] = []

  init(_ reader: SQLiteReader, counters: SQLiteCounters) {
    connection = reader.connection
    rules = reader.rules
    self.reader = reader
    self.counters = counters
  }

  func end() {
    isOpen = false
  }

  @discardableResult
  func put(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64 {
    try check(fields, at: key, in: collection)
    return try write(.put, fields, at: key, in: collection) ?? counters.put
  }

  func insert(
    _ fields: [String: FieldValue], at key: String, in collection: String
  ) throws -> Int64? {
    try check(fields, at: key, in: collection)
    return try write(.insert, fields, at: key, in: collection)
  }

  func compareAndSet(
    _ fields: [String: FieldValue], at key: String, in collection: String, version: Int64
  ) throws -> Int64? {
    try check(fields, at: key, in: collection)
    return try write(.compareAndSet, fields, at: key, in: collection, ifAt: version)
  }

  @discardableResult
  func delete(_ key: String, in collection: String) throws -> Bool {
    try checkLive()
    try rules.check(name: collection)
    try rules.check(key: key)
    try attempt {
      try connection.run(.delete) { statement in
        statement.bind(collection, at: 1)
        statement.bind(key, at: 2)
      }
    }
    return connection.changeCount > 0
  }

  func setSchemaVersion(_ version: Int64) throws {
    try checkLive()
    counters.schemaVersion = version
  }

  func get(_ key: String, in collection: String) throws -> Record? {
    try checkLive()
    return try reader.get(key, in: collection)
  }

  func scan(
    _ collection: String, from lower: String?, to upper: String?, limit: Int?
  ) throws -> [Record] {
    try checkLive()
    return try reader.scan(collection, from: lower, to: upper, limit: limit)
  }

  func count(_ collection: String, from lower: String?, to upper: String?) throws -> Int {
    try checkLive()
    return try reader.count(collection, from: lower, to: upper)
  }

  func collections() throws -> [String] {
    try checkLive()
    return try reader.collections()
  }

  func schemaVersion() throws -> Int64 {
    try checkLive()
    return counters.schemaVersion
  }

  /// Returns the new version; nil where the statement's condition did not hold.
  private func write(
    _ query: SQLiteQuery, _ fields: [String: FieldValue], at key: String, in collection: String,
    ifAt version: Int64? = nil
  ) throws -> Int64? {
    buffer.removeAll(keepingCapacity: true)
    FieldsText.append(fields, to: &buffer)
    try attempt {
      try connection.run(query) { statement in
        statement.bind(collection, at: 1)
        statement.bind(key, at: 2)
        statement.bind(counters.put + 1, at: 3)
        statement.bind(buffer, at: 4)
        if let version { statement.bind(version, at: 5) }
      }
    }
    guard connection.changeCount > 0 else { return nil }
    counters.put += 1
    return counters.put
  }

  private func attempt(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch {
      failure = error
      throw error
    }
  }

  private func checkLive() throws {
    guard isOpen else { throw StoreError.transactionEnded }
    if let failure { throw failure }
  }

  private func check(_ fields: [String: FieldValue], at key: String, in collection: String) throws {
    try checkLive()
    try rules.check(name: collection)
    try rules.check(key: key)
    try rules.check(fields: fields)
  }
}
