import ArgusReference
import PropertyTesting
import StorageContract
import Synchronization

// Mistakes in how the app is put together, which no part shows alone.
extension Fault<ArgusSystem> {
  static let letsTheUserInDuringTheMigration = Fault(
    "letsTheUserInDuringTheMigration", "lets the user write before the migration has ended"
  ) { system in
    system.parts.makeOperations = changingSetup(of: system.parts.makeOperations) { $0.isBlocked = { false } }
  }

  static let staysBlocked = Fault("staysBlocked", "refuses everything until the launch after the migration") { system in
    let make = system.parts.makeMigration
    system.parts.makeMigration = { StickyMigration(base: make($0)) }
  }

  static let migratesAtEachLaunch = Fault("migratesAtEachLaunch", "keeps its migration marks only in memory") { system in
    system.parts.makeMigration = changingSetup(of: system.parts.makeMigration) { setup in
      (setup.appSettings, setup.deviceSettings) = (.init(), .init())
    }
  }

  static let acknowledgesBeforeItWrites = Fault(
    "acknowledgesBeforeItWrites", "says that a bookmark was set and stores it a moment later"
  ) { system in
    system.parts.alterOperations { operations, _ in
      let base = operations.base
      operations.settingBookmarked = { isBookmarked, id in
        _ = try await base.article(id)
        Task { try await base.setBookmarked(isBookmarked, of: id) }
      }
    }
  }

  static let opensInTwoCommits = Fault("opensInTwoCommits", "marks an opened article as read, and then as seen") { system in
    system.parts.alterOperations { operations, setup in
      let base = operations.base
      operations.opening = { id in
        try await base.setRead(true, of: id)
        try await setup.articles.markSeen(id)
        return try await base.article(id)
      }
    }
  }

  static let marksOverTheStale = Fault("marksOverTheStale", "sets marks on the article as it was when it was read first") {
    system in
    let first = Mutex<[String: ArticleModel]>([:])
    system.parts.alterOperations { operations, setup in
      operations.settingBookmarked = { isBookmarked, id in
        guard let now = try await setup.articles.article(id) else { throw ArgusError.notFound }
        var article = first.withLock { articles in
          articles[id] = articles[id] ?? now
          return articles[id] ?? now
        }
        article.isBookmarked = isBookmarked
        try await setup.articles.save(article)
      }
    }
  }

  static let neverTriesAgain = Fault("neverTriesAgain", "does not repeat a synchronization that failed") { system in
    let make = system.parts.makeAutomaticSyncMachine
    system.parts.makeAutomaticSyncMachine = { ContentMachine(base: make()) }
  }

  static let asksNobodyAtALaunch = asking("asksNobodyAtALaunch", "does not ask the cloud for new changes at a launch") { $0 > 1 }
  static let asksNobodyForTheUser = asking("asksNobodyForTheUser", "asks the cloud for new changes only at a launch") { $0 == 1 }

  private static func asking(_ id: String, _ fact: String, _ isHeard: @escaping @Sendable (_ number: Int) -> Bool) -> Fault {
    Fault(id, fact) { system in
      let make = system.parts.makeAutomaticSync
      system.parts.makeAutomaticSync = { HardOfHearingSync(base: make($0), isHeard: isHeard) }
    }
  }

  static let forgetsWhomItTold = Fault("forgetsWhomItTold", "forgets at a launch which notices it raised") { system in
    let launch = system.launch
    system.launch = { platform, parts in
      try await platform.store.write { transaction in
        for entry in try transaction.scan("pushed_articles") { try transaction.delete(entry.key, in: "pushed_articles") }
      }
      return try await launch(platform, parts)
    }
  }

  static let tellsOfEachCheck = Fault("tellsOfEachCheck", "tells the user the mode after every failed check of the cloud") { system in
    system.parts.makeStorageController = changingSetup(of: system.parts.makeStorageController) { setup in
      let (isAvailable, tell) = (setup.isAvailable, setup.tellUser)
      setup.isAvailable = {
        let isThere = (try? await isAvailable()) ?? false
        if !isThere { tell(.local) }
        return isThere
      }
    }
  }
}

/// Goes on showing the modal when it has migrated.
private actor StickyMigration: MigrationCoordinating {
  private let base: any MigrationCoordinating
  private var hasRun = false

  init(base: any MigrationCoordinating) { self.base = base }

  var modal: MigrationModal {
    get async { hasRun ? .shown(progress: 1) : await base.modal }
  }

  func runIfNeeded() async throws -> Bool {
    let isNeeded = try await base.runIfNeeded()
    hasRun = hasRun || isNeeded
    return isNeeded
  }
}

/// Takes every run for one that went well.
private struct ContentMachine: AutomaticSyncStateMachine {
  var base: any AutomaticSyncStateMachine

  mutating func handle(_ event: AutomaticSyncEvent, isAllowed: Bool, at now: Duration) -> [AutomaticSyncEffect] {
    base.handle(event == .ended(succeeded: false) ? .ended(succeeded: true) : event, isAllowed: isAllowed, at: now)
  }
}

/// Hears only some of those who ask, by their number from 1.
private final class HardOfHearingSync: AutomaticSyncing {
  private let base: any AutomaticSyncing
  private let isHeard: @Sendable (Int) -> Bool
  private let count = Mutex(0)

  init(base: any AutomaticSyncing, isHeard: @escaping @Sendable (Int) -> Bool) { (self.base, self.isHeard) = (base, isHeard) }

  func didWrite() { base.didWrite() }

  func ask() {
    let number = count.withLock { count in
      count += 1
      return count
    }
    if isHeard(number) { base.ask() }
  }
}
