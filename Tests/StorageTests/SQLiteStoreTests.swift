import CSQLite
import Foundation
import StorageContract
import Testing

@testable import SQLiteStorage

@Suite struct SQLiteStoreTests {
  /// A path for one database, removed at the end with what SQLite puts beside it.
  final class Place: Sendable {
    let path = temporaryPath() + ".sqlite"

    deinit {
      for suffix in ["", "-wal", "-shm", "-2", "-3"] {
        try? FileManager.default.removeItem(atPath: path + suffix)
      }
    }
  }

  /// What a person sees in the shell: the rows, columns joined by bars.
  static func shell(_ path: String, _ sql: String) -> [String] {
    var database: OpaquePointer?
    var statement: OpaquePointer?
    defer {
      sqlite3_finalize(statement)
      sqlite3_close(database)
    }
    guard sqlite3_open(path, &database) == SQLITE_OK,
      sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK
    else { return ["error: " + String(cString: sqlite3_errmsg(database))] }
    var rows: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      rows.append(
        (0..<sqlite3_column_count(statement)).map { column in
          sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "NULL"
        }.joined(separator: "|"))
    }
    return rows
  }

  @Test func isReadableInTheShell() async throws {
    let place = Place()
    let store = try SQLiteStore(path: place.path)
    let price = "12345678901234567890.123456789012345678"
    try await store.write { transaction in
      try transaction.put(
        [
          "price": .decimal(Decimal(string: price)!), "count": .int64(3), "open": .bool(true),
          "name": .text("Ünï"), "gone": .null, "ratio": .double(.nan),
        ], at: "AAPL", in: "trades")
      try transaction.setSchemaVersion(4)
    }
    try await store.close()
    #expect(
      Self.shell(place.path, "SELECT key, version, fields ->> '$.price.decimal' FROM records")
        == ["AAPL|1|\(price)"])
    #expect(
      Self.shell(place.path, "SELECT name, type, value FROM fields ORDER BY name") == [
        "count|int64|3", "gone|null|NULL", "name|text|Ünï", "open|bool|true",
        "price|decimal|\(price)", "ratio|double|nan:7ff8000000000000",
      ])
    #expect(
      Self.shell(place.path, "SELECT purpose, put_counter, schema_version FROM store")
        == ["data|1|4"])
    #expect(
      Self.shell(place.path, "SELECT typeof(key), typeof(fields) FROM records") == ["text|text"])
    #expect(Self.shell(place.path, "PRAGMA integrity_check") == ["ok"])
    #expect(!FileManager.default.fileExists(atPath: place.path + "-wal"))
  }

  @Test func foreignFilesAreRefusedAndLeftAsTheyAre() async throws {
    let foreign = Place()
    #expect(Self.shell(foreign.path, "CREATE TABLE theirs (x)") == [])
    let empty = Place()
    try Data().write(to: URL(fileURLWithPath: empty.path))
    let text = Place()
    try Data("a letter".utf8).write(to: URL(fileURLWithPath: text.path))
    for (place, word) in [
      (foreign, "another program"), (empty, "not a SQLite database"), (text, "not a SQLite database"),
    ] {
      let before = FileManager.default.contents(atPath: place.path)
      #expect {
        try SQLiteStore(path: place.path)
      } throws: { "\($0)".contains(place.path) && "\($0)".contains(word) }
      let backend = SQLiteBackend(path: place.path)
      await #expect(throws: StoreError.self) { _ = try await backend.makeLocation() }
      await backend.tearDown()
      #expect(FileManager.default.contents(atPath: place.path) == before)
    }
    #expect(throws: StoreError.self) { try SQLiteStore(path: "/dev/null/x.sqlite") }
    #expect(throws: StoreError.self) { try SQLiteStore(path: NSTemporaryDirectory()) }
  }

  @Test func aBackendDoesNotTouchAStoresData() async throws {
    let place = Place()
    let store = try SQLiteStore(path: place.path)
    try await store.write { _ = try $0.put(["mine": .bool(true)], at: "k", in: "c") }
    let dump = try await store.dump()
    try await store.close()
    let backend = SQLiteBackend(path: place.path)
    await #expect {
      _ = try await backend.makeLocation()
    } throws: { "\($0)".contains("holds a store's data") }
    await backend.tearDown()
    let reopened = try SQLiteStore(path: place.path)
    #expect(try await reopened.dump() == dump)
    try await reopened.close()
  }

  @Test func aBackendTakesItsLeftoversAndRemovesItsFiles() async throws {
    let place = Place()
    let killed = SQLiteBackend(path: place.path)
    let left = try await killed.makeLocation().open()
    try await left.write { _ = try $0.put([:], at: "k", in: "c") }
    try await left.close()

    let backend = SQLiteBackend(path: place.path)
    let first = try await backend.makeLocation()
    let second = try await backend.makeLocation()
    #expect((first as? SQLiteLocation)?.path == place.path)
    #expect((second as? SQLiteLocation)?.path == place.path + "-2")
    let store = try await first.open()
    #expect(try await store.dump() == "schemaVersion 0\n")
    await backend.recycle(first)
    await #expect(throws: StoreError.closed) { try await store.read { _ in } }
    let third = try await backend.makeLocation()
    #expect((third as? SQLiteLocation)?.path == place.path)
    await backend.tearDown()
    for suffix in ["", "-2", "-wal", "-2-wal"] {
      #expect(!FileManager.default.fileExists(atPath: place.path + suffix))
    }
  }

  @Test func deletedValuesAreNotLeftInTheFile() async throws {
    let place = Place()
    let store = try SQLiteStore(path: place.path)
    let secret = "a secret nobody should find"
    try await store.write { transaction in
      for number in 0..<20 { try transaction.put(["t": .text(secret)], at: "\(number)", in: "c") }
    }
    try await store.write { transaction in
      for number in 0..<20 { try transaction.delete("\(number)", in: "c") }
    }
    try await store.close()
    let bytes = try #require(FileManager.default.contents(atPath: place.path))
    #expect(bytes.range(of: Data(secret.utf8)) == nil)
  }

  @Test func unreadableFieldsAreDamage() async throws {
    let place = Place()
    let store = try SQLiteStore(path: place.path)
    try await store.write { _ = try $0.put(["n": .int64(1)], at: "k", in: "c") }
    try await store.close()
    for fields in ["{}x", "{\"n\":1}", "{\"n\":{\"int64\":\"1.5\"}}", "", "{\"n\":{\"int64\":\"01\"}}"] {
      #expect(Self.shell(place.path, "UPDATE records SET fields = '\(fields)'") == [])
      let store = try SQLiteStore(path: place.path)
      await #expect {
        _ = try await store.read { try $0.get("k", in: "c") }
      } throws: {
        if case .damaged(place.path, nil, let reason)? = $0 as? StoreError {
          reason.contains("\"k\"")
        } else {
          false
        }
      }
      try await store.close()
    }
  }

  /// SQLite ends a transaction by itself when the disk is full; what the closure does after that must not
  /// be committed alone.
  @Test func aFullDatabaseLeavesTheStoreAsItWas() async throws {
    let place = Place()
    let options = SQLiteStoreOptions()
    let connection = try SQLiteConnection.open(place.path, purpose: .data, options: options)
    let store = try SQLiteStore(connection, options: options)
    try await store.write { _ = try $0.put(["t": .text("before")], at: "before", in: "c") }
    let dump = try await store.dump()
    try connection.execute("fill the disk", "PRAGMA max_page_count = 20")
    let large = FieldValue.text(String(repeating: "x", count: 200_000))
    let full: @Sendable (any Error) -> Bool = {
      if case .io("write a record", place.path, let reason)? = $0 as? StoreError {
        reason.contains("full")
      } else {
        false
      }
    }
    await #expect {
      try await store.write { transaction in
        try transaction.put([:], at: "first", in: "c")
        try transaction.put(["t": large], at: "large", in: "c")
      }
    } throws: { full($0) }
    #expect(try await store.dump() == dump)
    // The same where the closure passes over the error.
    await #expect {
      try await store.write { transaction in
        try transaction.put([:], at: "first", in: "c")
        do { try transaction.put(["t": large], at: "large", in: "c") } catch {}
        do { try transaction.put([:], at: "last", in: "c") } catch {}
      }
    } throws: { full($0) }
    #expect(try await store.dump() == dump)
    try connection.execute("make room", "PRAGMA max_page_count = 100000")
    #expect(try await store.write { try $0.put(["t": large], at: "large", in: "c") } == 2)
    let after = try await store.dump()
    try await store.close()
    let reopened = try SQLiteStore(path: place.path)
    #expect(try await reopened.dump() == after)
    try await reopened.close()
  }

  @Test func aBackupIsADatabase() async throws {
    let place = Place()
    let copy = Place()
    let store = try SQLiteStore(path: place.path)
    try await store.write { _ = try $0.put(["n": .int64(1)], at: "k", in: "c") }
    try await store.backup(to: copy.path)
    #expect(Self.shell(copy.path, "SELECT key, version FROM records") == ["k|1"])
    #expect(Self.shell(copy.path, "PRAGMA integrity_check") == ["ok"])
    // A live database is not a backup, though it has the layout.
    let other = Place()
    try await SQLiteStore(path: other.path).close()
    await #expect(throws: StoreError.self) { try await store.restore(from: other.path) }
    try await store.close()
  }
}
