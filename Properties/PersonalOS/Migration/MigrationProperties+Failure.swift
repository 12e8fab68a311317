import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

extension MigrationProperties {
  // **Feature: system-architecture-upgrade-p0, Property 6: Migration rollback on failure**
  static let failedMigrationChangesNothing = Requirement<PersonalOSSystem>(
    "POS-06", "Migration rollback on failure",
    says: """
      If a migration fails or the app dies midway, all data and the schema version stay as they were. \
      A failure reaches the user exactly once, as migrationFailed. Edits made during a migration \
      survive. Of two migrations at the same time, only one migrates.
      """,
    covers: "2.2", of: "MigrationCoordinator", needs: [.storage],
    mustCatch: [.over(.keepsFirstWriteOnRollback), .over(.losesUnflushedWrites), .over(.interleavesTransactions)]
  ).holds(
    forAll: .failingMigrationCase,
    requiring: [
      "refuses the backup": 0.08, "refuses the first write": 0.08, "refuses a write on the way": 0.08,
      "refuses the last write": 0.08, "refuses the commit": 0.08, "cannot use an amount": 0.01,
      "crashes": 0.03, "user edits meanwhile": 0.03,
      "migrates twice at once": 0.01,
    ]
  ) { failing, system, trial in
    var migration = try await FailingMigration(failing.dataset, system)
    switch failing.obstacle {
    case .refusals(let place):
      trial.label("refuses the backup")
      try await migration.fail(backups: RefusingBackupPlace()) { _ in false }
      let steps = try await migration.rehearse()
      for moment in [FailingMigrationCase.Moment.firstWrite, .write(place: place), .lastWrite, .commit] {
        trial.label("refuses \(moment.name)")
        let number = moment.number(in: steps)
        try await migration.fail { $0 == number }
      }
    case .crash(let moment):
      trial.label("crashes")
      guard let number = moment.number(in: try await migration.rehearse()) else { break }
      try await migration.crash(at: number)
    case .unusableAmount:
      trial.label("cannot use an amount")
      try await migration.fail { _ in false }
      // No further attempt can succeed.
      return try await migration.end()
    case .userIsBusy:
      trial.label("user edits meanwhile")
      try await migration.migrateWhileUserEdits(trial)
      return try await migration.end()
    case .migratesTwice:
      trial.label("migrates twice at once")
      try await migration.migrateTwiceAtOnce(trial)
      return try await migration.end()
    }
    try await migration.succeedAndTakeBack()
    try await migration.expectNoWayBackByDamage()
    try await migration.expectUnknownLayoutLeftAlone()
    try await migration.end()
  }
}
