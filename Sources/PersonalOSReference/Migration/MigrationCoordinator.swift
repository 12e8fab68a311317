import Foundation
import StorageContract

/// The parts that a migration coordinator works on.
public struct MigrationSetup: Sendable {
  /// Access to the store.
  public var data: any DataAccess
  /// The place for the backup that each migration makes first.
  public var backups: any BackupPlace
  /// Shows the user that a migration failed. The coordinator calls it once for each failed migration.
  public var present: @Sendable (AppError) async -> Void
  /// Returns the date of the migration.
  public var now: @Sendable () -> Date

  /// Creates a setup from its parts.
  public init(
    data: any DataAccess, backups: any BackupPlace, present: @escaping @Sendable (AppError) async -> Void,
    now: @escaping @Sendable () -> Date
  ) {
    self.data = data
    self.backups = backups
    self.present = present
    self.now = now
  }
}

/// Brings the store to the current layout.
public protocol Migrator: Sendable {
  /// Whether a store with the layout `stored` must be migrated to get the layout `target`. It is false for a newer store.
  func needsMigration(from stored: SchemaVersion, to target: SchemaVersion) -> Bool

  /// Migrates the store to `target`. It makes a backup first. Then it runs all steps and sets the version in one
  /// transaction. A store that has this version already stays as it is. An empty, new store only gets the version and the
  /// record of the migration: there is nothing to back up.
  /// - Throws: ``AppError/database(_:recoverable:)`` with ``DatabaseError/migrationFailed(_:)``. The error has been
  ///   presented once, the store is as it was before, and you may call this again.
  func performMigration(to target: SchemaVersion) async throws

  /// Writes all records, of any layout, to the place of backups.
  /// - Returns: the address of the backup.
  func createBackup() async throws -> URL

  /// Replaces all records by those of a backup that ``createBackup()`` made, and migrates them to the current layout in the
  /// same transaction. A restored backup of an older layout is then the one that ``rollback()`` leads back to.
  /// - Throws: ``BackupError`` if there is no intact backup at this address, or if a newer version of the app made it; the
  ///   error of the step that failed. Then the store is as it was.
  func restoreFromBackup(url: URL) async throws

  /// Restores the backup that the last migration made, in the layout of the backup. This undoes the migration and all
  /// changes since.
  /// - Throws: ``MigrationError/nothingToRollBackTo`` if no migration has left a backup; ``BackupError`` if there is no
  ///   intact backup at its address. Then the store is as it was.
  func rollback() async throws
}

/// Why a store cannot be migrated or rolled back.
public enum MigrationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A newer version of the app wrote the store.
  case storeIsNewer(found: Int64, target: SchemaVersion)
  /// The store has records, but its version is not that of any layout.
  case unknownLayout(found: Int64)
  /// No step starts at this layout and stays within the target.
  case missingStep(from: Int, target: SchemaVersion)
  /// No migration of this store has left a backup.
  case nothingToRollBackTo

  public var description: String {
    switch self {
    case .storeIsNewer(let found, let target):
      "the store has schema version \(found), newer than \(target.rawValue); update the app"
    case .unknownLayout(let found):
      """
      the store has records and the schema version \(found); 1 to \(SchemaVersion.current.rawValue) can be read
      """
    case .missingStep(let version, let target):
      "no migration step leads on from schema version \(version) to \(target.rawValue)"
    case .nothingToRollBackTo:
      "no migration of this store has left a backup"
    }
  }
}

extension Migrator {
  /// Migrates the store to the app's current layout.
  /// - Throws: as ``performMigration(to:)``.
  public func performMigration() async throws { try await performMigration(to: .current) }
}

