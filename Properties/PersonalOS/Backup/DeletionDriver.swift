import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import StorageContract

/// An app full of one user's data, with one word in all of it, and what is left of that after a deletion.
struct DeletionDriver {
  private let system: PersonalOSSystem
  private let deletion: DeletionCase
  private var store: any Store
  private var session: BackupDriver
  private var backupURLs: [URL] = []
  /// What lay in the keychain's file.
  private var sealedItems: [String] = []

  init(_ deletion: DeletionCase, _ system: PersonalOSSystem) async throws {
    self.system = system
    self.deletion = deletion
    store = try await system.openStore()
    session = try await BackupDriver(store, system)
    // A store that was migrated, with a table that no backup knows of.
    let drafts = RawRecord(collection: "drafts", key: "1", fields: ["text": .text(deletion.marker)])
    try await store.fill(with: StoreContents(deletion.dataset, [drafts], schemaVersion: 3))
    let migrator = try await migrator()
    for _ in 0..<deletion.backupCount { backupURLs.append(try await migrator.createBackup()) }
    let metadata: [String: FieldValue] = [
      "version": .int64(4), "migratedAt": .date(Date(timeIntervalSinceReferenceDate: 0)),
      "backupURL": backupURLs.last.map { .text($0.absoluteString) } ?? .null,
    ]
    try await store.write { transaction in
      try transaction.put(metadata, at: "metadata", in: "schema")
      try transaction.put([:], at: "samples", in: "schema")
      try transaction.setSchemaVersion(4)
    }
    let marked = Array(deletion.marker.utf8)
    for number in 0..<deletion.keychainItemCount {
      try await session.keychain.keychain.store(
        marked, for: "item \(number)", accessibility: .whenUnlocked)
    }
    for item in try await session.keychain.records() {
      for case .bytes(let sealed) in item.fields.values {
        sealedItems.append(FieldValue.bytes(sealed).exactText)
      }
    }
    for number in 0..<deletion.noticeCount {
      session.notifications.add(
        NotificationScheduler.Request(
          id: "\(number)", fireDate: Date(timeIntervalSinceReferenceDate: Double(number)),
          message: deletion.marker))
    }
  }

  private func migrator() async throws -> any Migrator {
    try await system.migration.openMigrator(
      MigrationSetup(
        data: DataActor(store: store), backups: session.backups, present: { _ in }, now: { Date() }),
      system.migration.steps)
  }

  func hasEveryTable() async throws -> Bool {
    let found = Set(try await store.contents().records.map(\.collection))
    return found.isSuperset(of: UserDataset.collections)
  }

  /// Deletes; where the case says so, after attempts that a part refused.
  func delete() async throws {
    var left = try await left()
    for drawn in deletion.refusals {
      // Without records there is one write, the end of the transaction.
      let refusal = drawn.isWrite && left.records.isEmpty ? .write(0) : drawn
      let attempt = try await RefusedDeletion(refusal, store, session, system)
      try await attempt.expectRefused()
      left.lose(before: refusal)
      try expect("what is left after \(refusal) was refused", try await self.left(), equals: left)
    }
    try await session.service.deleteAllUserData()
  }

  private func left() async throws -> DeletionRemains {
    let records = try await store.contents().records
    return DeletionRemains(
      notices: session.notifications.pending.count, keychainItems: try await session.keychain.records().count,
      backups: await session.backups.all().count, records: records.filter { $0.collection != "schema" })
  }

  mutating func reopen() async throws {
    try await store.close()
    store = try await system.openStore()
  }

  func expectNothingLeft() async throws {
    for collection in UserDataset.collections {
      let count = try await store.read { try $0.count(collection) }
      try expect("records left in \(collection)", count, equals: 0)
    }
    let trades = try await BaseRepository<TradeRecord>(DataActor(store: store)).fetch()
    try expect("trades that are found", trades, equals: [])
    let left = try await store.contents().records.first { "\($0)".contains(deletion.marker) }
    try expect("a record with the user's data", left, equals: nil)
    // What is no data of the user's: else the next launch would take the store for one that was never migrated or seeded.
    let schema = try await store.read { try $0.scan("schema") }
    try expect("what the store knows of its layout", schema.map(\.key), equals: ["metadata", "samples"])
    try expect("the layout that the store was migrated to", schema.first?.fields["version"], equals: .int64(4))
    try expect("the backup of the last migration", schema.first?.fields["backupURL"], equals: .null)
    try expect("keychain items left", try await session.keychain.records(), equals: [])
    try expect("notices left", session.notifications.pending, equals: [])
    try expect("backups left", await session.backups.all(), equals: [])
  }

  /// Restoring fails, whichever way.
  func expectNoWayBack() async throws {
    let migrator = try await migrator()
    for url in backupURLs {
      do {
        try await migrator.restoreFromBackup(url: url)
        try expect("that \(url) cannot be restored", false)
      } catch is BackupError {}
    }
    do {
      try await migrator.rollback()
      try expect("that nothing can be rolled back", false)
    } catch is BackupError {} catch is MigrationError {}
  }

  /// Before the deletion the word is in the files: whoever looks for it would find it.
  mutating func expectMarkerInFiles() async throws {
    try await store.close()
    let bytes = Data(try await system.whatIsAtRest())
    try expect("that the user's data is in the files at first", Self.contains(deletion.marker, bytes))
    try expect(
      "a keychain item at first", try await session.keychain.keychain.retrieve("item 0"),
      equals: Array(deletion.marker.utf8))
    store = try await system.openStore()
    session = try await BackupDriver(store, system, after: session)
  }

  /// Neither the word nor the id of a record is in the files.
  mutating func expectCleanFiles() async throws {
    try await store.close()
    let bytes = Data(try await system.whatIsAtRest())
    let ids = deletion.dataset.records.map(\.key).filter { UUID(uuidString: $0) != nil }
    for trace in [deletion.marker] + ids {
      try expect("that \(trace) is in no file", !Self.contains(trace, bytes))
    }
    store = try await system.openStore()
  }

  /// - Postcondition: nothing of the keychain's items was in its file.
  func end() async throws {
    try await store.close()
    let file = Data(try await session.keychain.end())
    for trace in [deletion.marker] + sealedItems {
      try expect("that \(trace) is not in the keychain's file", !Self.contains(trace, file))
    }
  }

  private static func contains(_ trace: String, _ bytes: Data) -> Bool {
    bytes.range(of: Data(trace.utf8)) != nil
  }
}
