import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// Migration: nothing lost on the way, nothing changed when it fails.
public enum MigrationProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = [
    migrationPreservesData, failedMigrationChangesNothing, samplesStayOutOfProduction,
  ]

  // **Feature: system-architecture-upgrade-p0, Property 5: Migration data preservation**
  static let migrationPreservesData = Requirement<PersonalOSSystem>(
    "POS-05", "Migration data preservation",
    says: """
      Migrating from schema version 1, 2 or 3, at once or step by step, keeps all user data, with unknown fields and \
      tables. It turns each Double into the Decimal of its shortest text, and merges copies of an article without losing \
      a bookmark. A rollback undoes each step. A restore migrates an older backup. A current store stays as it is, a new \
      one needs no backup, a newer store or backup is refused.
      """,
    covers: "2.1", of: "MigrationCoordinator", needs: [.storage],
    mustCatch: [
      .migrationSkipsALayout, .over(.losesLastWriteOfABatch), .over(.passesNumbersThroughDouble), .over(.normalizesText),
      .over(.limitsScans),
    ]
  ).holds(
    forAll: .migrationCase,
    requiring: [
      "from v1": 0.1, "from v2": 0.1, "from v3": 0.1, "to a layout on the way": 0.03,
      "one article under several addresses": 0.06, "bookmarks an earlier delivery": 0.01,
      "more rows than a page": 0.05, "trades without notes": 0.35,
      "fields of another version": 0.1, "a table of another version": 0.1,
    ]
  ) { migration, system, trial in
    let (dataset, target) = (migration.dataset, migration.target)
    label(migration, trial)
    let session = MigrationDriver(system)
    let store = try await system.openStore()
    try await store.fill(with: dataset.contents)

    // In one go.
    let trace = StoreTrace(store)
    let migrator = try await session.migrator(over: trace.store)
    try expect(
      "that data of \(dataset.version) needs migration",
      migrator.needsMigration(from: dataset.version, to: target))
    try await migrator.performMigration(to: target)
    let backup = await session.backups.all().last
    let migrated = session.expected(dataset, in: target, backup: backup)
    try expectSame("after the migration", try await store.contents(), as: migrated)

    // Up to date: nothing is written, not even a backup. Newer than what it is brought to: an error, and
    // nothing is written.
    let writes = trace.writeCount
    try expect(
      "that data of \(target) needs no migration", !migrator.needsMigration(from: target, to: target))
    try await migrator.performMigration(to: target)
    for older in SchemaVersion.allCases where older < target {
      try expect("that newer data needs no migration", !migrator.needsMigration(from: target, to: older))
      try await expectFailure("migrating to \(older)", of: migrator, to: older)
    }
    try expect("writes to a store that is up to date, or newer", trace.writeCount, equals: writes)
    try expect("backups of one migration", await session.backups.all().count, equals: 1)

    // Step by step it comes to the same, and back as well.
    try await store.fill(with: dataset.contents)
    var stages: [StoreContents] = []
    for next in SchemaVersion.allCases where next > dataset.version && next <= target {
      stages.append(try await store.contents())
      try await migrator.performMigration(to: next)
      try expectSame(
        "after the step to \(next)", try await store.contents().without("schema"),
        as: session.expected(dataset, in: next, backup: nil).without("schema"))
    }
    for stage in stages.reversed() {
      try await migrator.rollback()
      try expectSame("back at version \(stage.schemaVersion)", try await store.contents(), as: stage)
    }

    if let backup { try await session.expectRestored(dataset, from: backup, over: store) }
    try await session.expectNewStoreMigrated(store)
    try await store.close()
  }

  private static func label(_ migration: MigrationCase, _ trial: Trial) {
    let dataset = migration.dataset
    trial.label("from \(dataset.version)")
    trial.label("fields of another version", if: !dataset.extra.isEmpty)
    trial.label("a table of another version", if: dataset.unchanged.contains { $0.collection == "drafts" })
    trial.label("to a layout on the way", if: migration.target < .current)
    if dataset.version < .v3, migration.target >= .v3 {
      trial.label("one article under several addresses", if: dataset.repeatedArticleCount > 0)
      trial.label("bookmarks an earlier delivery", if: dataset.bookmarksAnEarlierDelivery)
    }
    trial.label("more rows than a page", if: dataset.largestTableCount > 16)
    trial.label("trades without notes", if: dataset.trades.contains { $0.notes.isEmpty })
  }
}

extension Fault<PersonalOSSystem> {
  static let migrationSkipsALayout = Fault("migrationSkipsALayout", "treats v2 as v3") { system in
    system.migration.steps = system.migration.steps.map { step in
      step.to == .v3 ? MigrationStep(from: step.from, to: step.to) { _ in } : step
    }
  }
}

/// Migrates, and expects the error that the user is told of as well.
func expectFailure(_ what: String, of migrator: any Migrator, to target: SchemaVersion) async throws {
  do {
    try await migrator.performMigration(to: target)
  } catch AppError.database(.migrationFailed, _) {
    return
  }
  try expect("that \(what) fails", false)
}

extension StoreTrace {
  /// Puts and deletes, whether or not they were committed.
  var writeCount: Int {
    events.count { event in
      switch event {
      case .put, .delete: true
      case .begin, .get, .scan, .commit, .rollback: false
      }
    }
  }
}
