import Foundation
import PropertyTesting
import StorageContract
import Testing

@testable import SQLiteStorage
@testable import StorageConformance

/// SQLite itself used wrongly, as opposed to a good store behind a faulty wrapper: the laws catch it too.
@Suite struct BrokenSQLiteTests {
  @Test(arguments: [
    (SQLiteFlaw.storesDecimalsAsReal, "STO-01", "STO-04"), (.commitsHalfABatch, "STO-24", "STO-10"),
    (.comparesKeysWithoutCase, "STO-09", "STO-01"),
  ])
  func isCaughtByTheLawThatIsAboutIt(_ flaw: SQLiteFlaw, _ broken: String, _ kept: String) async throws {
    let backend = BrokenSQLiteBackend(flaw)
    let capabilities = try await ConformanceRun.capabilities(of: backend)
    let run = ConformanceRun(settings: RunSettings(cases: 50, seed: 1, shrinks: false))
    for law in StorageLaws.all where [broken, kept].contains(law.id) {
      let row = await run.row(of: law, over: backend, capabilities)
      #expect(row.isHeld == (law.id == kept), "\(ConformanceText().line(row))")
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
    BrokenSQLiteLocation(path: NSTemporaryDirectory() + "touchstone-test-" + UUID().uuidString, flaw: flaw)
  }

  func recycle(_ location: any StoreLocation) async {
    guard let location = location as? BrokenSQLiteLocation else { return }
    for suffix in ["", "-wal"] {
      try? FileManager.default.removeItem(atPath: location.path + suffix)
    }
  }

  func tearDown() async {}
}

private struct BrokenSQLiteLocation: StoreLocation {
  let path: String
  let flaw: SQLiteFlaw

  func open() async throws -> any Store {
    let connection = try SQLiteConnection.open(
      path, purpose: .data, options: SQLiteStoreOptions(durability: .processCrash))
    switch flaw {
    case .storesDecimalsAsReal:
      // What a REAL column does to a decimal, done to the one field that the law looks at.
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
      var isBroken = false
      try connection.runOnce("look for the broken table", "SELECT 1 FROM sqlite_master WHERE name = 'good'") { _ in
        isBroken = true
        return false
      }
      if isBroken { break }
      try connection.execute(
        "break the store",
        """
        ALTER TABLE records RENAME TO good;
        CREATE TABLE records (collection TEXT, key TEXT COLLATE NOCASE, version INTEGER, fields TEXT,
          PRIMARY KEY (collection, key)) WITHOUT ROWID;
        """)
    case .commitsHalfABatch: break
    }
    let store = try SQLiteStore(connection, options: SQLiteStoreOptions(durability: .processCrash))
    return flaw == .commitsHalfABatch ? InterposedStore(store, .committingHalves(connection)) : store
  }
}

extension StoreHooks {
  /// Commits after the first put of every transaction, and goes on in another one.
  fileprivate static func committingHalves(_ connection: SQLiteConnection) -> StoreHooks {
    var hooks = StoreHooks()
    hooks.write = { store, body in
      try await store.write { transaction in
        var calls = TransactionHooks()
        calls.put = { transaction, fields, key, collection in
          let version = try transaction.put(fields, at: key, in: collection)
          try connection.execute("commit too early", "COMMIT; BEGIN IMMEDIATE")
          return version
        }
        try body(calls.over(transaction))
      }
    }
    return hooks
  }
}
