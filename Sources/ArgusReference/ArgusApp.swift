import PlatformStandIns
import StorageContract
import Synchronization

/// The app, put together in one place (002 Architecture Overview): each part is made once, from ``ArgusParts``, and handed to
/// whoever needs it.
public final class ArgusApp: Sendable {
  public let platform: ArgusPlatform
  public let parts: ArgusParts
  public let logger: Logger
  public let events: any EventBusProtocol
  public let health: any CloudHealthMonitoring
  public let coordinator: any CloudRequestCoordinating
  public let api: any APIClientProtocol
  public let storage: any StorageModeControlling
  public let sync: any CloudSyncing
  public let feed: any FeedSyncing
  public let batch: any BatchSyncing
  public let background: any BackgroundTaskManaging
  public let activity: ActivityLog
  public let articles: any ArticleServiceProtocol
  public let articleStore: any ArticleStore
  /// What the UI shows, and contexts apart from it.
  public let container: ModelContainer
  public let deletion: any DeletionServicing
  public let migration: any MigrationCoordinating
  public let errors: any ErrorReporting
  public let settings: any SettingsStoring
  /// What the screens call.
  public let operations: any ArticleOperating
  /// Nil without a cloud, and if the user synchronizes by hand.
  public let automaticSync: (any AutomaticSyncing)?
  private let network = Mutex<EventSubscription?>(nil)

  /// Starts the app over what earlier launches left in the store.
  public static func launch(_ platform: ArgusPlatform, _ parts: ArgusParts = .reference) async throws -> ArgusApp {
    let logger = Logger()
    let events = parts.makeEventBus()
    let relay = Relay()
    let stack = try await ArticleStack.open(
      platform, parts, logger: logger,
      changeLog: { try parts.noteChange(SyncLedger(device: platform.deviceName), $0, $1) },
      didCommit: {
        events.post(ArgusEvent(.articlesChanged, ["commit": "\($0.sequence)"]))
        relay.automaticSync?.didWrite()
      })
    let app = ArgusApp(platform, parts, logger, stack, events, relay)
    app.background.scheduleAll()
    if platform.cloud != nil {
      app.followNetwork()
      await app.storage.start()
      app.automaticSync?.ask()
    }
    return app
  }

  private init(
    _ platform: ArgusPlatform, _ parts: ArgusParts, _ logger: Logger, _ stack: ArticleStack, _ events: any EventBusProtocol,
    _ relay: Relay
  ) {
    self.platform = platform
    self.parts = parts
    self.logger = logger
    articles = stack.service
    articleStore = stack.store
    container = stack.container
    deletion = stack.deletion
    migration = stack.migration
    errors = parts.makeErrorReporter(logger, platform.time, parts.errorMessage)
    settings = parts.makeSettings(platform.store, platform.makeID) {
      events.post(ArgusEvent(.settingsChanged, ["key": $0]))
    }
    self.events = events
    health = parts.makeHealthMonitor(
      HealthSetup(
        machine: parts.makeHealthMachine(), time: platform.time,
        announce: {
          events.post(ArgusEvent(.healthChanged, ["from": $0.from.rawValue, "to": $0.to.rawValue]))
          relay.storage?.healthChanged($0.to)
        }))
    coordinator = parts.makeCoordinator(
      CoordinatorSetup(queue: parts.makeRequestQueue(), health: health, logger: logger, time: platform.time))
    api = parts.makeAPIClient(
      APISetup(
        transport: platform.transport, conditions: platform.conditions, makeRetryMachine: parts.makeRetryMachine,
        time: platform.time))
    let cloud = platform.cloud ?? NoCloud()
    let sync = parts.makeSync(
      SyncSetup(
        articles: stack.store, cloud: cloud, coordinator: coordinator, ledger: SyncLedger(device: platform.deviceName),
        merge: parts.mergeRecords))
    self.sync = sync
    let notices = NotificationUtils(platform.notifications, platform.time)
    storage = parts.makeStorageController(
      StorageModeSetup(
        machine: parts.makeStorageModes { parts.decideStorage(platform.storagePolicy, $0, $1) }, time: platform.time,
        // Without network nobody is asked.
        isAvailable: { platform.conditions.isOnline ? try await cloud.isAvailable() : false },
        recover: { try await sync.synchronize() },
        entered: {
          events.post(ArgusEvent(.storageModeChanged, ["to": $0.rawValue]))
          // What was written while the recovery ended waits still. The mode is set when this has returned.
          Task { relay.automaticSync?.didWrite() }
        },
        tellUser: { notices.tell($0) }))
    let api = api
    let feed = parts.makeFeed(
      FeedSetup(
        fetch: { try await FeedArticle.all(api, from: platform.baseURL) }, articles: stack.service, store: stack.store,
        notices: parts.makeNotices(notices),
        isNotifying: { platform.appSettings.preferences["notificationsEnabled"] != "false" }))
    self.feed = feed
    let service = stack.service
    batch = parts.makeBatchSync { id in
      let fetched = try await FeedArticle.one(id, api, from: platform.baseURL)
      guard let known = try await service.article(id) else { return try await service.save(fetched) }
      return try await service.update(fetched.withMarks(of: known), expectedVersion: known.version)
    }
    let activity = ActivityLog(
      read: { platform.appSettings.preferences["activity"] },
      write: { platform.appSettings.setPreference($0, for: "activity") })
    self.activity = activity
    background = parts.makeBackgroundManager(
      BackgroundSetup(
        tasks: [
          BackgroundTask(id: "refresh", needs: TaskNeeds(network: true, externalPower: false), limit: .seconds(25)) {
            try await feed.refresh(in: $0)
          }
        ], scheduler: platform.backgroundScheduler, conditions: platform.conditions, store: platform.store,
        time: platform.time, makeMachine: parts.makeBackgroundMachine,
        nextDelay: {
          parts.planBackground(activity.entries, platform.time.date(), platform.time.utcOffsetSeconds())
        },
        report: { report in
          let outcome = "\(report.outcome)"
          logger.log(
            LogEntry(
              report.outcome == .succeeded ? .info : .warning, "BackgroundTaskManager", "“\(report.id)” \(outcome)",
              at: platform.time.date()))
          events.post(ArgusEvent(.backgroundTaskEnded, ["id": report.id, "outcome": outcome]))
        }))
    let (storage, migration) = (storage, stack.migration)
    operations = parts.makeOperations(
      ArticleOperationsSetup(
        articles: service, feed: feed, isOnline: { platform.conditions.isOnline },
        isBlocked: { await migration.modal.blocksInteraction }))
    automaticSync =
      platform.cloud == nil || !platform.synchronizesByItself
      ? nil
      : parts.makeAutomaticSync(
        AutomaticSyncSetup(
          machine: parts.makeAutomaticSyncMachine(), time: platform.time,
          isAllowed: { [weak storage] in storage?.mode == .cloud && platform.conditions.isOnline },
          hasPending: {
            try await stack.store.read { try SyncLedger(device: platform.deviceName).hasPending(in: $0.raw) }
          }, synchronize: { try await sync.synchronize() }))
    relay.connect(storage, automaticSync)
  }

