import Foundation
import PersonalOSReference
import PropertyTesting
import StorageContract

// Faults of migration: a step that does something else, or a coordinator around the good one.

extension Fault<PersonalOSSystem> {
  // POS-05.

  static let migrationSkipsEmptyNotes = step(
    "migrationSkipsEmptyNotes", "drops trades whose notes are empty", to: .v4) {
    step, transaction in
    for trade in try transaction.scan("trades") where trade.fields["notes"] == .text("") {
      try transaction.delete(trade.key, in: "trades")
    }
    try step.run(transaction)
  }

  /// The number that the double is, and not the one that was typed.
  static let migrationConvertsDoubles = step(
    "migrationConvertsDoubles", "converts doubles with Decimal(_:) instead of by their text", to: .v4) { step, transaction in
    let doubles = try transaction.scan("trades")
    try step.run(transaction)
    for trade in doubles {
      guard var fields = try transaction.get(trade.key, in: "trades")?.fields else { continue }
      for case (let name, .double(let value)) in trade.fields { fields[name] = .decimal(Decimal(value)) }
      try transaction.put(fields, at: trade.key, in: "trades")
    }
  }

  static let migrationDropsBookmarkedRepeats = step(
    "migrationDropsBookmarkedRepeats", "loses the bookmarked copy of two articles with the same address", to: .v3
  ) { step, transaction in
    var seen: Set<String> = []
    let articles = try transaction.scan("news").map { record in
      var article = FeedArticle(url: record.key, title: "", summary: "", publishedAt: Date(), source: "")
      if case .text(let title) = record.fields["title"] { article.title = title }
      return (id: article.stableID, record: record)
    }
    // Those without the mark come first and stay.
    for article in articles where article.record.fields["isBookmarked"] == .bool(false) {
      seen.insert(article.id)
    }
    for article in articles
    where article.record.fields["isBookmarked"] == .bool(true) && seen.contains(article.id) {
      try transaction.delete(article.record.key, in: "news")
    }
    try step.run(transaction)
  }

  static let migrationLeavesTheVersion = migrator(
    "migrationLeavesTheVersion", "records the migration's time and leaves the version as it was"
  ) { migrator, setup, target in
    let before = try await setup.data.perform { try $0.live().schemaVersion() }
    try await migrator.performMigration(to: target)
    try await setup.data.perform { try $0.live().setSchemaVersion(before) }
  }

  static let migrationRepeatsItself = migrator("migrationRepeatsItself", "writes to a store that is up to date") {
    migrator, setup, target in
    try await migrator.performMigration(to: target)
    try await setup.data.perform { scope in
      let transaction = try scope.live()
      guard let metadata = try transaction.get("metadata", in: "schema") else { return }
      try transaction.put(metadata.fields, at: "metadata", in: "schema")
    }
  }

  static let migrationTakesNewerStores = migrator(
    "migrationTakesNewerStores", "treats a newer store as up to date"
  ) { migrator, setup, target in
    let stored = try await setup.data.perform { try $0.live().schemaVersion() }
    if stored <= Int64(target.rawValue) { try await migrator.performMigration(to: target) }
  }

  static let migrationDropsUnknownFields = afterwards(
    "migrationDropsUnknownFields", "rewrites rows with only the fields that it knows"
  ) { transaction in
    for name in ["trades", "assets", "news"] {
      for record in try transaction.scan(name) {
        let known = record.fields.filter { !["color", "rank"].contains($0.key) }
        if known.count < record.fields.count { try transaction.put(known, at: record.key, in: name) }
      }
    }
  }
  static let migrationDropsUnknownTables = afterwards(
    "migrationDropsUnknownTables", "drops tables that it does not know"
  ) { transaction in
    for record in try transaction.scan("drafts") { try transaction.delete(record.key, in: "drafts") }
  }

  private static func afterwards(
    _ id: String, _ fact: String, _ change: @escaping @Sendable (any WriteTransaction) throws -> Void
  ) -> Fault {
    migrator(id, fact) { migrator, setup, target in
      let before = try await setup.data.perform { try $0.live().schemaVersion() }
      try await migrator.performMigration(to: target)
      guard before < Int64(target.rawValue) else { return }
      try await setup.data.perform { try change($0.live()) }
    }
  }

  static let migrationSkipsALayout = step("migrationSkipsALayout", "treats v2 as v3", to: .v3) { _, _ in }

  static let migrationForgetsEarlierBackups = Fault(
    "migrationForgetsEarlierBackups", "can take back only the last of several migrations") {
    system in
    let open = system.migration.openMigrator
    system.migration.openMigrator = { setup, steps in
      var changed = setup
      changed.backups = LastBackupPlace(base: setup.backups)
      return try await open(changed, steps)
    }
  }

  static let migrationBacksNothingUp = migrator(
    "migrationBacksNothingUp", "makes a backup of a new store, which has nothing in it"
  ) { migrator, setup, target in
    let isNew = try await setup.data.perform { try $0.live().schemaVersion() == 0 }
    if isNew { _ = try await migrator.createBackup() }
    try await migrator.performMigration(to: target)
  }

