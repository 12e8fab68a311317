import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import StorageContract

/// An app full of one user's data, with one word in all of it, and what is left of that after a deletion.
struct DeletionSession {
  private let system: PersonalOSSystem
  private let deletion: DeletionCase
  private var store: any Store
  private var session: BackupSession
  private var backupURLs: [URL] = []

  init(_ deletion: DeletionCase, _ system: PersonalOSSystem) async throws {
    self.system = system
    self.deletion = deletion
    store = try await system.openStore()
    session = try await BackupSession(store, system)
    // A store that was migrated, and the configuration, which is nobody's.
    let others = [
      RawRecord(
        collection: "configuration_production", key: "snapshot", fields: ["document": .text("{}")])
    ]
    try await store.fill(
      with: StoreContents(schemaVersion: 3, records: deletion.dataset.records + others))
    let migrator = try await migrator()
    for _ in 0..<deletion.backupCount { backupURLs.append(try await migrator.createBackup()) }
    let metadata: [String: FieldValue] = [
      "version": .int64(4), "migratedAt": .date(Date(timeIntervalSinceReferenceDate: 0)),
      "backupURL": backupURLs.last.map { .text($0.absoluteString) } ?? .null,
    ]
    try await store.write { transaction in
      try transaction.put(metadata, at: "metadata", in: "schema")
      try transaction.setSchemaVersion(4)
    }
    let marked = Array(deletion.marker.utf8)
    for number in 0..<deletion.keychainItemCount {
      await session.keychain.store(marked, for: "item \(number)", accessibility: .whenUnlocked)
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

  func delete() async throws { try await session.service.deleteAllUserData() }

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
    try expect("keychain items left", await session.keychain.items.count, equals: 0)
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
  /// - Returns: false where the backend does not show its files.
  mutating func expectMarkerInFiles() async throws -> Bool {
    try await store.close()
    let bytes = try await filesOfTheStore()
    if let bytes {
      try expect("that the user's data is in the files at first", Self.contains(deletion.marker, bytes))
    }
    store = try await system.openStore()
    session = try await BackupSession(store, system, after: session)
    return bytes != nil
  }

  /// Neither the word nor the id of a record is in the files.
  mutating func expectCleanFiles() async throws {
    try await store.close()
    if let bytes = try await filesOfTheStore() {
      let ids = deletion.dataset.records.map(\.key).filter { UUID(uuidString: $0) != nil }
      for trace in [deletion.marker] + ids {
        try expect("that \(trace) is in no file", !Self.contains(trace, bytes))
      }
    }
    store = try await system.openStore()
  }

  func end() async throws { try await store.close() }

  private func filesOfTheStore() async throws -> Data? {
    do {
      return Data(try await system.rawBytes())
    } catch StoreError.unsupported {
      return nil
    }
  }

  private static func contains(_ trace: String, _ bytes: Data) -> Bool {
    bytes.range(of: Data(trace.utf8)) != nil
  }
}
