import Foundation
import PlatformStandIns
import StorageContract

/// What a backup service works on.
public struct BackupSetup: Sendable {
  public var data: any DataAccess
  /// Where backups of migrations lie.
  public var backups: any BackupPlace
  public var keychain: any Keychain
  public var notifications: NotificationScheduler

  public init(
    data: any DataAccess, backups: any BackupPlace, keychain: any Keychain, notifications: NotificationScheduler
  ) {
    self.data = data
    self.backups = backups
    self.keychain = keychain
    self.notifications = notifications
  }
}

/// Export, import and deletion of all that is the user's.
public protocol DataBackups: Sendable {
  /// Everything, in a portable form: the same bytes for the same data.
  func exportAllData() async throws -> Data

  /// Replaces everything by what was exported; the store then has the current layout, whatever it had before.
  /// - Throws: ``BackupError`` for anything but an intact export, and where a newer app wrote the store; the
  ///   store is as it was.
  func importData(_ data: Data) async throws

  /// Removes everything for good: records, keychain items, caches, backups, pending notices. May be called
  /// again where it failed midway: it then removes what is left.
  /// - Throws: what keychain, backups or store threw, and what comes after them in this order is still there.
  ///   `StoreError.unsupported` where the store cannot compact: nothing is found any more, but what was there
  ///   may still be readable in its files.
  func deleteAllUserData() async throws
}

public actor DataBackupService: DataBackups {
  /// Every model that is stored, in the order of the collections' names.
  public static let models: [any StoredModel.Type] = [
    ArticleTask.self, AssetItem.self, Bookmark.self, FocusSession.self, NewsItem.self,
    CachedNewsList.self, SocialPost.self, ProjectItem.self, TradeRecord.self,
  ]

  private let setup: BackupSetup
  private let models: [any StoredModel.Type]

  public init(_ setup: BackupSetup, models: [any StoredModel.Type] = DataBackupService.models) {
    self.setup = setup
    self.models = models
  }

  public func exportAllData() async throws -> Data {
    let models = models
    let tables = try await setup.data.perform { scope in
      let transaction = try scope.live()
      return try models.map { model in
        let records = try transaction.rawRecords(of: model.collection)
        for record in records { try Self.check(record, as: model) }
        return BackupEnvelope.Table(name: model.collection, records: records)
      }
    }
    let version = Int64(SchemaVersion.current.rawValue)
    return Data(BackupEnvelope(schemaVersion: version, tables: tables).bytes)
  }

  public func importData(_ data: Data) async throws {
    let envelope = try BackupEnvelope([UInt8](data))
    let version = Int64(SchemaVersion.current.rawValue)
    guard envelope.schemaVersion == version else {
      throw BackupError.wrongSchemaVersion(found: envelope.schemaVersion, expected: version)
    }
    let names = envelope.tables.map(\.name)
    guard names == models.map({ $0.collection }) else {
      throw BackupError.wrongTables(found: names, expected: models.map { $0.collection })
    }
    for (table, model) in zip(envelope.tables, models) {
      for record in table.records { try Self.check(record, as: model) }
    }
    try await setup.data.perform { scope in
      let transaction = try scope.live()
      let found = try transaction.schemaVersion()
      guard found <= version else { throw BackupError.storeIsNewer(found: found, expected: version) }
      try transaction.setSchemaVersion(version)
      for table in envelope.tables {
        for record in try transaction.scan(table.name) { try transaction.delete(record.key, in: table.name) }
        for record in table.records { try transaction.put(record.fields, at: record.key, in: table.name) }
      }
    }
  }

  public func deleteAllUserData() async throws {
    setup.notifications.removeAllPending()
    try await setup.keychain.deleteAll()
    try await setup.backups.deleteAll()
    try await setup.data.perform { scope in
      let transaction = try scope.live()
      for collection in try transaction.collections() where collection != SchemaRecord.collection {
        for record in try transaction.scan(collection) { try transaction.delete(record.key, in: collection) }
      }
      try SchemaRecord.forgetBackup(in: transaction)
    }
    do {
      try await setup.data.compact()
    } catch StoreError.unsupported {
      // A server rewrites its files when it sees fit, and shows them to nobody; its tables hold nothing any more.
    }
  }

  /// - Throws: ``BackupError/unreadable(_:)``.
  private static func check(_ record: RawRecord, as model: any StoredModel.Type) throws {
    let stored = StoredRecord(collection: record.collection, key: record.key, fields: record.fields)
    do throws(UnreadableRecord) {
      let key = try key(of: stored, as: model)
      guard KeyBytes.equal(key, record.key) else { throw stored.refusal("key", "written \(key)") }
      for (name, value) in record.fields where !value.isFinite {
        throw stored.refusal(name, "finite")
      }
    } catch {
      throw BackupError.unreadable(error)
    }
  }

  private static func key<Model: StoredModel>(
    of record: StoredRecord, as model: Model.Type
  ) throws(UnreadableRecord) -> String {
    try Model(stored: record).storageKey
  }
}

extension FieldValue {
  /// No decimal is stored that is not.
  fileprivate var isFinite: Bool {
    switch self {
    case .double(let value): value.isFinite
    case .date(let value): value.timeIntervalSinceReferenceDate.isFinite
    default: true
    }
  }
}