  static let restoreKeepsTheLayout = restoring(
    "restoreKeepsTheLayout", "leaves a restored backup in its old layout until the next launch"
  ) { image, setup in
    guard image.schemaVersion < 4 else { return false }
    try await setup.data.perform { try $0.live().replaceAll(by: image) }
    return true
  }

  static let restoreTakesNewerBackups = restoring("restoreTakesNewerBackups", "restores a backup of a newer app") {
    image, setup in
    guard image.schemaVersion > 4 else { return false }
    try await setup.data.perform { try $0.live().replaceAll(by: image) }
    return true
  }

  /// - Parameter restore: returns false for a backup that it leaves to the good migrator.
  private static func restoring(
    _ id: String, _ fact: String,
    _ restore: @escaping @Sendable (BackupEnvelope, MigrationSetup) async throws -> Bool
  ) -> Fault {
    Fault(id, fact) { system in
      system.migration.surroundMigrator { base, setup, _ in
        MigratorAround(base: base, restore: { url in
          let image = try BackupEnvelope(try await setup.backups.read(url))
          if try await !restore(image, setup) { try await base.restoreFromBackup(url: url) }
        })
      }
    }
  }

  // POS-06.

  static let migrationSwallowsErrors = migrator(
    "migrationSwallowsErrors", "swallows the error") { migrator, _, target in
    try? await migrator.performMigration(to: target)
  }

  static let migrationTellsNobody = setup("migrationTellsNobody", "tells the user nothing") { $0.present = { _ in } }

  static let migrationTellsTwice = setup("migrationTellsTwice", "tells the user twice") { setup in
    let present = setup.present
    setup.present = { error in
      await present(error)
      await present(error)
    }
  }

  static let migrationStampsBeforehand = piecemeal(
    "migrationStampsBeforehand", "sets the version outside the transaction", .stampsBeforehand)
  static let migrationForgetsATable = piecemeal(
    "migrationForgetsATable", "forgets one table when it rolls back", .forgetsNews)
  static let migrationStaysHalfDone = piecemeal(
    "migrationStaysHalfDone", "leaves the data half migrated", .staysHalfDone)
  static let migrationRunsTwice = piecemeal(
    "migrationRunsTwice", "does not check again whether another migration has finished meanwhile", .looksOnce)
  static let migrationMakesNoBackup = piecemeal("migrationMakesNoBackup", "makes no backup", .makesNoBackup)

  // How they are made.

  private static func step(
    _ id: String, _ fact: String, to target: SchemaVersion,
    _ run: @escaping @Sendable (MigrationStep, any WriteTransaction) throws -> Void
  ) -> Fault {
    Fault(id, fact) { system in
      system.migration.steps = system.migration.steps.map { step in
        step.to == target ? MigrationStep(from: step.from, to: step.to) { try run(step, $0) } : step
      }
    }
  }

  private static func migrator(
    _ id: String, _ fact: String,
    _ perform: @escaping @Sendable (any Migrator, MigrationSetup, SchemaVersion) async throws -> Void
  ) -> Fault {
    Fault(id, fact) { system in
      system.migration.surroundMigrator { base, setup, _ in
        MigratorAround(base: base, perform: { try await perform(base, setup, $0) })
      }
    }
  }

  private static func setup(_ id: String, _ fact: String, _ change: @escaping @Sendable (inout MigrationSetup) -> Void)
    -> Fault
  {
    Fault(id, fact) { system in
      let open = system.migration.openMigrator
      system.migration.openMigrator = { setup, steps in
        var changed = setup
        change(&changed)
        return try await open(changed, steps)
      }
    }
  }

  private static func piecemeal(_ id: String, _ fact: String, _ defect: PiecemealMigrator.Defect) -> Fault {
    Fault(id, fact) { system in
      system.migration.surroundMigrator { base, setup, steps in
        let migrator = PiecemealMigrator(base: base, setup: setup, steps: steps, defect: defect)
        return MigratorAround(base: base, perform: { try await migrator.migrate(to: $0) })
      }
    }
  }
}

extension WriteTransaction {
  fileprivate func replaceAll(by image: BackupEnvelope) throws {
    for collection in try collections() {
      for record in try scan(collection) { try delete(record.key, in: collection) }
    }
    for record in image.records { try put(record.fields, at: record.key, in: record.collection) }
    try setSchemaVersion(image.schemaVersion)
  }
}

/// A place with room for one backup.
private struct LastBackupPlace: BackupPlace {
  let base: any BackupPlace

  func write(_ bytes: [UInt8]) async throws -> URL { try await base.write(bytes) }

  func read(_ url: URL) async throws -> [UInt8] {
    guard try await all().contains(url) else { throw BackupError.missing(url) }
    return try await base.read(url)
  }

  func all() async throws -> [URL] { try await base.all().suffix(1) }
  func deleteAll() async throws { try await base.deleteAll() }
}
