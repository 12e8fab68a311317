import Foundation
import PersonalOSReference
import PropertyTesting
import StorageContract

extension PersonalOSSystem {
  /// Changes the parts when the app is launched: by what the device gives it.
  mutating func wire(_ change: @escaping @Sendable (PersonalOSPlatform, inout PersonalOSParts) -> Void) {
    let launch = launch
    self.launch = { platform, parts in
      var parts = parts
      change(platform, &parts)
      return try await launch(platform, parts)
    }
  }
}

// Mistakes in how the app is put together, which no part shows alone.
extension Fault<PersonalOSSystem> {
  // What lies on the disk.

  static let leavesOlderRowsInClear = Fault(
    "leavesOlderRowsInClear", "leaves an older version's notes in clear until they are saved again"
  ) { system in
    let make = system.security.makeSealing
    system.security.makeSealing = { OtherSealing(base: make($0)) { _, _ in false } }
  }

  static let keepsBackupsInClear = Fault("keepsBackupsInClear", "writes backups of migrations as they are") { system in
    system.security.sealBackups = { place, _ in place }
  }

  /// Over a store whose files hold what was replaced until they are rewritten, as journals do.
  static let leavesOlderTextInFiles = Fault(
    "leavesOlderTextInFiles", "seals older notes, and leaves their text in the files"
  ) { system in
    let written = Remembered<[UInt8]>([])
    let (openStore, rawBytes, make) = (system.openStore, system.rawBytes, system.security.makeSealing)
    system.openStore = {
      var hooks = StoreHooks()
      hooks.hookCalls { calls in
        calls.put = { transaction, fields, key, collection in
          written.withValue { $0 += fields.values.flatMap { Array($0.exactText.utf8) } }
          return try transaction.put(fields, at: key, in: collection)
        }
      }
      hooks.compact = { store in
        written.set([])
        try await store.compact()
      }
      return InterposedStore(try await openStore(), hooks)
    }
    system.rawBytes = { try await rawBytes() + written.now }
    system.security.makeSealing = {
      OtherSealing(base: make($0)) { base, store in
        var hooks = StoreHooks()
        hooks.compact = { _ in }
        return try await base.sealPlainRows(of: InterposedStore(store, hooks))
      }
    }
  }

  static let makesAKeyToRead = Fault("makesAKeyToRead", "makes a new key when it only reads") { system in
    system.changeKeys { base, _ in try await base.dataCipher(makingKey: true) }
  }

  static let startsWithoutTheNotes = Fault(
    "startsWithoutTheNotes", "treats a locked keychain as one without a key"
  ) { system in
    system.changeKeys { base, makingKey in
      do { return try await base.dataCipher(makingKey: makingKey) } catch SecurityError.keychainAccessDenied
      where !makingKey { return nil }
    }
  }

  // What is there.

  static let storesTradesLater = Fault("storesTradesLater", "stores a trade when trades are read the next time") { system in
    let open = system.trading.openLedger
    system.trading.openLedger = { LateLedger(base: try await open($0)) }
  }

  static let importsBesideWhatIsThere = backupFault(
    "importsBesideWhatIsThere", "keeps bookmarks, posts and projects that an import does not contain"
  ) { service, setup in
    let importData = service.importing
    service.importing = { file in
      let (bookmarks, posts, projects) = try await setup.data.perform { scope in
        (try scope.fetch(Bookmark.self), try scope.fetch(SocialPost.self), try scope.fetch(ProjectItem.self))
      }
      try await importData(file)
      try await setup.data.perform { scope in
        for bookmark in bookmarks { try scope.save(bookmark) }
        for post in posts { try scope.save(post) }
        for project in projects { try scope.save(project) }
      }
    }
  }

  static let syncsOverNotes = Fault("syncsOverNotes", "replaces projects with GitHub's data") { system in
    system.changeSyncs { base, setup, username in
      let before = try await setup.data.perform { try $0.fetch(ProjectItem.self) }
      let result = try await base.syncProjects(username: username)
      try await setup.data.perform { scope in
        for var project in try scope.fetch(ProjectItem.self)
        where before.first(where: { $0.id == project.id }).map({ $0.stars != project.stars }) ?? false {
          project.notes = ""
          try scope.save(project)
        }
      }
      return result
    }
  }

