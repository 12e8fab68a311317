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

  /// Starts the app over what earlier launches left in the store.
  public static func launch(_ platform: ArgusPlatform, _ parts: ArgusParts = .reference) async throws -> ArgusApp {
    let logger = Logger()
    let stack = try await ArticleStack.open(platform, parts, logger: logger, changeLog: { try parts.noteChange(SyncLedger(device: platform.deviceName), $0, $1) })
    let app = ArgusApp(platform, parts, logger, stack)
    app.background.scheduleAll()
    if platform.cloud != nil { await app.storage.start() }
    return app
  }

  private init(_ platform: ArgusPlatform, _ parts: ArgusParts, _ logger: Logger, _ stack: ArticleStack) {
    self.platform = platform
    self.parts = parts
    self.logger = logger
    articles = stack.service
    articleStore = stack.store
    container = stack.container
    deletion = stack.deletion
    migration = stack.migration
    errors = parts.makeErrorReporter(logger, platform.time, parts.errorMessage)
    settings = parts.makeSettings(platform.store, platform.makeID)
    let events = parts.makeEventBus()
    self.events = events
    let relay = HealthRelay()
    health = parts.makeHealthMonitor(
      HealthSetup(
        machine: parts.makeHealthMachine(), time: platform.time,
        announce: {
          events.post(ArgusEvent(.healthChanged, ["from": $0.from.rawValue, "to": $0.to.rawValue]))
          relay.tell($0.to)
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
        isAvailable: { try await cloud.isAvailable() }, recover: { try await sync.synchronize() },
        entered: { events.post(ArgusEvent(.storageModeChanged, ["to": $0.rawValue])) },
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
      try await service.save(try await FeedArticle.one(id, api, from: platform.baseURL))
    }
    let activity = ActivityLog(
      read: { platform.appSettings.preferences["activity"] ?? "" },
      write: { platform.appSettings.setPreference($0, for: "activity") })
    self.activity = activity
    background = parts.makeBackgroundManager(
      BackgroundSetup(
        tasks: [
          BackgroundTask(id: "refresh", needs: TaskNeeds(network: true), limit: .seconds(25)) {
            try await feed.refresh(in: $0)
          }
        ], scheduler: platform.backgroundScheduler, conditions: platform.conditions, store: platform.store,
        time: platform.time, makeMachine: parts.makeBackgroundMachine,
        nextDelay: {
          parts.planBackground(activity.entries, platform.time.date(), platform.time.utcOffsetSeconds())
        }, report: { _ in }))
    relay.storage.withLock { [storage] relay in relay = WeakStorage(storage: storage) }
  }

  /// The user has the app before them.
  public func didBecomeActive() {
    activity.append(ActivityEntry(date: platform.time.date(), isForeground: true))
  }

  /// Exchanges changes with the cloud, if the app uses it now; while it is local, what is written waits for the recovery.
  /// - Throws: what the cloud or the store throws; nothing that was written is lost.
  public func synchronize() async throws {
    if storage.mode == .cloud { try await sync.synchronize() }
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

/// The health monitor is made before what listens to it.
private final class HealthRelay: Sendable {
  let storage = Mutex(WeakStorage())

  func tell(_ health: CloudHealth) { storage.withLock { $0.storage }?.healthChanged(health) }
}

private struct WeakStorage {
  weak var storage: (any StorageModeControlling)?
}

/// What an app without a cloud has.
private struct NoCloud: CloudDatabase {
  func isAvailable() async throws -> Bool { false }
  func push(_ records: [SyncRecord]) async throws { throw ArgusError.cloudUnavailable }
  func pull(after token: Int64) async throws -> CloudPage { throw ArgusError.cloudUnavailable }
}
