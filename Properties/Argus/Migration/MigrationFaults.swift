import ArgusReference
import PlatformStandIns
import PropertyTesting
import StorageContract

// What ARG-45 to ARG-51 must catch.
extension Fault<ArgusSystem> {
  static let looksAtTheDeviceAlone = Fault("looksAtTheDeviceAlone", "ignores the mark in the app's settings") { system in
    system.parts.makeMigration = changingSetup(of: system.parts.makeMigration) { $0.appSettings = AppSandbox() }
  }

  static let writesWhatIsSo = migrating("writesWhatIsSo", "writes an article again that has the same status") { setup, base in
    let hasRun = try await base.runIfNeeded()
    try await setup.articles.transaction { transaction in
      for article in try transaction.articles() { try transaction.save(article) }
    }
    return hasRun
  }

  static let upgradesTheSchema = migrating("upgradesTheSchema", "sets the old database's schema version") { setup, base in
    try await setup.legacyStore?.write { try $0.setSchemaVersion(2) }
    return try await base.runIfNeeded()
  }

  static let showsFailuresAtNothing = Fault(
    "showsFailuresAtNothing", "shows a failure as if nothing had been migrated"
  ) { system in
    system.parts.makeMigration = changingSetup(of: system.parts.makeMigration) { setup in
      let announce = setup.announce
      setup.announce = { modal in
        if case .failed = modal { await announce(.failed(progress: 0)) } else { await announce(modal) }
      }
    }
  }

  static let takesCancellationForFailure = migrating(
    "takesCancellationForFailure", "treats a cancellation as a failure of the store"
  ) { _, base in
    do { return try await base.runIfNeeded() } catch is CancellationError { throw ArgusError.transactionFailed }
  }

  private static func migrating(
    _ id: String, _ fact: String,
    _ run: @escaping @Sendable (MigrationSetup, any MigrationCoordinating) async throws -> Bool
  ) -> Fault {
    Fault(id, fact) { system in
      let make = system.parts.makeMigration
      system.parts.makeMigration = { setup in
        let base = make(setup)
        return ChangedMigration(base: base) { try await run(setup, base) }
      }
    }
  }
}

/// Runs in another way.
private struct ChangedMigration: MigrationCoordinating {
  let base: any MigrationCoordinating
  let run: @Sendable () async throws -> Bool

  var modal: MigrationModal { get async { await base.modal } }

  func runIfNeeded() async throws -> Bool { try await run() }
}
