import PersonalOSReference
import PropertyTesting
import StorageContract

/// What POS-APP-04 must catch: something is done or shown for a view that has gone.
extension Fault<PersonalOSSystem> {
  static let presentsCancelledTrades = Fault(
    "presentsCancelledTrades", "shows a trade that was cancelled as one that failed"
  ) { system in
    let open = system.trading.openLedger
    system.trading.openLedger = { TellingLedger(base: try await open($0), present: $0.present) }
  }

  static let syncsInATaskOfItsOwn = Fault(
    "syncsInATaskOfItsOwn", "syncs in a task that is not tied to the requesting view"
  ) { system in
    system.changeSyncs { base, _, username in
      try await Task.detached { try await base.syncProjects(username: username) }.value
    }
  }

  static let writesForWhoeverIsGone = Fault(
    "writesForWhoeverIsGone", "writes for a view that is gone"
  ) { system in
    let open = system.dataAccess.openData
    system.dataAccess.openData = { HeedlessAccess(base: open($0)) }
  }

  static let importsThoughCancelled = backupFault(
    "importsThoughCancelled", "goes on with an import that was cancelled"
  ) { service, _ in
    let importData = service.importing
    service.importing = { file in try await Task.detached { try await importData(file) }.value }
  }

  static let forgetsTheScreenOfAGoneView = showingWhoAsked(
    "forgetsTheScreenOfAGoneView", "shows the imported data only to the view that requested the import"
  ) { system, noteWhoAsked in
    let open = system.backup.openService
    system.backup.openService = { setup in
      var service = BackupsAround(try await open(setup))
      let importing = service.importing
      service.importing = { file in
        try await importing(file)
        noteWhoAsked()
      }
      return service
    }
  }

  static let forgetsTheScreenAfterARestore = showingWhoAsked(
    "forgetsTheScreenAfterARestore", "shows the restored data only to the view that requested the restore"
  ) { system, noteWhoAsked in
    system.migration.surroundMigrator { base, _, _ in
      MigratorAround(base: base, restore: { url in
        try await base.restoreFromBackup(url: url)
        noteWhoAsked()
      })
    }
  }

  /// - Parameter wrap: calls its second argument where the one who asked is remembered, whom alone the dashboard is then loaded for.
  private static func showingWhoAsked(
    _ id: String, _ fact: String, _ wrap: @escaping @Sendable (inout PersonalOSSystem, @escaping @Sendable () -> Void) -> Void
  ) -> Fault {
    Fault(id, fact) { system in
      let asked = Remembered<EffectPass?>(nil)
      wrap(&system) { asked.set(EffectPass.current) }
      let make = system.social.makeDashboard
      system.social.makeDashboard = { setup in
        let repository = setup.repository
        var setup = setup
        setup.repository = AskingRepository(base: repository) {
          try asked.withValue { pass in
            defer { pass = nil }
            try pass?.check()
          }
        }
        return make(setup)
      }
    }
  }
}
