import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import StorageContract

// Faults of export and import: a service around the good one.

extension Fault<PersonalOSSystem> {
  static let importMerges = backupFault(
    "importMerges", "merges imported data with existing data") { service, setup in
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
  static let exportKeepsWholeSeconds = backupFault(
    "exportKeepsWholeSeconds", "exports dates in whole seconds") { service, _ in
    service.exporting = { [service] in
      try await service.exporting().editingFields { fields in
        for case (let name, .date(let date)) in fields {
          fields[name] = .date(Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down)))
        }
      }
    }
  }

  /// The file is in order, and so is its import: only the data is not all there.
  static let backupForgetsProjects = Fault(
    "backupForgetsProjects", "forgets the projects, in export and import alike") { system in
    system.backup.openService = { setup in
      DataBackupService(setup, models: DataBackupService.models.filter { $0.collection != "projects" })
    }
  }

  static let exportForgetsTheQuarantine = backupFault(
    "exportForgetsTheQuarantine", "leaves trades that were moved aside out of an export") { service, _ in
    service.exporting = { [service] in
      var envelope = try BackupEnvelope([UInt8](try await service.exporting()))
      for table in envelope.tables.indices where envelope.tables[table].name == "quarantine" {
        envelope.tables[table].records = []
      }
      return Data(envelope.bytes)
    }
  }

  static let importKeepsTheQuarantine = backupFault(
    "importKeepsTheQuarantine", "keeps the trades that were moved aside before an import") { service, setup in
    service.importing = { [service] file in
      let aside = try await setup.data.perform { try $0.live().scan("quarantine") }
      try await service.importing(file)
      try await setup.data.perform { scope in
        for record in aside { _ = try scope.live().put(record.fields, at: record.key, in: "quarantine") }
      }
    }
  }

  static let importResetsBookmarks = backupFault(
    "importResetsBookmarks", "imports every article without its bookmark") { service, _ in
    service.importing = { [service] file in
      let edited = try file.editingFields {
        if $0["isBookmarked"] != nil { $0["isBookmarked"] = .bool(false) }
      }
      try await service.importing(edited)
    }
  }

  static let importAcceptsAnyVersion = backupFault(
    "importAcceptsAnyVersion", "imports a backup of another layout as one of its own") {
    service, _ in
    service.importing = { [service] file in
      guard var envelope = try? BackupEnvelope([UInt8](file)) else {
        return try await service.importing(file)
      }
      envelope.schemaVersion = 4
      try await service.importing(Data(envelope.bytes))
    }
  }

  static let importAcceptsAnyChecksum = backupFault(
    "importAcceptsAnyChecksum", "does not look at the checksum") { service, _ in
    service.importing = { [service] file in try await service.importing(file.withItsOwnChecksum) }
  }

  static let importClearsBeforeItReads = backupFault(
    "importClearsBeforeItReads", "clears the store before it has read the backup") {
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

  static let importKeepsTheVersion = backupFault(
    "importKeepsTheVersion", "leaves the version of the store as it was before the import"
  ) { service, setup in
    service.importing = { [service] file in
      let version = try await setup.data.perform { try $0.live().schemaVersion() }
      try await service.importing(file)
      try await setup.data.perform { try $0.live().setSchemaVersion(version) }
    }
  }

  static let importReplacesNewerStores = backupFault(
    "importReplacesNewerStores", "imports into a store that a newer app wrote") {
    service, setup in
    service.importing = { [service] file in
      if (try? BackupEnvelope([UInt8](file))) != nil {
        try await setup.data.perform { scope in
          if try scope.live().schemaVersion() > 4 { try scope.live().setSchemaVersion(4) }
        }
      }
      try await service.importing(file)
    }
  }

  static let importClearsOtherTables = backupFault(
    "importClearsOtherTables", "an import removes tables that no backup contains") {
    service, setup in
    service.importing = { [service] file in
      try await service.importing(file)
      try await setup.data.perform { scope in
        for bystander in BackupCase.bystanders {
          _ = try scope.live().delete(bystander.key, in: bystander.collection)
        }
      }
    }
  }

  static let importTakesTwoTransactions = backupFault(
    "importTakesTwoTransactions", "clears and fills the store in two transactions") {
    service, setup in
    service.importing = { [service] file in
      // Everything that can be said against the file is said before.
      var elsewhere = setup
      elsewhere.data = DataActor(store: try await MemoryLocation().open())
      try await DataBackupService(elsewhere).importData(file)
      try await setup.data.perform { scope in
        let transaction = try scope.live()
        guard try transaction.schemaVersion() <= 4 else { return }
        for collection in UserDataset.collections {
          for record in try transaction.scan(collection) {
            try transaction.delete(record.key, in: collection)
          }
        }
      }
      try await service.importing(file)
    }
  }

  static let importReadsNoRows = backupFault(
    "importReadsNoRows", "imports rows without reading them") { service, setup in
    service.importing = { [service] file in
      do {
        try await service.importing(file)
      } catch BackupError.unreadable {
        let envelope = try BackupEnvelope([UInt8](file))
        try await setup.data.perform { scope in
          for row in envelope.records { try scope.live().put(row.fields, at: row.key, in: row.collection) }
        }
      }
    }
  }

  static let exportReadsNoRows = backupFault(
    "exportReadsNoRows", "exports rows without reading them") { service, setup in
    service.exporting = { [service] in
      do {
        return try await service.exporting()
      } catch BackupError.unreadable {
        let tables = try await setup.data.perform { scope in
          let transaction = try scope.live()
          return try UserDataset.collections.map { collection in
            BackupEnvelope.Table(
              name: collection,
              records: try transaction.scan(collection).map {
                RawRecord(collection: collection, key: $0.key, fields: $0.fields)
              })
          }
        }
        return Data(BackupEnvelope(schemaVersion: 4, tables: tables).bytes)
      }
    }
  }

  /// A service around the good one.
  static func backupFault(
    _ id: String, _ fact: String, _ change: @escaping @Sendable (inout BackupsAround, BackupSetup) -> Void
  ) -> Fault {
    Fault(id, fact) { system in
      let open = system.backup.openService
      system.backup.openService = { setup in
        var service = BackupsAround(try await open(setup))
        change(&service, setup)
        return service
      }
    }
  }
}

/// A backup service of three functions.
struct BackupsAround: DataBackups {
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