/// The app's migrator. It decides in the transaction itself whether a migration is still due, so two coordinators never
/// migrate twice.
public actor MigrationCoordinator: Migrator {
  private let setup: MigrationSetup
  private let steps: [MigrationStep]

  /// Creates a coordinator. It does not touch the store yet.
  /// - Parameter steps: The known steps, by default all of the app's.
  public init(_ setup: MigrationSetup, steps: [MigrationStep] = MigrationStep.all) {
    self.setup = setup
    self.steps = steps
  }

  public nonisolated func needsMigration(from stored: SchemaVersion, to target: SchemaVersion) -> Bool {
    stored < target
  }

  public func performMigration(to target: SchemaVersion) async throws {
    do {
      let found = try await setup.data.perform { scope in
        let transaction = try scope.live()
        return (isDue: try Self.isMigrationDue(in: transaction, to: target), layout: try transaction.schemaVersion())
      }
      guard found.isDue else { return }
      let backup = found.layout == 0 ? nil : try await createBackup()
      let (steps, now) = (steps, setup.now())
      try await setup.data.perform { scope in
        // Asks again whether it is due: another coordinator may have migrated the store in the meantime.
        try Self.migrate(scope.live(), to: target, steps, at: now, from: backup)
      }
    } catch {
      let failure = AppError.database(.migrationFailed(Self.reason(for: error)), recoverable: true)
      await setup.present(failure)
      throw failure
    }
  }

  public func createBackup() async throws -> URL {
    let image = try await setup.data.perform { scope in
      let transaction = try scope.live()
      let tables = try transaction.collections().map { collection in
        BackupEnvelope.Table(name: collection, records: try transaction.rawRecords(of: collection))
      }
      return BackupEnvelope(schemaVersion: try transaction.schemaVersion(), tables: tables)
    }
    return try await setup.backups.write(image.bytes)
  }

  public func restoreFromBackup(url: URL) async throws {
    let image = try BackupEnvelope(try await setup.backups.read(url))
    let current = SchemaVersion.current
    guard image.schemaVersion <= Int64(current.rawValue) else {
      throw BackupError.isNewer(found: image.schemaVersion, expected: Int64(current.rawValue))
    }
    let (steps, now) = (steps, setup.now())
    try await setup.data.perform { scope in
      let transaction = try scope.live()
      try Self.replaceAll(in: transaction, by: image)
      // In the same transaction: the app goes on running, and reads no older layout.
      try Self.migrate(transaction, to: current, steps, at: now, from: url)
    }
  }

  public func rollback() async throws {
    let metadata = try await setup.data.perform { try SchemaRecord.metadata(in: $0.live()) }
    guard let url = metadata?.backupURL else { throw MigrationError.nothingToRollBackTo }
    let image = try BackupEnvelope(try await setup.backups.read(url))
    try await setup.data.perform { try Self.replaceAll(in: $0.live(), by: image) }
  }

  private static func replaceAll(in transaction: any WriteTransaction, by image: BackupEnvelope) throws {
    for collection in try transaction.collections() {
      for record in try transaction.scan(collection) { try transaction.delete(record.key, in: collection) }
    }
    for record in image.records {
      try transaction.put(record.fields, at: record.key, in: record.collection)
    }
    try transaction.setSchemaVersion(image.schemaVersion)
  }

  /// Runs the steps and records the migration, if it is due.
  private static func migrate(
    _ transaction: any WriteTransaction, to target: SchemaVersion, _ steps: [MigrationStep], at now: Date,
    from backup: URL?
  ) throws {
    guard try isMigrationDue(in: transaction, to: target) else { return }
    try run(steps, in: transaction, to: target)
    try transaction.setSchemaVersion(Int64(target.rawValue))
    try SchemaRecord.put(SchemaMetadata(version: target, migratedAt: now, backupURL: backup), in: transaction)
  }

  private static func isMigrationDue(
    in transaction: any ReadTransaction, to target: SchemaVersion
  ) throws -> Bool {
    let stored = try transaction.schemaVersion()
    guard stored <= Int64(target.rawValue) else {
      throw MigrationError.storeIsNewer(found: stored, target: target)
    }
    if stored < 1, try stored < 0 || !transaction.collections().isEmpty {
      throw MigrationError.unknownLayout(found: stored)
    }
    return stored < Int64(target.rawValue)
  }

  /// Runs each step from the store's layout to the target. It runs none if the store is new.
  private static func run(
    _ steps: [MigrationStep], in transaction: any WriteTransaction, to target: SchemaVersion
  ) throws {
    var layout = Int(try transaction.schemaVersion())
    while layout > 0, layout < target.rawValue {
      let step = steps.first { $0.from.rawValue == layout && $0.to > $0.from && $0.to <= target }
      guard let step else { throw MigrationError.missingStep(from: layout, target: target) }
      try step.run(transaction)
      layout = step.to.rawValue
    }
  }

  private static func reason(for error: any Error) -> String {
    error is UnreadableRecord ? "\(DatabaseError.corruptedData): \(error)" : "\(error)"
  }
}
