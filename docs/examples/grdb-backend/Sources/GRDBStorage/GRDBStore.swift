import Foundation
import GRDB
import StorageContract

// GRDB has a `Record` too.
import struct StorageContract.Record

/// A store in one SQLite database, through GRDB. It flushes each transaction before it acknowledges it.
public actor GRDBStore: Store {
  public nonisolated let capabilities = StoreCapabilities(
    durability: .powerLoss, isolation: .strictSerializable, backup: false, maximumFieldSizeBytes: 1 << 20,
    compaction: true)
  /// Nil once the store is closed.
  private var queue: DatabaseQueue?

  /// Opens the database at `path`, and makes it if there is none. The exclusive lock keeps everybody else out.
  public init(path: String) throws {
    var configuration = Configuration()
    configuration.prepareDatabase {
      try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON")
    }
    do {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.writeWithoutTransaction { _ = try String.fetchOne($0, sql: "PRAGMA journal_mode = WAL") }
      try queue.write { database in
        try database.execute(sql: """
          CREATE TABLE IF NOT EXISTS counters (puts INTEGER NOT NULL, schemaVersion INTEGER NOT NULL);
          INSERT INTO counters SELECT 0, 0 WHERE NOT EXISTS (SELECT * FROM counters);
          CREATE TABLE IF NOT EXISTS records (collection TEXT NOT NULL, key BLOB NOT NULL, version INTEGER NOT NULL,
            fields BLOB NOT NULL, PRIMARY KEY (collection, key)) WITHOUT ROWID;
          """)
      }
      self.queue = queue
    } catch let error as DatabaseError {
      throw error.resultCode == .SQLITE_BUSY ? .inUse(path: path) : error.storeError("open the database")
    }
  }

  public func read<Result: Sendable>(_ body: @Sendable (any ReadTransaction) throws -> Result) async throws -> Result {
    try use { queue in
      try queue.read { database in
        let reader = Reader(database)
        defer { reader.database = nil }
        return try body(reader)
      }
    }
  }

  public func write<Result: Sendable>(_ body: @Sendable (any WriteTransaction) throws -> Result) async throws -> Result {
    try use { queue in
      try queue.write { database in
        let writer = Writer(database)
        defer { writer.database = nil }
        return try body(writer)
      }
    }
  }

  public func compact() async throws {
    try use { try $0.vacuum(); try $0.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) } }
  }

  public func backup(to path: String) async throws { throw StoreError.unsupported("backup") }
  public func restore(from path: String) async throws { throw StoreError.unsupported("restore") }
  public func close() async throws { queue = nil }

  /// In the async methods themselves, `queue.write` would be GRDB's asynchronous overload.
  private func use<Result>(_ body: (DatabaseQueue) throws -> Result) throws -> Result {
    guard let queue else { throw StoreError.closed }
    do { return try body(queue) } catch let error as DatabaseError { throw error.storeError("commit") }
  }
}

extension DatabaseError {
  fileprivate func storeError(_ operation: String) -> StoreError {
    .io(operation: operation, path: "the database", reason: description)
  }
}

/// A reading handle. It has no database once its closure has ended.
private class Reader: ReadTransaction {
  var database: Database?
  let rules = RecordRules(maximumFieldSizeBytes: 1 << 20)

  init(_ database: Database) { self.database = database }

  func call<Result>(in collection: String? = nil, _ body: (Database) throws -> Result) throws -> Result {
    guard let database else { throw StoreError.transactionEnded }
    if let collection { try rules.check(name: collection) }
    do { return try body(database) } catch let error as DatabaseError { throw error.storeError("read or write") }
  }

  func get(_ key: String, in collection: String) throws -> Record? {
    try call(in: collection) { database in
      try rules.check(key: key)
      let condition = "WHERE collection = ? AND key = ?"
      return try Row.fetchOne(
        database, sql: "SELECT * FROM records \(condition)", arguments: [collection, Data(key.utf8)]).map(record)
    }
  }

  private let range = "WHERE collection = ?1 AND (?2 IS NULL OR key >= ?2) AND (?3 IS NULL OR key < ?3)"

  func scan(_ collection: String, from lower: String?, to upper: String?, limit: Int?) throws -> [Record] {
    try call(in: collection) { database in
      try rules.check(limit: limit)
      return try Row.fetchAll(
        database, sql: "SELECT * FROM records \(range) ORDER BY key LIMIT ?4",
        arguments: [collection, lower.map { Data($0.utf8) }, upper.map { Data($0.utf8) }, limit ?? -1]).map(record)
    }
  }

  func count(_ collection: String, from lower: String?, to upper: String?) throws -> Int {
    try call(in: collection) {
      try Int.fetchOne(
        $0, sql: "SELECT count(*) FROM records \(range)",
        arguments: [collection, lower.map { Data($0.utf8) }, upper.map { Data($0.utf8) }]) ?? 0
    }
  }

  func collections() throws -> [String] {
    try call { try String.fetchAll($0, sql: "SELECT DISTINCT collection FROM records ORDER BY collection") }
  }

  func schemaVersion() throws -> Int64 {
    try call { try Int64.fetchOne($0, sql: "SELECT schemaVersion FROM counters") ?? 0 }
  }

  private func record(_ row: Row) throws -> Record {
    Record(
      key: String(decoding: row["key"] as Data, as: UTF8.self), version: row["version"],
      fields: try JSONDecoder().decode([String: FieldValue].self, from: row["fields"]))
  }
}

/// A type of its own, so that nobody can cast a reading handle to it.
private final class Writer: Reader, WriteTransaction {
  func put(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64 {
    try put(fields, key, collection) { _ in true } ?? 0
  }

  func insert(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64? {
    try put(fields, key, collection) { $0 == nil }
  }

  func compareAndSet(
    _ fields: [String: FieldValue], at key: String, in collection: String, version: Int64
  ) throws -> Int64? { try put(fields, key, collection) { $0?.version == version } }

  private func put(
    _ fields: [String: FieldValue], _ key: String, _ collection: String, if isWanted: (Record?) -> Bool
  ) throws -> Int64? {
    let found = try get(key, in: collection)
    return try call { database in
      try rules.check(fields: fields)
      guard isWanted(found) else { return nil }
      try database.execute(sql: "UPDATE counters SET puts = puts + 1")
      let insert = "REPLACE INTO records SELECT ?, ?, puts, ? FROM counters RETURNING version"
      return try Int64.fetchOne(
        database, sql: insert, arguments: [collection, Data(key.utf8), try JSONEncoder().encode(fields)])
    }
  }

  func delete(_ key: String, in collection: String) throws -> Bool {
    guard try get(key, in: collection) != nil else { return false }
    let arguments: StatementArguments = [collection, Data(key.utf8)]
    try call { try $0.execute(sql: "DELETE FROM records WHERE collection = ? AND key = ?", arguments: arguments) }
    return true
  }

  func setSchemaVersion(_ version: Int64) throws {
    try call { try $0.execute(sql: "UPDATE counters SET schemaVersion = ?", arguments: [version]) }
  }
}
