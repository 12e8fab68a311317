import Foundation
import PlatformStandIns
import StorageContract

/// The factories and functions that the app is made from. ``ArgusApp`` makes every part with them, so replacing one
/// replaces that part in the whole app: with your own, or with one that has a fault.
///
/// Unless its comment says otherwise, a factory is called once at each launch.
public struct ArgusParts: Sendable {
  // Health.
  /// Makes the rules of the cloud's health, for the monitor.
  public var makeHealthMachine: @Sendable () -> any HealthStateMachine = { HealthMachine() }
  /// Makes the monitor that derives the cloud's health from outcomes of operations.
  public var makeHealthMonitor: @Sendable (HealthSetup) -> any CloudHealthMonitoring = { CloudKitHealthMonitor($0) }
  /// Returns the mode that a health demands, given the policy, the health and the mode that the app is in. Called at
  /// each change of health.
  public var decideStorage: @Sendable (StorageModePolicy, CloudHealth, StorageMode) -> StorageMode = {
    $0.mode(at: $1, in: $2)
  }

  // Coordinator.
  /// Makes the empty queue of cloud operations, for the coordinator.
  public var makeRequestQueue: @Sendable () -> any RequestQueueing = { RequestQueue() }
  /// Makes the coordinator that runs the cloud operations.
  public var makeCoordinator: @Sendable (CoordinatorSetup) -> any CloudRequestCoordinating = {
    CloudKitRequestCoordinator($0)
  }

  // Events.
  /// Makes the bus for the app's events, without subscribers.
  public var makeEventBus: @Sendable () -> any EventBusProtocol = { EventBus() }

  // Network.
  /// Makes the rules of repeated requests. Called by the API client for each request.
  public var makeRetryMachine: @Sendable () -> any RetryStateMachine = { RetryMachine() }
  /// Makes the client that sends requests to the backend.
  public var makeAPIClient: @Sendable (APISetup) -> any APIClientProtocol = { APIClient($0) }

  // Background.
  /// Makes the rules of one background task from the needs of the task. Called once for each task at launch.
  public var makeBackgroundMachine: @Sendable (TaskNeeds) -> any BackgroundStateMachine = {
    BackgroundTaskMachine(needs: $0)
  }
  /// Makes the manager of the background tasks.
  public var makeBackgroundManager: @Sendable (BackgroundSetup) -> any BackgroundTaskManaging = {
    BackgroundTaskManager($0)
  }
  /// Returns how long to wait for the next background run, given the log of uses, the current date and the time zone's
  /// offset from UTC in seconds. Called at each request for a run.
  public var planBackground: @Sendable ([ActivityEntry], Date, Int) -> Duration = {
    ActivityPlanner.delay(after: $0, now: $1, utcOffsetSeconds: $2)
  }

  // Storage.
  /// Makes the rules of the storage mode. Its argument returns the mode that a health demands, given the current mode.
  public var makeStorageModes: @Sendable (@escaping @Sendable (CloudHealth, StorageMode) -> StorageMode) -> any StorageModeStateMachine = {
    StorageModeMachine(decide: $0)
  }
  /// Makes the controller of the storage mode. Also called without a cloud.
  public var makeStorageController: @Sendable (StorageModeSetup) -> any StorageModeControlling = {
    StorageModeController($0)
  }
  /// Records in the ledger that an article changed. Called for each change of the store, in the transaction of the
  /// change: if it throws, the transaction is rolled back.
  public var noteChange: @Sendable (SyncLedger, ArticleChange, any WriteTransaction) throws -> Void = {
    try $0.note($1, in: $2)
  }
  /// Makes the exchange of changes with the cloud. Also called without a cloud.
  public var makeSync: @Sendable (SyncSetup) -> any CloudSyncing = { CloudSync($0) }
  /// Opens a cloud that several processes share, over a directory. The app does not call it: ``ArgusPlatform/cloud`` is
  /// set by whoever launches the app.
  public var openSharedCloud: @Sendable (_ directory: String) -> any CloudDatabase = { DirectoryCloud(directory: $0) }
  /// Merges the local record of an article, first, with the record from the cloud. Called for each record that is
  /// pulled.
  public var mergeRecords: @Sendable (SyncRecord, SyncRecord) -> SyncRecord = { $0.merged(with: $1) }
  /// Makes the rules of automatic synchronization. Called if there is a cloud and
  /// ``ArgusPlatform/synchronizesByItself`` is true.
  public var makeAutomaticSyncMachine: @Sendable () -> any AutomaticSyncStateMachine = { AutomaticSyncMachine() }
  /// Makes the automatic synchronization, under the same conditions as ``makeAutomaticSyncMachine``.
  public var makeAutomaticSync: @Sendable (AutomaticSyncSetup) -> any AutomaticSyncing = { AutomaticSync($0) }

