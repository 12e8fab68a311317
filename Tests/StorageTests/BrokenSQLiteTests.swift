import CSQLite
import Foundation
import StorageContract
import Testing

@testable import SQLiteStorage

/// SQLite itself used wrongly, as opposed to a good store behind a faulty wrapper: the checks catch it too.
@Suite struct BrokenSQLiteTests {
  @Test func decimalsStoredAsRealAreCaught() async throws {
    let backend = BrokenSQLiteBackend(.storesDecimalsAsReal)
    // Another number, or one that the strict reader does not take for a decimal's text.
    await #expect {
      try await ValueChecks.comeBackExactly.run(backend)
    } throws: { error in
      if case .damaged(_, _, let reason)? = error as? StoreError { return reason.contains("decimal") }
      return error is CheckFailure
    }
    try await OperationChecks.putAndGet.run(backend)
  }

  @Test func aHalfCommittedBatchIsCaught() async throws {
    let backend = BrokenSQLiteBackend(.commitsHalfABatch)
    await #expect(throws: CheckFailure.self) { try await TransactionChecks.rollback.run(backend) }
    try await OperationChecks.putAndGet.run(backend)
  }

  @Test func caseInsensitiveKeysAreCaught() async throws {
    let backend = BrokenSQLiteBackend(.comparesKeysWithoutCase)
    await #expect(throws: CheckFailure.self) {
      try await KeyChecks.canonicalEquivalentsDiffer.run(backend)
    }
  }
}

enum SQLiteFlaw: Sendable {
  case storesDecimalsAsReal, commitsHalfABatch, comparesKeysWithoutCase
}

private struct BrokenSQLiteBackend: Backend {
  let name = "broken sqlite"
  let flaw: SQLiteFlaw

  init(_ flaw: SQLiteFlaw) { self.flaw = flaw }

  func makeLocation() async throws -> any StoreLocation {
    BrokenLocation(path: temporaryPath(), flaw: flaw)
  }

  func recycle(_ location: any StoreLocation) async {
    guard let location = location as? BrokenLocation else { return }
    for suffix in ["", "-wal"] {
      try? FileManager.default.removeItem(atPath: location.path + suffix)
    }
  }

  func tearDown() async {}
}

private struct BrokenLocation: StoreLocation {
  let path: String
  let flaw: SQLiteFlaw

  func open() async throws -> any Store {
    let connection = try SQLiteConnection.open(path, purpose: .data, options: SQLiteStoreOptions())
    switch flaw {
    case .storesDecimalsAsReal:
      // What a REAL column does to a decimal, done to the one field that the check looks at.
      try connection.execute(
        "break the store",
        """
        CREATE TRIGGER IF NOT EXISTS real AFTER INSERT ON records
        WHEN json_extract(new.fields, '$.value.decimal') IS NOT NULL
        BEGIN
          UPDATE records SET fields = json_set(fields, '$.value.decimal',
            CAST(CAST(json_extract(fields, '$.value.decimal') AS REAL) AS TEXT))
          WHERE collection = new.collection AND key = new.key;
        END
        """)
    case .comparesKeysWithoutCase:
      try connection.execute(
        "break the store",
        """
        ALTER TABLE records RENAME TO good;
        CREATE TABLE records (collection TEXT, key TEXT COLLATE NOCASE, version INTEGER, fields TEXT,
          PRIMARY KEY (collection, key)) WITHOUT ROWID;
        """)
    case .commitsHalfABatch: break
    }
    return try BrokenStore(connection, flaw: flaw)
  }
}

/// Commits after the first put of every transaction, and goes on in another one.
private actor BrokenStore: Store {
  nonisolated let capabilities: StoreCapabilities
  private let connection: SQLiteConnection
  private let flaw: SQLiteFlaw
  private let good: SQLiteStore

  init(_ connection: SQLiteConnection, flaw: SQLiteFlaw) throws {
    self.connection = connection
    self.flaw = flaw
    good = try SQLiteStore(connection, options: SQLiteStoreOptions())
    capabilities = good.capabilities
  }

  func read<Result: Sendable>(
    _ body: @Sendable (any ReadTransaction) throws -> Result
  ) async throws -> Result { try await good.read(body) }

  func write<Result: Sendable>(
    _ body: @Sendable (any WriteTransaction) throws -> Result
  ) async throws -> Result {
    let (connection, flaw) = (connection, flaw)
    return try await good.write { transaction in
      guard flaw == .commitsHalfABatch else { return try body(transaction) }
      return try body(HalfCommitting(transaction, connection))
    }
  }

  func backup(to path: String) async throws { try await good.backup(to: path) }
  func restore(from path: String) async throws { try await good.restore(from: path) }
  func close() async throws { try await good.close() }
}

private final class HalfCommitting: WriteTransaction {
  private let base: any WriteTransaction
  private let connection: SQLiteConnection

  init(_ base: any WriteTransaction, _ connection: SQLiteConnection) {
    self.base = base
    self.connection = connection
  }

  func put(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64 {
    let version = try base.put(fields, at: key, in: collection)
    try connection.execute("commit too early", "COMMIT; BEGIN IMMEDIATE")
    return version
  }

  func insert(
    _ fields: [String: FieldValue], at key: String, in collection: String
  ) throws -> Int64? { try base.insert(fields, at: key, in: collection) }
  func compareAndSet(
    _ fields: [String: FieldValue], at key: String, in collection: String, version: Int64
  ) throws -> Int64? {
    try base.compareAndSet(fields, at: key, in: collection, version: version)
  }
  func delete(_ key: String, in collection: String) throws -> Bool {
    try base.delete(key, in: collection)
  }
  func setSchemaVersion(_ version: Int64) throws { try base.setSchemaVersion(version) }
  func get(_ key: String, in collection: String) throws -> Record? {
    try base.get(key, in: collection)
  }
  func scan(
    _ collection: String, from lower: String?, to upper: String?, limit: Int?
  ) throws -> [Record] { try base.scan(collection, from: lower, to: upper, limit: limit) }
  func count(_ collection: String, from lower: String?, to upper: String?) throws -> Int {
    try base.count(collection, from: lower, to: upper)
  }
  func collections() throws -> [String] { try base.collections() }
  func schemaVersion() throws -> Int64 { try base.schemaVersion() }
}
