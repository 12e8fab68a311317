import ArgusReference
import DeterministicScheduling
import PropertyTesting

/// The app without network.
public enum OfflineProperties: PropertyGroup {
  public static let all: [Property<ArgusSystem>] = [servesLocalData]

  // Feature: argus-system-patterns, Property 69: Offline use serves local data
  static let servesLocalData = Requirement<ArgusSystem>(
    "ARG-69", "Offline use serves local data",
    says: """
      Without a network, the app reads and writes stored data, says that it is offline, and calls neither backend nor cloud. \
      When the network is back, the app sends each pending write once, also after a relaunch, and another device shows it. The \
      loss of the network does not change the storage mode.
      """,
    covers: "002 Error Handling", of: "ArticleOperations, AutomaticSync", needs: [.storage, .concurrency],
    mustCatch: [
      .showsNothingOffline, .refusesWritesOffline, .saysItIsOnline, .asksTheBackendOffline, .asksTheCloudOffline, .staysSilentAfterwards,
      .looksForTheCloudOffline, .keepsPendingInMemory, .sendsEverythingAgain, .forgetsMarksAtARefresh, .takesALostNetworkForALostCloud,
      .over(.losesUnflushedWrites),
    ]
  ).holds(
    of: OfflineMachine.machine, commands: 0...16, scheduled: .mixed,
    requiring: [
      "comes back with something to send": 0.08, "asks for news without network": 0.2, "writes without network": 0.1,
      "reads without network": 0.2, "loses the network": 0.3, "is launched again with something to send": 0.02,
    ],
    making: { try await OfflineDriver($0) }, tearDown: { try await $0.close() })
}

extension Fault<ArgusSystem> {
  static let showsNothingOffline = offline("showsNothingOffline", "shows an empty list offline") { operations, isOnline in
    let base = operations.base
    operations.listing = { topic in
      isOnline() ? await base.list(topic: topic) : TopicArticles(articles: [], layer: .memoryList, isStale: true)
    }
  }

  static let refusesWritesOffline = offline("refusesWritesOffline", "refuses to set marks offline") { operations, isOnline in
    let base = operations.base
    operations.settingBookmarked = { isBookmarked, id in
      if !isOnline() { throw ArgusError.offline }
      try await base.setBookmarked(isBookmarked, of: id)
    }
  }

  static let saysItIsOnline = offline("saysItIsOnline", "does not say that it is offline") { operations, _ in
    operations.offline = { false }
  }

  static let asksTheBackendOffline = Fault("asksTheBackendOffline", "asks the backend for news without network") { system in
    system.parts.makeAPIClient = changingSetup(of: system.parts.makeAPIClient) { $0.conditions = DeviceConditions() }
    system.parts.makeOperations = changingSetup(of: system.parts.makeOperations) { setup in
      let feed = setup.feed
      setup.isOnline = { true }
      setup.feed = PatientFeed(base: feed)
    }
  }

  static let asksTheCloudOffline = Fault("asksTheCloudOffline", "synchronizes each write without checking the network") { system in
    system.parts.makeAutomaticSync = changingSetup(of: system.parts.makeAutomaticSync) { $0.isAllowed = { true } }
  }

  static let looksForTheCloudOffline = Fault("looksForTheCloudOffline", "looks for the cloud at a launch without network") { system in
    let launch = system.launch
    system.launch = { platform, parts in
      if let cloud = platform.cloud { _ = try? await cloud.isAvailable() }
      return try await launch(platform, parts)
    }
  }

  static let takesALostNetworkForALostCloud = Fault(
    "takesALostNetworkForALostCloud", "looks for the cloud when the network goes, and goes local"
  ) { system in
    let make = system.parts.makeStorageController
    system.parts.makeStorageController = { HastyController(base: make($0)) }
  }

  static let staysSilentAfterwards = Fault("staysSilentAfterwards", "sends nothing when the network is back") { system in
    let make = system.parts.makeAutomaticSync
    system.parts.makeAutomaticSync = { DeafSync(base: make($0)) }
  }

  static let forgetsMarksAtARefresh = Fault("forgetsMarksAtARefresh", "forgets the user's marks when the article comes again") {
    system in
    system.parts.makeFeed = changingSetup(of: system.parts.makeFeed) { setup in
      var articles = AlteredArticles(base: setup.articles)
      let base = articles.base
      articles.importing = { list, size in
        for article in list where try await base.article(article.id) != nil { try await base.save(article) }
        return try await base.importArticles(list, batchSize: size)
      }
      setup.articles = articles
    }
  }

  private static func offline(
    _ id: String, _ fact: String,
    _ alter: @escaping @Sendable (inout AlteredOperations, @escaping @Sendable () -> Bool) -> Void
  ) -> Fault {
    Fault(id, fact) { system in
      system.parts.alterOperations { alter(&$0, $1.isOnline) }
    }
  }
}

/// Does not mind a refresh that fails.
private struct PatientFeed: FeedSyncing {
  let base: any FeedSyncing
  func refresh(in scope: BackgroundScope?) async throws -> ImportReport { (try? await base.refresh(in: scope)) ?? ImportReport() }
}

/// Synchronizes after writes alone.
private final class DeafSync: AutomaticSyncing {
  private let base: any AutomaticSyncing
  init(base: any AutomaticSyncing) { self.base = base }
  func didWrite() { base.didWrite() }
  func ask() {}
}

/// Takes the loss of the network for a change of the account.
private final class HastyController: StorageModeControlling {
  private let base: any StorageModeControlling
  init(base: any StorageModeControlling) { self.base = base }
  var mode: StorageMode { base.mode }
  func start() async { await base.start() }
  func healthChanged(_ health: CloudHealth) { base.healthChanged(health) }
  func systemEvent(_ event: SystemEvent) { base.systemEvent(event == .networkLost ? .accountChanged : event) }
}