  // Feed.
  /// Makes the part that stores the backend's articles.
  public var makeFeed: @Sendable (FeedSetup) -> any FeedSyncing = { FeedSync($0) }
  /// Makes the part that gets several articles at a time. Its argument fetches and stores the article of one id.
  public var makeBatchSync: @Sendable (@escaping @Sendable (String) async throws -> ArticleModel) -> any BatchSyncing = {
    BatchSync(child: $0)
  }
  /// Makes the part that notifies the user of articles. By default the notification utilities themselves.
  public var makeNotices: @Sendable (NotificationUtils) -> any ArticleNotifying = { $0 }

  // Articles.
  /// Renders Markdown as rich text. Called for each field of an article that is saved, and for each missing blob. If it
  /// throws within a transaction, the transaction is rolled back.
  public var render: @Sendable (String) throws -> RichText = { MarkdownUtilities.richText(from: $0) }
  /// Returns the canonical form of an address, or nil if the address has none. Called when the store compares
  /// addresses.
  public var canonicalURL: @Sendable (String) -> String? = { CanonicalURL.text(of: $0) }
  /// Opens the store of articles over the platform's store.
  public var openArticleStore: @Sendable (ArticleStoreSetup) async throws -> any ArticleStore = {
    try await LocalArticleStore.open($0)
  }
  /// Makes the empty cache of topics' lists.
  public var makeTopicCache: @Sendable () -> any TopicCaching = { TopicCache() }
  /// Makes the empty cache of single articles, with room for `countLimit` of them.
  public var makeArticleMemory: @Sendable (_ countLimit: Int) -> any ArticleRemembering = { ArticleMemory(countLimit: $0) }
  /// Makes the empty in-memory list of all articles.
  public var makeArticleList: @Sendable () -> any ArticleListing = { ArticleList() }
  /// Updates the caches after a commit. Called for each commit, before the write returns to its caller.
  public var invalidate: @Sendable (CommittedChanges, CacheInvalidation) async -> Void = { await $1.didCommit($0) }
  /// Makes the loader of rich text.
  public var makeRichTextLoader: @Sendable (RichTextLoaderSetup) -> any RichTextLoading = { RichTextLoader($0) }
  /// Makes the repository of articles and loads its in-memory list.
  public var openArticleService: @Sendable (ArticleServiceSetup) async -> any ArticleServiceProtocol = {
    await ArticleService.open($0)
  }
  /// Splits articles into batches of the given size. Called at each import.
  public var chunk: @Sendable ([ArticleModel], Int) -> [[ArticleModel]] = { $0.chunked(into: $1) }
  /// Makes the part that deletes all data.
  public var makeDeletion: @Sendable (DeletionSetup) -> any DeletionServicing = { DeletionService($0) }
  /// Makes the migration. By default it does nothing; the module `ArgusMigration` provides one that migrates.
  public var makeMigration: @Sendable (MigrationSetup) -> any MigrationCoordinating = { _ in NoMigration() }
  /// Words an error in a language. Called once for each language when the user learns of an error.
  public var errorMessage: @Sendable (ArgusError, ErrorMessages.Language) -> String = { ErrorMessages.text(of: $0, in: $1) }
  /// Makes the part that logs and words failures. Its last argument is ``errorMessage``.
  public var makeErrorReporter:
    @Sendable (Logger, ArgusTime, @escaping @Sendable (ArgusError, ErrorMessages.Language) -> String) -> any ErrorReporting = {
      ErrorReporter(logger: $0, time: $1, message: $2)
    }
  /// Makes the settings over the platform's store. The second argument makes the ids of observers. The last argument is
  /// called with the key of each setting that has changed.
  public var makeSettings:
    @Sendable (any Store, @escaping @Sendable () -> UUID, @escaping @Sendable (String) -> Void) -> any SettingsStoring = {
      SettingsStore($0, makeID: $1, didChange: $2)
    }
  /// Makes the actions that the screens call.
  public var makeOperations: @Sendable (ArticleOperationsSetup) -> any ArticleOperating = { ArticleOperations($0) }
  /// Makes a screen with the list of articles. Called by ``ArgusApp/newsList()``.
  public var makeNewsList: @MainActor @Sendable (ScreenSetup) -> any NewsList = { NewsViewModel($0) }
  /// Makes a screen with the article of an id. Called by ``ArgusApp/newsDetail(of:)``.
  public var makeNewsDetail: @MainActor @Sendable (String, ScreenSetup) -> any NewsDetail = { NewsDetailViewModel($0, $1) }
  /// Returns the badge of a quality score, or nil if the score earns none. Called by the screen of one article.
  public var badge: @Sendable (Double?) -> QualityBadge? = { QualityBadge.of(score: $0) }
  /// Converts an old article to the new model. The migration calls it for each article that it reads.
  public var articleOfLegacy: @Sendable (LegacyArticle) -> ArticleModel = { CompatibilityBridge.article(of: $0) }
  /// Converts an article to the old model. The app does not call it, because the old database is read-only. It is the other
  /// half of the bridge that the specification asks for.
  public var legacyOfArticle: @Sendable (ArticleModel) -> LegacyArticle = { CompatibilityBridge.legacy(of: $0) }

  /// The parts of the reference core, with ``NoMigration`` as its migration.
  public static let reference = ArgusParts()
}
