import Foundation
import PlatformStandIns
import StorageContract

/// How each part of the app is made. ``ArgusApp`` makes all of them here, so that replacing one replaces it for the whole
/// app: an adopter's own, or one with a fault.
public struct ArgusParts: Sendable {
  // Health.
  public var makeHealthMachine: @Sendable () -> any HealthStateMachine = { HealthMachine() }
  public var makeHealthMonitor: @Sendable (HealthSetup) -> any CloudHealthMonitoring = { CloudKitHealthMonitor($0) }
  /// The mode that a health demands, from the mode that the app is in.
  public var decideStorage: @Sendable (StorageModePolicy, CloudHealth, StorageMode) -> StorageMode = {
    $0.mode(at: $1, in: $2)
  }

  // Coordinator.
  public var makeRequestQueue: @Sendable () -> any RequestQueueing = { RequestQueue() }
  public var makeCoordinator: @Sendable (CoordinatorSetup) -> any CloudRequestCoordinating = {
    CloudKitRequestCoordinator($0)
  }

  // Events.
  public var makeEventBus: @Sendable () -> any EventBusProtocol = { EventBus() }

  // Network.
  public var makeRetryMachine: @Sendable () -> any RetryStateMachine = { RetryMachine() }
  public var makeAPIClient: @Sendable (APISetup) -> any APIClientProtocol = { APIClient($0) }

  // Background.
  public var makeBackgroundMachine: @Sendable (TaskNeeds) -> any BackgroundStateMachine = {
    BackgroundTaskMachine(needs: $0)
  }
  public var makeBackgroundManager: @Sendable (BackgroundSetup) -> any BackgroundTaskManaging = {
    BackgroundTaskManager($0)
  }
  /// How long to wait for the next background run: after the log, from now, with the time zone's seconds.
  public var planBackground: @Sendable ([ActivityEntry], Date, Int) -> Duration = {
    ActivityPlanner.delay(after: $0, now: $1, utcOffsetSeconds: $2)
  }

  // Storage.
  public var makeStorageModes: @Sendable (@escaping @Sendable (CloudHealth, StorageMode) -> StorageMode) -> any StorageModeStateMachine = {
    StorageModeMachine(decide: $0)
  }
  public var makeStorageController: @Sendable (StorageModeSetup) -> any StorageModeControlling = {
    StorageModeController($0)
  }
  public var noteChange: @Sendable (SyncLedger, ArticleChange, any WriteTransaction) throws -> Void = {
    try $0.note($1, in: $2)
  }
  public var makeSync: @Sendable (SyncSetup) -> any CloudSyncing = { CloudSync($0) }
  /// A cloud that several processes share, over a directory.
  public var openSharedCloud: @Sendable (_ directory: String) -> any CloudDatabase = { DirectoryCloud(directory: $0) }
  public var mergeRecords: @Sendable (SyncRecord, SyncRecord) -> SyncRecord = { $0.merged(with: $1) }
  public var makeAutomaticSyncMachine: @Sendable () -> any AutomaticSyncStateMachine = { AutomaticSyncMachine() }
  public var makeAutomaticSync: @Sendable (AutomaticSyncSetup) -> any AutomaticSyncing = { AutomaticSync($0) }

  // Feed.
  public var makeFeed: @Sendable (FeedSetup) -> any FeedSyncing = { FeedSync($0) }
  public var makeBatchSync: @Sendable (@escaping @Sendable (String) async throws -> ArticleModel) -> any BatchSyncing = {
    BatchSync(child: $0)
  }
  public var makeNotices: @Sendable (NotificationUtils) -> any ArticleNotifying = { $0 }

  // Articles.
  /// Markdown as rich text. What it throws aborts the transaction that it is part of.
  public var render: @Sendable (String) throws -> RichText = { MarkdownUtilities.richText(from: $0) }
  public var canonicalURL: @Sendable (String) -> String? = { CanonicalURL.text(of: $0) }
  public var openArticleStore: @Sendable (ArticleStoreSetup) async throws -> any ArticleStore = {
    try await LocalArticleStore.open($0)
  }
  public var makeTopicCache: @Sendable () -> any TopicCaching = { TopicCache() }
  /// With room for so many articles.
  public var makeArticleMemory: @Sendable (_ countLimit: Int) -> any ArticleRemembering = { ArticleMemory(countLimit: $0) }
  public var makeArticleList: @Sendable () -> any ArticleListing = { ArticleList() }
  /// What is told of each commit.
  public var invalidate: @Sendable (CommittedChanges, CacheInvalidation) async -> Void = { await $1.didCommit($0) }
  public var makeRichTextLoader: @Sendable (RichTextLoaderSetup) -> any RichTextLoading = { RichTextLoader($0) }
  public var openArticleService: @Sendable (ArticleServiceSetup) async -> any ArticleServiceProtocol = {
    await ArticleService.open($0)
  }
  public var chunk: @Sendable ([ArticleModel], Int) -> [[ArticleModel]] = { $0.chunked(into: $1) }
  public var makeDeletion: @Sendable (DeletionSetup) -> any DeletionServicing = { DeletionService($0) }
  /// The module `ArgusMigration` has one that migrates.
  public var makeMigration: @Sendable (MigrationSetup) -> any MigrationCoordinating = { _ in NoMigration() }
  public var errorMessage: @Sendable (ArgusError, ErrorMessages.Language) -> String = { ErrorMessages.text(of: $0, in: $1) }
  public var makeErrorReporter:
    @Sendable (Logger, ArgusTime, @escaping @Sendable (ArgusError, ErrorMessages.Language) -> String) -> any ErrorReporting = {
      ErrorReporter(logger: $0, time: $1, message: $2)
    }
  /// Over the store; the last argument is called with the key of each setting that has changed.
  public var makeSettings:
    @Sendable (any Store, @escaping @Sendable () -> UUID, @escaping @Sendable (String) -> Void) -> any SettingsStoring = {
      SettingsStore($0, makeID: $1, didChange: $2)
    }
  public var makeOperations: @Sendable (ArticleOperationsSetup) -> any ArticleOperating = { ArticleOperations($0) }
  public var makeNewsList: @MainActor @Sendable (ScreenSetup) -> any NewsList = { NewsViewModel($0) }
  /// Of the article with that id.
  public var makeNewsDetail: @MainActor @Sendable (String, ScreenSetup) -> any NewsDetail = { NewsDetailViewModel($0, $1) }
  public var badge: @Sendable (Double?) -> QualityBadge? = { QualityBadge.of(score: $0) }
  public var articleOfLegacy: @Sendable (LegacyArticle) -> ArticleModel = { CompatibilityBridge.article(of: $0) }
  public var legacyOfArticle: @Sendable (ArticleModel) -> LegacyArticle = { CompatibilityBridge.legacy(of: $0) }

  public static let reference = ArgusParts()
}
