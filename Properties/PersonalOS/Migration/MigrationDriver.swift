import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract
import Synchronization

/// A store with data of an old layout, and what migrates it.
final class MigrationDriver: Sendable {
  let backups = MemoryBackupPlace()
  let now = Date(timeIntervalSinceReferenceDate: 800_000_000.25)
  private let system: PersonalOSSystem
  private let presentedErrors = Mutex<[AppError]>([])

  init(_ system: PersonalOSSystem) {
    self.system = system
  }

  /// What the user was told, oldest first.
  var presented: [AppError] { presentedErrors.withLock { $0 } }

  /// - Parameter backups: where backups go; the session's own place unless given.
  func migrator(over store: any Store, backups: (any BackupPlace)? = nil) async throws -> any Migrator {
    try await system.migration.openMigrator(
      MigrationSetup(
        data: DataActor(store: store), backups: backups ?? self.backups,
        present: { [self] error in presentedErrors.withLock { $0.append(error) } }, now: { [now] in now }),
      system.migration.steps)
  }

  /// A backup of whatever layout is restored in the current one, over whatever is there; a rollback then leads to the backup.
  /// One of a newer app is refused.
  func expectRestored(_ dataset: LegacyDataset, from backup: URL, over store: any Store) async throws {
    let migrator = try await migrator(over: store)
    try await migrator.restoreFromBackup(url: backup)
    let restored = expected(dataset, in: .current, backup: backup)
    try expectSame("after a restore of a backup of \(dataset.version)", try await store.contents(), as: restored)
    try await migrator.rollback()
    try expectSame("back at the backup of \(dataset.version)", try await store.contents(), as: dataset.contents)

    var newer = try BackupEnvelope(try await backups.read(backup))
    newer.schemaVersion = 5
    let newerBackup = try await backups.write(newer.bytes)
    let refusal = await thrownError { try await migrator.restoreFromBackup(url: newerBackup) }
    try expect("how a restore of a newer app's backup fails", refusal as? BackupError, equals: .isNewer(found: 5, expected: 4))
    try expectSame("after a refused restore", try await store.contents(), as: dataset.contents)
  }

  /// A new store only gets the version and the record of its migration.
  func expectNewStoreMigrated(_ store: any Store) async throws {
    try await store.fill(with: StoreContents(schemaVersion: 0, records: []))
    let count = await backups.all().count
    try await migrator(over: store).performMigration()
    try expectSame(
      "after the migration of a new store", try await store.contents(), as: expected([], in: .current, backup: nil))
    try expect("backups of a new store", await backups.all().count - count, equals: 0)
  }

  /// Data of the layout `target` in a store that was migrated to it, with the record of the migration.
  func expected(
    _ dataset: LegacyDataset, in target: SchemaVersion, backup: URL?
  ) -> StoreContents {
    expected(dataset.records(in: target), in: target, backup: backup)
  }

  private func expected(_ records: [RawRecord], in target: SchemaVersion, backup: URL?) -> StoreContents {
    let metadata = RawRecord(
      collection: "schema", key: "metadata",
      fields: [
        "version": .int64(Int64(target.rawValue)), "migratedAt": .date(now),
        "backupURL": backup.map { .text($0.absoluteString) } ?? .null,
      ])
    return StoreContents(
      schemaVersion: Int64(target.rawValue),
      records: (records + [metadata]).sortedWithoutDuplicates())
  }
}

extension LegacyDataset {
  /// A store of the dataset's own layout.
  var contents: StoreContents {
    StoreContents(schemaVersion: Int64(version.rawValue), records: records(in: version))
  }

  var largestTableCount: Int {
    Dictionary(grouping: records(in: version), by: \.collection).values.map(\.count).max() ?? 0
  }
}

/// A place that takes no backups, as when the disk is full.
struct RefusingBackupPlace: BackupPlace {
  struct Refused: Error {}

  func write(_ bytes: [UInt8]) async throws -> URL { throw Refused() }
  func read(_ url: URL) async throws -> [UInt8] { throw BackupError.missing(url) }
  func all() async throws -> [URL] { [] }
  func deleteAll() async throws {}
}