  private func followNetwork() {
    let wasOnline = Mutex(platform.conditions.isOnline)
    let subscription = platform.conditions.observe { [weak self] values in
      let isNew = wasOnline.withLock { wasOnline in
        defer { wasOnline = values.isOnline }
        return wasOnline != values.isOnline
      }
      if isNew { self?.handle(values.isOnline ? .networkAvailable : .networkLost) }
    }
    network.withLock { $0 = subscription }
  }

  /// The system says that something has changed that the cloud depends on. Changes of the network need not be passed on: the
  /// app hears of them from the device.
  public func handle(_ event: SystemEvent) {
    storage.systemEvent(event)
    if event == .networkAvailable { automaticSync?.ask() }
  }

  /// The screen with the list of articles.
  @MainActor
  public func newsList() -> any NewsList { parts.makeNewsList(screenSetup) }

  /// The screen with one article.
  @MainActor
  public func newsDetail(of id: String) -> any NewsDetail { parts.makeNewsDetail(id, screenSetup) }

  private var screenSetup: ScreenSetup {
    ScreenSetup(operations: operations, errors: errors, events: events, settings: settings)
  }

  /// The user has the app before them.
  public func didBecomeActive() {
    activity.append(ActivityEntry(date: platform.time.date(), isForeground: true))
    automaticSync?.ask()
  }

  /// Exchanges changes with the cloud, if the app uses it now; while it is local or offline, what is written waits.
  /// - Throws: what the cloud or the store throws; nothing that was written is lost.
  public func synchronize() async throws {
    if storage.mode == .cloud && platform.conditions.isOnline { try await sync.synchronize() }
  }

  /// What the user does with articles. While the migration's modal is shown it is refused; what fails is logged, once.
  /// - Throws: ``MigrationInProgress``; what the action throws.
  public func perform<Result: Sendable>(
    _ action: @Sendable (any ArticleServiceProtocol) async throws -> Result
  ) async throws -> Result {
    if await migration.modal.blocksInteraction { throw MigrationInProgress() }
    do {
      return try await action(articles)
    } catch {
      errors.surface(error)
      throw error
    }
  }
}

/// For parts that are made before what listens to them.
private final class Relay: Sendable {
  private struct Listeners {
    weak var storage: (any StorageModeControlling)?
    weak var automaticSync: (any AutomaticSyncing)?
  }

  private let listeners = Mutex(Listeners())

  var storage: (any StorageModeControlling)? { listeners.withLock(\.storage) }
  var automaticSync: (any AutomaticSyncing)? { listeners.withLock(\.automaticSync) }

  func connect(_ storage: any StorageModeControlling, _ automaticSync: (any AutomaticSyncing)?) {
    listeners.withLock { $0 = Listeners(storage: storage, automaticSync: automaticSync) }
  }
}

/// What an app without a cloud has.
private struct NoCloud: CloudDatabase {
  func isAvailable() async throws -> Bool { false }
  func push(_ records: [SyncRecord]) async throws { throw ArgusError.cloudUnavailable }
  func pull(after token: Int64) async throws -> CloudPage { throw ArgusError.cloudUnavailable }
}
