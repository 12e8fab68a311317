import Foundation
import PlatformStandIns
import StorageContract

/// The parts that a backup service works on.
public struct BackupSetup: Sendable {
  /// Access to the store.
  public var data: any DataAccess
  /// The place for the backups of migrations. Only the deletion uses it.
  public var backups: any BackupPlace
  /// The keychain. Only the deletion uses it.
  public var keychain: any Keychain
  /// The scheduler of notices. Only the deletion uses it.
  public var notifications: NotificationScheduler

  /// Creates a setup from its parts.
  public init(
    data: any DataAccess, backups: any BackupPlace, keychain: any Keychain, notifications: NotificationScheduler
  ) {
    self.data = data
    self.backups = backups
    self.keychain = keychain
    self.notifications = notifications
  }
}

/// Exports, imports and deletes all of the user's data.
public protocol DataBackups: Sendable {
  /// Exports the records of all models, and the trades that were moved aside, in a portable form. The same data always
  /// gives the same bytes.
  /// - Throws: ``BackupError/unreadable(_:)`` if a record does not read as its model; what the store throws.
  func exportAllData() async throws -> Data

  /// Replaces the records of all models, and the trades that were moved aside, by those of an export. Afterwards the store
  /// has the current layout, whatever it had before.
  /// - Throws: ``BackupError`` for anything but an intact export, and if a newer app wrote the store. Then the store is as
  ///   it was.
  func importData(_ data: Data) async throws

  /// Deletes everything for good: pending notices, keychain items, backups and all records, including caches, in this
  /// order. If it fails midway, you may call it again to delete the rest. If the store cannot compact its files, such as a
  /// database server, the deletion succeeds, but the files may still contain the old data.
  /// - Throws: what the keychain, the backups or the store throw. Then everything later in this order is still there.
  func deleteAllUserData() async throws
}

/// The app's backup service. Its exports are the text of a ``BackupEnvelope``.
public actor DataBackupService: DataBackups {
  /// The types of all stored models, in the order of their collections' names.
  public static let models: [any StoredModel.Type] = [
    ArticleTask.self, AssetItem.self, Bookmark.self, FocusSession.self, NewsItem.self,
    CachedNewsList.self, SocialPost.self, ProjectItem.self, TradeRecord.self,
  ]

  /// The collections of all the user's data, in the order of their names: those of the models, and the trades that a repair
  /// moved aside. Those are the user's, too, though they need not read as trades.
  public static let collections = names(of: models)

  private static func names(of models: [any StoredModel.Type]) -> [String] {
    (models.map { $0.collection } + [QuarantinedRecord.collection]).sorted()
  }

  private let setup: BackupSetup
  private let models: [any StoredModel.Type]

  /// Creates a service.
  /// - Parameter models: The types to export and import, beside the trades that were moved aside.
  public init(_ setup: BackupSetup, models: [any StoredModel.Type] = DataBackupService.models) {
    self.setup = setup
    self.models = models
  }

  public func exportAllData() async throws -> Data {
    let models = models
    let tables = try await setup.data.perform { scope in
      let transaction = try scope.live()
      return try Self.names(of: models).map { collection in
        BackupEnvelope.Table(name: collection, records: try transaction.rawRecords(of: collection))
      }
    }
    try check(tables)
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
    let collections = Self.names(of: models)
    guard names == collections else { throw BackupError.wrongTables(found: names, expected: collections) }
    try check(envelope.tables)
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
      // A server rewrites its files at its own time and shows them to nobody. Its tables are empty by now.
    }
  }

  /// Checks all records that must read as a model. Those that were moved aside stay as they are.
  /// - Throws: ``BackupError/unreadable(_:)``.
  private func check(_ tables: [BackupEnvelope.Table]) throws {
    for table in tables {
      guard let model = models.first(where: { $0.collection == table.name }) else { continue }
      for record in table.records { try Self.check(record, as: model) }
    }
  }

  /// Checks that a record reads as the model, has the key that the model would write, and contains only finite numbers.
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
  /// Whether a double or a date is finite. The store accepts only finite decimals.
  fileprivate var isFinite: Bool {
    switch self {
    case .double(let value): value.isFinite
    case .date(let value): value.timeIntervalSinceReferenceDate.isFinite
    default: true
    }
  }
}
