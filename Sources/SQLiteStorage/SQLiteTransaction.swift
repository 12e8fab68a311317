import StorageContract

/// What both handles do: reads over a connection that is in a transaction.
struct SQLiteReader: TransactionReader {
  let connection: SQLiteConnection
  let rules: RecordRules

  func get(_ key: String, in collection: String) throws -> Record? {
    try rules.check(name: collection)
    try rules.check(key: key)
    var record: Record?
    try connection.run(.get) { statement in
      statement.bind(collection, at: 1)
      statement.bind(key, at: 2)
    } row: { statement in
      record = try self.record(statement)
      return false
    }
    return record
  }

  func scan(
    _ collection: String, from lower: String?, to upper: String?, limit: Int?
  ) throws -> [Record] {
    try rules.check(name: collection)
    try rules.check(limit: limit)
    var records: [Record] = []
    try connection.run(upper == nil ? .scan : .scanBelow) { statement in
      statement.bind(collection, at: 1)
      statement.bind(lower ?? "", at: 2)
      statement.bind(Int64(limit ?? -1), at: 3)
      if let upper { statement.bind(upper, at: 4) }
    } row: { statement in
      records.append(try record(statement))
      return true
    }
    return records
  }

  func count(_ collection: String, from lower: String?, to upper: String?) throws -> Int {
    try rules.check(name: collection)
    var count = 0
    try connection.run(upper == nil ? .count : .countBelow) { statement in
      statement.bind(collection, at: 1)
      statement.bind(lower ?? "", at: 2)
      if let upper { statement.bind(upper, at: 3) }
    } row: { statement in
      count = Int(statement.int64(at: 0))
      return false
    }
    return count
  }

  func collections() throws -> [String] {
    var names: [String] = []
    while true {
      var next: String?
      try connection.run(.nextCollection) { statement in
        statement.bind(names.last ?? "", at: 1)
      } row: { statement in
        next = statement.text(at: 0)
        return false
      }
      guard let next else { return names }
      names.append(next)
    }
  }

  private func record(_ statement: SQLiteStatement) throws -> Record {
    guard let key = statement.text(at: 0) else {
      throw StoreError.damaged(
        path: connection.path, offset: nil, reason: "a record's key is not UTF-8")
    }
    let version = statement.int64(at: 1)
    do {
      let fields = try FieldsText.read(statement.utf8(at: 2)[...])
      return Record(key: key, version: version, fields: fields)
    } catch let error as TextFormatError {
      throw StoreError.damaged(
        path: connection.path, offset: nil,
        reason: """
          the fields of record \(key.debugDescription) cannot be read: \(error.reason), \
          at byte \(error.offset) of their text
          """)
    }
  }
}

/// A read.
final class SQLiteReadTransaction: TransactionHandle {
  private var reader: SQLiteReader?
  private let counters: SQLiteCounters

  init(_ reader: SQLiteReader, counters: SQLiteCounters) {
    self.reader = reader
    self.counters = counters
  }

  func end() {
    reader = nil
  }

  func schemaVersion() throws -> Int64 {
    _ = try live()
    return counters.schemaVersion
  }

  func live() throws -> SQLiteReader {
    guard let reader else { throw StoreError.transactionEnded }
    return reader
  }
}

/// The store's one row of numbers. The store holds the database exclusively, so that it may keep them.
struct SQLiteCounters: Sendable, Equatable {
  var put: Int64 = 0
  var schemaVersion: Int64 = 0
}