  static let showsPostsOfBefore = Fault(
    "showsPostsOfBefore", "shows the old posts after an import until they are loaded again"
  ) { system in
    let make = system.social.makeDashboard
    system.social.makeDashboard = { setup in LoadedOnce(make(setup)) }
  }

  static let keepsFocusSessionsInMemory = Fault(
    "keepsFocusSessionsInMemory", "keeps the focus session only for this launch"
  ) { system in
    let open = system.focus.openTimer
    system.focus.openTimer = {
      open(FocusSetup(data: PassingData(), notifications: $0.notifications, now: $0.now, makeID: $0.makeID))
    }
  }

  static let keepsNewsInMemory = Fault("keepsNewsInMemory", "keeps news only for this launch") { system in
    let open = system.news.openService
    system.news.openService = { _, feed, now in open(PassingData(), feed, now) }
  }

  static let seedsDebugBuilds = Fault("seedsDebugBuilds", "writes sample data into any debug build") { system in
    let open = system.migration.openSeeding
    system.migration.openSeeding = { setup in
      var setup = setup
      setup.isSeedRequested = setup.isDebugBuild
      return try await open(setup)
    }
  }

  static let statisticsMissTheLastTrade = Fault(
    "statisticsMissTheLastTrade", "leaves the last trade out of the statistics"
  ) { system in
    let statistics = system.prices.statistics
    system.prices.statistics = { trades, prices in try statistics(trades.dropLast(), prices) }
  }

  static let showsTextsOfAnotherSite = Fault("showsTextsOfAnotherSite", "shows the legal texts of another site") { system in
    system.legal.openDocuments = { _ in try LegalDocumentProvider(site: "https://legal.example") }
  }

  // What is shown.

  static let keepsFailedSyncsToItself = Fault(
    "keepsFailedSyncsToItself", "treats a sync without an answer as one without changes"
  ) { system in
    system.changeSyncs { base, _, username in
      do { return try await base.syncProjects(username: username) } catch AppError.network {
        return SyncResult(added: 0, updated: 0, unchanged: 0, conflicts: [])
      }
    }
  }

  static let takesFailedPricesForNone = Fault(
    "takesFailedPricesForNone", "treats an unreachable price feed as one without prices"
  ) { system in
    system.prices.openService = changingSetup(of: system.prices.openService) { $0.feed = PatientPrices(base: $0.feed) }
  }

  static let presentsNoRefusedTrade = presenting("presentsNoRefusedTrade", "throws a refusal of the ledger and does not show it") {
    _ in {}
  }
  static let presentsTradesTwice = presenting("presentsTradesTwice", "shows a refusal of the ledger twice") { present in
    {
      await present()
      await present()
    }
  }

  private static func presenting(
    _ id: String, _ fact: String,
    _ change: @escaping @Sendable (@escaping @Sendable () async -> Void) -> @Sendable () async -> Void
  ) -> Fault {
    Fault(id, fact) { (system: inout PersonalOSSystem) in
      let open = system.trading.openLedger
      system.trading.openLedger = { setup in
        var changed = setup
        changed.present = { error in await change { await setup.present(error) }() }
        return try await open(changed)
      }
    }
  }

  static let keepsFailedImportsToItself = backupFault(
    "keepsFailedImportsToItself", "treats a failed import as done"
  ) { service, _ in
    let importData = service.importing
    service.importing = { try? await importData($0) }
  }

  static let writesKeysDown = Fault("writesKeysDown", "writes API keys into its log") { system in
    let make = system.errors.makeLog
    system.errors.makeLog = { OpenLog(base: make($0, $1)) }
  }

  static let startsInSilence = Fault("startsInSilence", "does not say why it cannot start") { system in
    let launch = system.launch
    system.launch = { platform, parts in
      do {
        return try await launch(platform, parts)
      } catch is LaunchFailure {
        throw LaunchFailure(errors: [])
      }
    }
  }
}
