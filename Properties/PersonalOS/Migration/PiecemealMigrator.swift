import Foundation
import PersonalOSReference
import StorageContract

/// A migrator that migrates, or restores, in its own way, and leaves the rest to another.
struct MigratorAround: Migrator {
  let base: any Migrator
  var restore: (@Sendable (URL) async throws -> Void)?
  var perform: (@Sendable (SchemaVersion) async throws -> Void)?

  func needsMigration(from stored: SchemaVersion, to target: SchemaVersion) -> Bool {
    base.needsMigration(from: stored, to: target)
  }

  func performMigration(to target: SchemaVersion) async throws {
    if let perform { try await perform(target) } else { try await base.performMigration(to: target) }
  }
  func createBackup() async throws -> URL { try await base.createBackup() }
  func restoreFromBackup(url: URL) async throws {
    if let restore { try await restore(url) } else { try await base.restoreFromBackup(url: url) }
  }
  func rollback() async throws { try await base.rollback() }
}

extension MigrationSystem {
  /// Puts something around each migrator that is opened.
  mutating func surroundMigrator(
    _ around: @escaping @Sendable (_ base: any Migrator, MigrationSetup, [MigrationStep]) -> MigratorAround
  ) {
    let open = openMigrator
    openMigrator = { setup, steps in around(try await open(setup, steps), setup, steps) }
  }
}

/// Migrates in several transactions, with one of the defects that this leads to.
struct PiecemealMigrator {
  enum Defect {
    /// The version first, then the data.
    case stampsBeforehand
    /// A transaction for each step; on failure everything but the news is put back.
    case forgetsNews
    /// A transaction for each step; on failure what is done stays.
    case staysHalfDone
    /// Everything in one transaction, but no way back afterwards.
    case makesNoBackup
    /// Everything in one transaction, without a look at what the store has come to since the first one.
    case looksOnce
  }

  let base: any Migrator
  let setup: MigrationSetup
  let steps: [MigrationStep]
  let defect: Defect

  func migrate(to target: SchemaVersion) async throws {
    let stored = try await setup.data.perform { try $0.live().schemaVersion() }
    guard stored > 0, stored < Int64(target.rawValue) else {
      return try await base.performMigration(to: target)
    }
    let due = steps.filter { $0.from.rawValue >= Int(stored) && $0.to <= target }
    let before = try await setup.data.perform { scope in
      let transaction = try scope.live()
      return try transaction.collections().map { name in (name, try transaction.scan(name)) }
    }
    do {
      let backup = defect == .makesNoBackup ? nil : try await base.createBackup()
      if defect == .stampsBeforehand { try await setup.data.perform { try Self.stamp(target, in: $0) } }
      let portions = defect == .forgetsNews || defect == .staysHalfDone ? due.map { [$0] } : [due]
      for portion in portions {
        try await setup.data.perform { scope in
          for step in portion { try step.run(try scope.live()) }
        }
      }
      try await setup.data.perform { scope in
        try Self.stamp(target, in: scope)
        try scope.live().put(
          [
            "version": .int64(Int64(target.rawValue)), "migratedAt": .date(setup.now()),
            "backupURL": (backup?.absoluteString).map { .text($0) } ?? .null,
          ], at: "metadata", in: "schema")
      }
    } catch {
      if defect == .forgetsNews { try await putBack(before.filter { $0.0 != "news" && $0.0 != "bookmarks" }) }
      let failure = AppError.database(.migrationFailed("\(error)"), recoverable: true)
      await setup.present(failure)
      throw failure
    }
  }

  private static func stamp(_ target: SchemaVersion, in scope: DataScope) throws {
    try scope.live().setSchemaVersion(Int64(target.rawValue))
  }

  private func putBack(_ tables: [(String, [Record])]) async throws {
    try await setup.data.perform { scope in
      for (name, records) in tables {
        for record in records { try scope.live().put(record.fields, at: record.key, in: name) }
      }
    }
  }
}
