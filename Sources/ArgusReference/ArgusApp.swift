import PlatformStandIns
import StorageContract
import Synchronization

/// The assembled app (002 Architecture Overview). It makes each part once, from ``ArgusParts``, and hands it to the
/// parts that need it.
public final class ArgusApp: Sendable {
  /// The device and the network that the app was launched on.
  public let platform: ArgusPlatform
  /// The factories that made the parts. ``newsList()`` and ``newsDetail(of:)`` make their screens with them, too.
  public let parts: ArgusParts
  /// The log that all parts share.
  public let logger: Logger
  /// The bus on which the app posts its events.
  public let events: any EventBusProtocol
  /// Derives the cloud's health from the outcomes that ``coordinator`` reports. Each change of health reaches
  /// ``storage``.
  public let health: any CloudHealthMonitoring
  /// Runs the cloud operations of ``sync``, one of each type at a time.
  public let coordinator: any CloudRequestCoordinating
  /// Sends requests to the backend, for ``feed`` and ``batch``.
  public let api: any APIClientProtocol
  /// Holds the storage mode. Without a cloud it is never started, and the mode stays local.
  public let storage: any StorageModeControlling
  /// Exchanges changes with the cloud. Without a cloud each call throws ``ArgusError/cloudUnavailable``.
  public let sync: any CloudSyncing
  /// Gets the backend's articles into the store. The background task `refresh` and ``operations`` call it.
  public let feed: any FeedSyncing
  /// Fetches single articles from the backend and stores them. The user's marks on articles that are stored already
  /// stay.
  public let batch: any BatchSyncing
  /// Runs the one background task, `refresh`. The task needs the network, and each run may take 25 seconds.
  public let background: any BackgroundTaskManaging
  /// The log of when the user opened the app. It is kept in the app's settings, under `activity`.
  public let activity: ActivityLog
  /// The repository of the articles on this device.
  public let articles: any ArticleServiceProtocol
  /// The store below ``articles``, for callers that need transactions of their own.
  public let articleStore: any ArticleStore
  /// The context that the UI shows, and fresh contexts for work apart from the UI.
  public let container: ModelContainer
  /// Deletes all articles, topics and seen records, in a context of its own.
  public let deletion: any DeletionServicing
  /// Migrates the articles of the app before this one. With the reference parts it is ``NoMigration``.
  public let migration: any MigrationCoordinating
  /// Logs each failure that the user learns of, and words it in each language.
  public let errors: any ErrorReporting
  /// The user's settings. The app posts `settingsChanged` for each setting that is stored with another value.
  public let settings: any SettingsStoring
  /// The actions that the screens call.
  public let operations: any ArticleOperating
  /// Synchronizes after writes. Nil if the platform has no cloud, or if ``ArgusPlatform/synchronizesByItself`` is
  /// false.
  public let automaticSync: (any AutomaticSyncing)?
  private let network = Mutex<EventSubscription?>(nil)

  /// Starts the app on the data that earlier launches left in the store, and requests a first run of the background
  /// task.
  ///
  /// If the platform has a cloud, it also checks the cloud, enters a storage mode and asks for a first synchronization.
  /// - Throws: what ``ArgusParts/openArticleStore`` throws; ``ArgusError/transactionFailed`` if the articles cannot be
  ///   read.
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
        // Without a network the app does not ask the cloud.
        isAvailable: { platform.conditions.isOnline ? try await cloud.isAvailable() : false },
        recover: { try await sync.synchronize() },
        entered: {
          events.post(ArgusEvent(.storageModeChanged, ["to": $0.rawValue]))
          // Writes from the end of the recovery still wait to be sent. The controller holds its lock during this call,
          // and `isAllowed` reads the controller's mode, so a task asks for the synchronization.
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

  /// Handles a change in the system that the cloud depends on. The app observes the device's network itself, so callers
  /// need not report changes of the network.
  public func handle(_ event: SystemEvent) {
    storage.systemEvent(event)
    if event == .networkAvailable { automaticSync?.ask() }
  }

  /// Makes a screen with the list of articles.
  @MainActor
  public func newsList() -> any NewsList { parts.makeNewsList(screenSetup) }

  /// Makes a screen with one article. The screen is empty until it is opened.
  @MainActor
  public func newsDetail(of id: String) -> any NewsDetail { parts.makeNewsDetail(id, screenSetup) }

  private var screenSetup: ScreenSetup {
    ScreenSetup(operations: operations, errors: errors, events: events, settings: settings, badge: parts.badge)
  }

  /// Notes in the activity log that the user opened the app, and asks for a synchronization.
  public func didBecomeActive() {
    activity.append(ActivityEntry(date: platform.time.date(), isForeground: true))
    automaticSync?.ask()
  }

  /// Exchanges changes with the cloud if the storage mode is ``StorageMode/cloud`` and the device is online. Otherwise
  /// it does nothing, and the changes wait.
  /// - Throws: what the cloud or the store throws. No write is lost.
  public func synchronize() async throws {
    if storage.mode == .cloud && platform.conditions.isOnline { try await sync.synchronize() }
  }

  /// Runs an action of the user on the articles. It refuses the action while the migration's modal is shown. It logs
  /// each failure once.
  /// - Throws: ``MigrationInProgress`` without calling `action`; what `action` throws.
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

/// Passes events to parts that are made later than the parts that send them.
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

/// The cloud of an app without one. It is never available.
private struct NoCloud: CloudDatabase {
  func isAvailable() async throws -> Bool { false }
  func push(_ records: [SyncRecord]) async throws { throw ArgusError.cloudUnavailable }
  func pull(after token: Int64) async throws -> CloudPage { throw ArgusError.cloudUnavailable }
}
