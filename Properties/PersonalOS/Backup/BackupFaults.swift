import Foundation
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import StorageContract

// Faults of export, import and deletion: a service around the good one.

extension Fault<PersonalOSSystem> {
  // POS-08.

  static let importMerges = backup("merges what it imports with what is there") { service, setup in
    service.importing = { [service] file in
      let before = try await setup.data.perform { scope in
        let transaction = try scope.live()
        return try transaction.collections().map { ($0, try transaction.scan($0)) }
      }
      try await service.importing(file)
      try await setup.data.perform { scope in
        for (collection, records) in before {
          for record in records { _ = try scope.live().insert(record.fields, at: record.key, in: collection) }
        }
      }
    }
  }

  /// As JSON's usual date format does.
  static let exportKeepsWholeSeconds = backup("exports dates in whole seconds") { service, _ in
    service.exporting = { [service] in
      try await service.exporting().editingFields { fields in
        for case (let name, .date(let date)) in fields {
          fields[name] = .date(Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down)))
        }
      }
    }
  }

  /// The file is in order, and so is its import: only the data is not all there.
  static let backupForgetsProjects = Fault("forgets the projects, in export and import alike") { system in
    system.backup.openService = { setup in
      DataBackupService(setup, models: DataBackupService.models.filter { $0.collection != "projects" })
    }
  }

  static let importResetsBookmarks = backup("imports every article without its bookmark") { service, _ in
    service.importing = { [service] file in
      let edited = try file.editingFields {
        if $0["isBookmarked"] != nil { $0["isBookmarked"] = .bool(false) }
      }
      try await service.importing(edited)
    }
  }

  static let importAcceptsAnyVersion = backup("imports a backup of another layout as one of its own") {
    service, _ in
    service.importing = { [service] file in
      guard var envelope = try? BackupEnvelope([UInt8](file)) else {
        return try await service.importing(file)
      }
      envelope.schemaVersion = 4
      try await service.importing(Data(envelope.bytes))
    }
  }

  static let importAcceptsAnyChecksum = backup("does not look at the checksum") { service, _ in
    service.importing = { [service] file in try await service.importing(file.withItsOwnChecksum) }
  }

  static let importClearsBeforeItReads = backup("clears the store before it has read the backup") {
    service, setup in
    service.importing = { [service] file in
      try await setup.data.perform { scope in
        let transaction = try scope.live()
        for collection in try transaction.collections() {
          for record in try transaction.scan(collection) {
            try transaction.delete(record.key, in: collection)
          }
        }
      }
      try await service.importing(file)
    }
  }

  // POS-09.

  static let deletionKeepsBackups = deletion("leaves the backups of migrations") { setup in
    setup.backups = DeafBackupPlace(base: setup.backups)
  }
  static let deletionSkipsTheKeychain = deletion("leaves the keychain") { $0.keychain = ItemKeychain() }
  static let deletionKeepsNotices = deletion("leaves pending notices") {
    $0.notifications = NotificationScheduler()
  }

  static let deletionOnlyMarksRecords = records("marks records as deleted and keeps them") {
    records, deleted in
    deleted = records.map { record in
      RawRecord(
        collection: record.collection, key: record.key,
        fields: record.fields.merging(["isDeleted": .bool(true)]) { $1 })
    }
  }
  static let deletionStopsAfterAPage = records("deletes one page of each table") { records, left in
    left = Dictionary(grouping: records, by: \.collection).values.flatMap { $0.dropFirst(16) }
  }
  static let deletionForgetsSessions = records("forgets one table") { records, left in
    left = records.filter { $0.collection == "focus_sessions" }
  }

  // How they are made.

  private static func backup(
    _ name: String, _ change: @escaping @Sendable (inout BackupsAround, BackupSetup) -> Void
  ) -> Fault {
    Fault(name) { system in
      let open = system.backup.openService
      system.backup.openService = { setup in
        var service = BackupsAround(try await open(setup))
        change(&service, setup)
        return service
      }
    }
  }

  /// A deletion that works on something else.
  private static func deletion(_ name: String, _ change: @escaping @Sendable (inout BackupSetup) -> Void)
    -> Fault
  {
    Fault(name) { system in
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
    _ name: String, _ leave: @escaping @Sendable (_ records: [RawRecord], _ left: inout [RawRecord]) -> Void
  ) -> Fault {
    backup(name) { service, setup in
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
          for record in left where !["schema", "configuration_production"].contains(record.collection) {
            try scope.live().put(record.fields, at: record.key, in: record.collection)
          }
        }
      }
    }
  }
}

/// A backup service of three functions.
private struct BackupsAround: DataBackups {
  var exporting: @Sendable () async throws -> Data
  var importing: @Sendable (Data) async throws -> Void
  var deleting: @Sendable () async throws -> Void

  init(_ base: any DataBackups) {
    exporting = { try await base.exportAllData() }
    importing = { try await base.importData($0) }
    deleting = { try await base.deleteAllUserData() }
  }

  func exportAllData() async throws -> Data { try await exporting() }
  func importData(_ data: Data) async throws { try await importing(data) }
  func deleteAllUserData() async throws { try await deleting() }
}

/// A place that keeps its backups, whoever wants them deleted.
private struct DeafBackupPlace: BackupPlace {
  let base: any BackupPlace

  func write(_ bytes: [UInt8]) async throws -> URL { try await base.write(bytes) }
  func read(_ url: URL) async throws -> [UInt8] { try await base.read(url) }
  func all() async throws -> [URL] { try await base.all() }
  func deleteAll() async throws {}
}

extension Data {
  /// The backup with other fields in every record; what is no backup stays as it is.
  fileprivate func editingFields(_ edit: (inout [String: FieldValue]) -> Void) throws -> Data {
    guard var envelope = try? BackupEnvelope([UInt8](self)) else { return self }
    for table in envelope.tables.indices {
      for row in envelope.tables[table].records.indices { edit(&envelope.tables[table].records[row].fields) }
    }
    return Data(envelope.bytes)
  }

  /// The file with the checksum of all that follows it, where it is still of that form.
  fileprivate var withItsOwnChecksum: Data {
    guard count > 79 else { return self }
    let digest = SHA256Digest.of([UInt8](dropFirst(79)))
    var copy = self
    copy.replaceSubrange(13..<77, with: Data(digest.hexadecimalText.utf8))
    return copy
  }
}
