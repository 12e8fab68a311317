import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import StorageContract

// Faults of deletion: a service around the good one, or one that works on something else.

extension Fault<PersonalOSSystem> {
  static let deletionKeepsBackups = deletion("deletionKeepsBackups", "leaves the backups of migrations") { setup in
    setup.backups = DeafBackupPlace(base: setup.backups)
  }
  static let deletionSkipsTheKeychain = deletion("deletionSkipsTheKeychain", "leaves the keychain") {
    $0.keychain = DeafKeychain(base: $0.keychain, deleted: [])
  }
  static let deletionLeavesKeychainItems = deletion(
    "deletionLeavesKeychainItems", "deletes only the keychain items it knows by name") {
    $0.keychain = DeafKeychain(base: $0.keychain, deleted: ["item 0"])
  }
  static let deletionKeepsNotices = deletion("deletionKeepsNotices", "leaves pending notices") {
    $0.notifications = NotificationScheduler()
  }

  static let deletionOnlyMarksRecords = records(
    "deletionOnlyMarksRecords", "marks records as deleted and keeps them") {
    records, deleted in
    deleted = records.map { record in
      RawRecord(
        collection: record.collection, key: record.key,
        fields: record.fields.merging(["isDeleted": .bool(true)]) { $1 })
    }
  }
  static let deletionStopsAfterAPage = records(
    "deletionStopsAfterAPage", "deletes one page of each table") { records, left in
    left = Dictionary(grouping: records, by: \.collection).values.flatMap { $0.dropFirst(16) }
  }
  static let deletionKeepsOtherTables = records(
    "deletionKeepsOtherTables", "deletes only tables that are in backups") { records, left in
    left = records.filter { !UserDataset.collections.contains($0.collection) }
  }
  static let deletionSwallowsErrors = backupFault(
    "deletionSwallowsErrors", "reports success although the store refused the deletion") {
    service, _ in
    service.deleting = { [service] in try? await service.deleting() }
  }
  static let deletionForgetsSessions = records("deletionForgetsSessions", "forgets one table") { records, left in
    left = records.filter { $0.collection == "focus_sessions" }
  }

  static let deletionForgetsTheLayout = backupFault(
    "deletionForgetsTheLayout", "deletes the store's schema metadata as well"
  ) { service, setup in
    service.deleting = { [service] in
      try await service.deleting()
      try await setup.data.perform { scope in
        let transaction = try scope.live()
        for record in try transaction.scan("schema") { try transaction.delete(record.key, in: "schema") }
      }
    }
  }

  // How they are made.

  /// A deletion that works on something else.
  private static func deletion(_ id: String, _ fact: String, _ change: @escaping @Sendable (inout BackupSetup) -> Void)
    -> Fault
  {
    Fault(id, fact) { system in
      let open = system.backup.openService
      system.backup.openService = { setup in
        var changed = setup
        change(&changed)
        return try await open(changed)
      }
    }
  }

  /// A deletion after which records are left.
  private static func records(
    _ id: String, _ fact: String,
    _ leave: @escaping @Sendable (_ records: [RawRecord], _ left: inout [RawRecord]) -> Void
  ) -> Fault {
    backupFault(id, fact) { service, setup in
      service.deleting = { [service] in
        let records = try await setup.data.perform { scope in
          let transaction = try scope.live()
          return try transaction.collections().flatMap { name in
            try transaction.scan(name).map { RawRecord(collection: name, key: $0.key, fields: $0.fields) }
          }
        }
        var left: [RawRecord] = []
        leave(records, &left)
        try await service.deleting()
        try await setup.data.perform { [left] scope in
          for record in left where record.collection != "schema" {
            try scope.live().put(record.fields, at: record.key, in: record.collection)
          }
        }
      }
    }
  }
}

/// A place that keeps its backups, whoever wants them deleted.
private struct DeafBackupPlace: BackupPlace {
  let base: any BackupPlace

  func write(_ bytes: [UInt8]) async throws -> URL { try await base.write(bytes) }
  func read(_ url: URL) async throws -> [UInt8] { try await base.read(url) }
  func all() async throws -> [URL] { try await base.all() }
  func deleteAll() async throws {}
}

/// A keychain of which only a few items can be deleted.
private struct DeafKeychain: Keychain {
  let base: any Keychain
  /// The keys of those that `deleteAll` deletes.
  let deleted: [String]

  func store(_ value: [UInt8], for key: String, accessibility: KeychainAccessibility) async throws {
    try await base.store(value, for: key, accessibility: accessibility)
  }

  func retrieve(_ key: String) async throws -> [UInt8]? { try await base.retrieve(key) }
  func delete(_ key: String) async throws { try await base.delete(key) }
  func deleteAll() async throws { for key in deleted { try await base.delete(key) } }
}
