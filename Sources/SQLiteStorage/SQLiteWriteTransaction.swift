import StorageContract

/// A write. A statement that fails (a full disk, an I/O error) may make SQLite roll the whole transaction
/// back on its own; what came after would then be committed by itself. So the first failure ends the
/// transaction: later calls throw the same error, and so does the commit.
final class SQLiteWriteTransaction: WriteTransaction, TransactionHandle {
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
    try live()
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
    try live()
    counters.schemaVersion = version
  }

  func schemaVersion() throws -> Int64 {
    try live()
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

  @discardableResult
  func live() throws -> SQLiteReader {
    guard isOpen else { throw StoreError.transactionEnded }
    if let failure { throw failure }
    return reader
  }

  private func check(_ fields: [String: FieldValue], at key: String, in collection: String) throws {
    try live()
    try rules.check(name: collection)
    try rules.check(key: key)
    try rules.check(fields: fields)
  }
}
