import CSQLite
import StorageContract

/// One open database with its prepared statements.
///
/// `@unchecked Sendable`: SQLite's handles may move between threads but not be used by two at once. One owner
/// at a time keeps that: the ``SQLiteStore`` actor while it is open, and otherwise the location, behind
/// a mutex.
final class SQLiteConnection: @unchecked Sendable {
  let path: String
  private let database: OpaquePointer
  private var prepared = [OpaquePointer?](repeating: nil, count: SQLiteQuery.allCases.count)
  private var isOpen = true
  /// Given back when the connection is closed.
  var claim: OpenDatabases.Identity?

  /// - Parameter flags: of `sqlite3_open_v2`.
  init(path: String, flags: Int32) throws {
    self.path = path
    _ = SQLiteForks.areSafe
    var database: OpaquePointer?
    let code = sqlite3_open_v2(path, &database, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let database else {
      let message = database.map { String(cString: sqlite3_errmsg($0)) }
      sqlite3_close_v2(database)
      throw Self.error("open the database", path, code: code, message: message)
    }
    self.database = database
    sqlite3_extended_result_codes(database, 1)
  }

  deinit {
    close()
  }

  /// Finalizes all statements and closes the database, which folds the write-ahead log into its file.
  func close() {
    guard isOpen else { return }
    isOpen = false
    for statement in prepared { sqlite3_finalize(statement) }
    sqlite3_close_v2(database)
    OpenDatabases.release(claim)
  }

  /// Outside of any transaction.
  var isIdle: Bool { sqlite3_get_autocommit(database) != 0 }

  var isReadOnly: Bool { sqlite3_db_readonly(database, "main") == 1 }

  /// How many rows the latest statement changed.
  var changeCount: Int { Int(sqlite3_changes64(database)) }

  func setBusyTimeout(milliseconds: Int) {
    sqlite3_busy_timeout(database, Int32(clamping: milliseconds))
  }

  /// Lets the connection read `bytes`, a whole database, in place of a file. They must stay where they
  /// are until it is closed.
  func deserialize(_ bytes: UnsafeMutableRawBufferPointer) throws {
    let code = sqlite3_deserialize(
      database, "main", bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), Int64(bytes.count),
      Int64(bytes.count), UInt32(SQLITE_DESERIALIZE_READONLY))
    guard code == SQLITE_OK else { throw error("read the database", code) }
  }

  /// The whole database as it would be in a file.
  func serialize() throws -> [UInt8] {
    var size: Int64 = 0
    guard let bytes = sqlite3_serialize(database, "main", &size, 0) else {
      throw error("serialize the database", SQLITE_NOMEM)
    }
    defer { sqlite3_free(bytes) }
    return [UInt8](UnsafeBufferPointer(start: bytes, count: Int(size)))
  }

  /// Runs statements that return no rows, or whose rows do not matter.
  func execute(_ operation: String, _ sql: String) throws {
    let code = sqlite3_exec(database, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(operation, code) }
  }

  /// Runs one of the prepared statements: `bind` gives its parameters, `row` is called for every row until
  /// it returns false.
  func run(
    _ query: SQLiteQuery, bind: (SQLiteStatement) throws -> Void = { _ in },
    row: (SQLiteStatement) throws -> Bool = { _ in true }
  ) throws {
    let handle = try prepared[query.rawValue] ?? prepare(query)
    try run(SQLiteStatement(handle: handle), query.operation, bind: bind, row: row)
  }

  /// Runs a statement that is used once in a store's life, with `text` as its parameter if it has one.
  func runOnce(
    _ operation: String, _ sql: String, text: String? = nil,
    row: (SQLiteStatement) throws -> Bool = { _ in true }
  ) throws {
    let handle = try prepare(sql, operation, flags: 0)
    defer { sqlite3_finalize(handle) }
    try run(
      SQLiteStatement(handle: handle), operation,
      bind: { statement in
        if let text { statement.bind(text, at: 1) }
      }, row: row)
  }

  private func run(
    _ statement: SQLiteStatement, _ operation: String, bind: (SQLiteStatement) throws -> Void,
    row: (SQLiteStatement) throws -> Bool
  ) throws {
    // Also drops the copies of bound values; without it the last text would stay in memory.
    defer { statement.reset() }
    try bind(statement)
    while true {
      let code = sqlite3_step(statement.handle)
      switch code {
      case SQLITE_DONE: return
      case SQLITE_ROW: if try !row(statement) { return }
      default: throw error(operation, code)
      }
    }
  }

  private func prepare(_ query: SQLiteQuery) throws -> OpaquePointer {
    let statement = try prepare(
      query.sql, query.operation, flags: UInt32(SQLITE_PREPARE_PERSISTENT))
    prepared[query.rawValue] = statement
    return statement
  }

  private func prepare(_ sql: String, _ operation: String, flags: UInt32) throws -> OpaquePointer {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(database, sql, -1, flags, &statement, nil)
    guard code == SQLITE_OK, let statement else { throw error(operation, code) }
    return statement
  }

  private func error(_ operation: String, _ code: Int32) -> StoreError {
    Self.error(operation, path, code: code, message: String(cString: sqlite3_errmsg(database)))
  }

  private static func error(
    _ operation: String, _ path: String, code: Int32, message: String?
  ) -> StoreError {
    let reason = message ?? String(cString: sqlite3_errstr(code))
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: return .inUse(path: path)
    case SQLITE_READONLY, SQLITE_PERM: return .readOnly(path: path)
    case SQLITE_CORRUPT, SQLITE_NOTADB:
      return .damaged(path: path, offset: nil, reason: "SQLite says: \(reason)")
    default: return .io(operation: operation, path: path, reason: "SQLite says: \(reason)")
    }
  }
}
