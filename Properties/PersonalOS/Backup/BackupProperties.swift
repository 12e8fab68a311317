import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract

/// Backup and deletion: all of it, or none.
public enum BackupProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = [backupRestoresEverything, deletionLeavesNothing]

  // **Feature: system-architecture-upgrade-p0, Property 8: Backup-restore round trip**
  static let backupRestoresEverything = Requirement<PersonalOSSystem>(
    "POS-08", "Backup-restore round trip",
    says: """
      An export holds all user data, trades that were moved aside among them, or is refused if another row does not \
      read; and importing the file into any store replaces the user data there with exactly what was exported. The app refuses \
      a damaged, altered or incompatible backup and a store of a newer app version; a failed import \
      changes nothing.
      """,
    covers: "2.4", "2.5", of: "DataBackupService", needs: [.storage],
    mustCatch: [
      .backupForgetsProjects, .over(.losesLastWriteOfABatch), .over(.normalizesText), .over(.truncatesDates),
      .over(.dropsEmptyValues), .over(.endsValuesAtNUL),
    ]
  ).holds(
    forAll: .backupCase,
    requiring: [
      "every table has rows": 0.5, "trades were moved aside before the import": 0.2,
      "into the same store": 0.24, "into another store": 0.24,
      "into a store with other data": 0.6, "more rows than a page": 0.03, "a flipped bit": 0.12,
      "a file cut short": 0.04, "an altered backup with the right checksum": 0.3,
      "into a store of another layout": 0.08, "into a store of a newer app": 0.01,
      "the store refuses a write of the import": 0.07, "a row does not read": 0.4,
      "a backup in another format": 0.1,
    ]
  ) { backup, system, trial in
    label(backup, trial)
    let everything = StoreContents(backup.dataset, BackupCase.bystanders)
    let other = StoreContents(backup.before, BackupCase.bystanders, schemaVersion: backup.versionBefore)
    let store = try await system.openStore()
    try await store.fill(with: everything)
    let source = try await BackupDriver(store, system)
    let file = try await source.service.exportAllData()
    try expectSame("after the export", try await store.contents(), as: everything)
    if try await source.expectNoExportOfUnreadableRows(store, backup.dataset) { trial.label("a row does not read") }

    // Over another kind of store the same data is the same file, whatever lies beside it.
    let elsewhere = try await MemoryLocation().open()
    try await elsewhere.fill(with: StoreContents(backup.dataset))
    let copy = try await BackupDriver(elsewhere, system)
    try expect("the file, over another store", try await copy.service.exportAllData(), equals: file)

    let (target, session) = backup.target == .sameStore ? (store, source) : (elsewhere, copy)
    try await target.fill(with: other)
    for damage in backup.damages {
      guard let damaged = damage.applied(to: file) else { continue }
      trial.label(damage.label)
      try await session.expectRefusal(of: damaged, "a backup with \(damage)", as: damage.error)
      try expectSame("after \(damage)", try await target.contents(), as: other)
    }
    if backup.versionBefore > 4 {
      try await session.expectRefusal(of: file, "an import into a store of a newer app")
      try expectSame("after a refused import", try await target.contents(), as: other)
    } else {
      if let step = backup.refusedWrite,
        try await session.importFile(file, into: target, refusing: step, system)
      {
        trial.label("the store refuses a write of the import")
        try expectSame("after an import that failed midway", try await target.contents(), as: other)
      }
      try await session.service.importData(file)
      try expectSame("after the import", try await target.contents(), as: everything)
      try expect("the file, exported again", try await session.service.exportAllData(), equals: file)
    }
    try await store.close()
    try await elsewhere.close()
  }

  private static func label(_ backup: BackupCase, _ trial: Trial) {
    trial.label("every table has rows", if: backup.dataset.hasEveryTable)
    trial.label(
      "trades were moved aside before the import", if: backup.before.records.contains { $0.collection == "quarantine" })
    trial.label("into the same store", if: backup.target == .sameStore)
    trial.label("into another store", if: backup.target == .otherStore)
    trial.label("into a store with other data", if: !backup.before.records.isEmpty)
    trial.label("into a store of another layout", if: backup.versionBefore < 4)
    trial.label("into a store of a newer app", if: backup.versionBefore > 4)
    trial.label("more rows than a page", if: backup.dataset.largestTableCount > 16)
  }

  // **Feature: system-architecture-upgrade-p0, Property 9: Complete data deletion**
  static let deletionLeavesNothing = Requirement<PersonalOSSystem>(
    "POS-09", "Complete data deletion",
    says: """
      A deletion of all user data withdraws notices and empties keychain, backups and tables, in this order. No trace stays \
      in the files, only the schema's metadata. If a part refuses, the deletion throws, all before that part is gone, all \
      after it stays, and the user can repeat it. No query, relaunch or restore brings data back. Until backups are deleted, \
      a backup folder lists them oldest first.
      """,
    covers: "2.6", of: "DataBackupService.deleteAllUserData", needs: [.storage],
    mustCatch: [
      .over(.bringsDeletedRecordsBack), .over(.limitsScans), .over(.keepsDeletedPlaintext), .placesSortBackupsByName,
      .placesForgetTheFirst, .placesKeepFiles,
    ]
  ).holds(
    forAll: .deletionCase,
    requiring: [
      "every table had rows": 1, "more rows than a page": 0.03, "the keychain refuses": 0.08, "the backups refuse": 0.08,
      "the store refuses a write": 0.15, "the store refuses to rewrite its files": 0.08, "is refused more than once": 0.15,
    ]
  ) { deletion, system, trial in
    var session = try await DeletionDriver(deletion, system)
    trial.label("every table had rows", if: try await session.hasEveryTable())
    trial.label("more rows than a page", if: deletion.dataset.largestTableCount > 16)
    try await session.expectMarkerInFiles()

    for refusal in deletion.refusals { trial.label(name(of: refusal)) }
    trial.label("is refused more than once", if: deletion.refusals.count > 1)
    try await session.delete()
    try await session.expectNothingLeft()
    // Nor does anything come back: not by itself, and not by whoever tries to restore it.
    try await session.reopen()
    try await session.expectNothingLeft()
    try await session.expectNoWayBack()
    try await session.expectNothingLeft()
    try await session.expectCleanFiles()
    try await session.end()
    try await BackupPlaceClaims(system: system.backup, count: deletion.backupCount * 6).expectAll()
  }
}

private func name(of refusal: DeletionRefusal) -> String {
  switch refusal {
  case .keychain: "the keychain refuses"
  case .backups: "the backups refuse"
  case .write: "the store refuses a write"
  case .compaction: "the store refuses to rewrite its files"
  }
}

extension Fault<PersonalOSSystem> {
  /// The file is in order, and so is its import: only the data is not all there.
  static let backupForgetsProjects = Fault(
    "backupForgetsProjects", "forgets the projects, in export and import alike") { system in
    system.backup.openService = { setup in
      DataBackupService(setup, models: DataBackupService.models.filter { $0.collection != "projects" })
    }
  }
}
