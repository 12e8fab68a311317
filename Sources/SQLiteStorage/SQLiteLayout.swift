import CSQLite
import Foundation
import StorageContract

/// The layout of the database, made to be read in the `sqlite3` shell:
///
///     SELECT key, fields ->> '$.price.decimal' FROM records WHERE collection = 'trades';
///     SELECT name, type, value FROM fields WHERE collection = 'trades' AND key = 'AAPL';
///
/// `records` has a row per record, its fields one JSON object with exact, typed values: one statement per
/// put, where a row per field would cost one per field, and a REAL column would keep neither a
/// decimal's 38 digits nor a NaN. `fields` is a view that shows a row per field all the same. Keys are
/// TEXT under the BINARY collation, which is memcmp over the whole length, U+0000 included (the
/// contract tests hold it to that); the shell prints such a key only up to its first U+0000. `store`
/// has the one row with the counters.
enum SQLiteLayout {
  /// "TchS", at byte 68 of the file.
  static let applicationID: UInt32 = 0x5463_6853
  /// The version of this layout, as SQLite's user_version, at byte 60 of the file.
  static let version: UInt32 = 1

  /// Whose data a database holds.
  enum Purpose: String {
    /// Somebody's: never emptied but by their own transactions.
    case data
    /// Cases of a run: thrown away.
    case scratch
  }

  private static func definition(_ purpose: Purpose) -> String {
    """
    PRAGMA application_id = \(applicationID);
    PRAGMA user_version = \(version);
    CREATE TABLE store (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      purpose TEXT NOT NULL,
      put_counter INTEGER NOT NULL,
      schema_version INTEGER NOT NULL
    );
    INSERT INTO store VALUES (1, '\(purpose.rawValue)', 0, 0);
    CREATE TABLE records (
      collection TEXT NOT NULL,
      key TEXT NOT NULL,
      version INTEGER NOT NULL,
      fields TEXT NOT NULL,
      PRIMARY KEY (collection, key)
    ) WITHOUT ROWID;
    CREATE VIEW fields AS
      SELECT r.collection, r.key, r.version, f.key AS name,
        CASE f.type WHEN 'object' THEN (SELECT v.key FROM json_each(f.value) v)
          WHEN 'true' THEN 'bool' WHEN 'false' THEN 'bool' ELSE f.type END AS type,
        CASE f.type WHEN 'object' THEN (SELECT v.value FROM json_each(f.value) v)
          WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE f.value END AS value
      FROM records r, json_each(r.fields) f;
    """
  }

  /// Puts an empty database at `path`, in one step: no crash leaves half of one, and a file that appeared
  /// there meanwhile is not overwritten.
  static func create(at path: String, purpose: Purpose, durably: Bool) throws {
    let memory = try SQLiteConnection(
      path: ":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    try memory.execute("lay out a database", definition(purpose))
    let bytes = try memory.serialize()
    memory.close()

    let files = SystemFileLayer()
    let temporaryPath = "\(path).\(UUID().uuidString).new"
    do {
      let file = try files.create(temporaryPath)
      defer {
        files.close(file)
        // The name is one of two for the file now, or all there is of a failed attempt.
        try? files.remove(temporaryPath)
      }
      guard try files.append(bytes, to: file) == bytes.count else {
        throw StoreError.io(
          operation: "create the database", path: path, reason: "the disk may be full")
      }
      if durably { try files.sync(file) }
      try FileManager.default.linkItem(atPath: temporaryPath, toPath: path)
      if durably { try files.syncDirectory((path as NSString).deletingLastPathComponent.orDot) }
    } catch let error as FileLayerError {
      throw error.storeError("create the database", path)
    } catch let error as CocoaError {
      throw StoreError.io(
        operation: "create the database", path: path, reason: error.localizedDescription)
    }
  }

  static func exists(_ path: String) throws -> Bool {
    do {
      return try SystemFileLayer().exists(path)
    } catch let error as FileLayerError {
      throw error.storeError("look for the database", path)
    }
  }

  /// Throws unless the file at `path` is a database of this layout. Looks at its bytes, not through
  /// SQLite, which might change a foreign database by opening it (a leftover journal is rolled back).
  static func check(_ path: String) throws {
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw StoreError.io(
        operation: "open the database", path: path, reason: "it is not a file that may be read")
    }
    defer { try? file.close() }
    let header = [UInt8]((try? file.read(upToCount: 100)) ?? Data())
    try check(header: header, path: path)
    try checkIsWhole(file, header: header, path: path)
  }

  /// Throws where the file is shorter than its header says. SQLite does not always: it counts a page that is cut
  /// in its middle, and reads the missing part as zeros. While there is a write-ahead log the file may be behind
  /// its header, as a checkpoint that was interrupted leaves it; the log then has what is missing. So may it be while
  /// there is a rollback journal: it has the header of before.
  private static func checkIsWhole(_ file: FileHandle, header: [UInt8], path: String) throws {
    for log in [path + "-wal", path + "-journal"] where try exists(log) {
      let attributes = try? FileManager.default.attributesOfItem(atPath: log)
      if let size = attributes?[.size] as? NSNumber, size.intValue != 0 { return }
    }
    // 65,536 does not fit its two bytes, and is written as 1.
    let pageSize = Int(header[16]) << 8 | Int(header[17])
    let pages = header[28..<32].reduce(0) { $0 << 8 | Int($1) }
    let expected = pages * (pageSize == 1 ? 65_536 : pageSize)
    guard let size = try? file.seekToEnd(), size < UInt64(expected) else { return }
    throw StoreError.damaged(
      path: path, offset: Int(size), reason: "it ends there, and should have \(expected) bytes")
  }

  static func check(header: [UInt8], path: String) throws {
    guard header.count >= 100, header.starts(with: "SQLite format 3\0".utf8) else {
      throw StoreError.damaged(
        path: path, offset: 0,
        reason: "it is not a SQLite database; choose a path that does not exist, or a store's")
    }
    func number(at offset: Int) -> UInt32 {
      header[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
    guard number(at: 68) == applicationID else {
      throw StoreError.damaged(
        path: path, offset: 68,
        reason: """
          it is a SQLite database of another program (application id \(number(at: 68))); \
          choose a path that does not exist, or a store's
          """)
    }
    guard number(at: 60) == version else {
      throw StoreError.damaged(
        path: path, offset: 60,
        reason: "it has layout \(number(at: 60)); this release reads layout \(version)")
    }
  }

  static func purpose(_ connection: SQLiteConnection) throws -> Purpose? {
    var purpose: Purpose?
    try connection.runOnce("read the database's purpose", "SELECT purpose FROM store") {
      purpose = Purpose(rawValue: $0.text(at: 0) ?? "")
      return false
    }
    return purpose
  }

  /// Makes the database as it was when it was new.
  static func empty(_ connection: SQLiteConnection) throws {
    try connection.execute(
      "empty the database",
      """
      BEGIN IMMEDIATE;
      DELETE FROM records;
      UPDATE store SET put_counter = 0, schema_version = 0;
      COMMIT;
      """)
  }
}

extension String {
  /// The directory of a path without one is the current one.
  fileprivate var orDot: String { isEmpty ? "." : self }
}
