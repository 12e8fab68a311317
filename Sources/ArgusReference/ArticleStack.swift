import StorageContract

/// The article store and the parts that build on it. They are made once for the app, each from ``ArgusParts``.
struct ArticleStack: Sendable {
  let store: any ArticleStore
  let cache: any TopicCaching
  let memory: any ArticleRemembering
  let list: any ArticleListing
  let loader: any RichTextLoading
  let service: any ArticleServiceProtocol
  let container: ModelContainer
  let deletion: any DeletionServicing
  let migration: any MigrationCoordinating

  /// Opens the store and makes the parts above it.
  /// - Parameters:
  ///   - changeLog: called for each change, in its transaction.
  ///   - didCommit: called after each commit, when the caches are up to date.
  static func open(
    _ platform: ArgusPlatform, _ parts: ArgusParts, logger: Logger,
    changeLog: @escaping @Sendable (ArticleChange, any WriteTransaction) throws -> Void,
    didCommit: @escaping @Sendable (CommittedChanges) -> Void
  ) async throws -> ArticleStack {
    let cache = parts.makeTopicCache()
    let memory = parts.makeArticleMemory(platform.articleMemoryLimit)
    let list = parts.makeArticleList()
    let invalidation = CacheInvalidation(cache: cache, memory: memory, list: list)
    let store = try await parts.openArticleStore(
      ArticleStoreSetup(
        store: platform.store, render: parts.render, canonicalURL: parts.canonicalURL, changeLog: changeLog,
        didCommit: {
          await parts.invalidate($0, invalidation)
          didCommit($0)
        }, logger: logger, time: platform.time, makeID: platform.makeID))
    let loader = parts.makeRichTextLoader(
      RichTextLoaderSetup(store: store, render: parts.render, memoryLimit: platform.articleMemoryLimit))
    let service = await parts.openArticleService(
      ArticleServiceSetup(
        store: store, cache: cache, memory: memory, list: list, loader: loader, chunk: parts.chunk, logger: logger,
        time: platform.time))
    let container = try await ModelContainer.open(store)
    let deletion = parts.makeDeletion(DeletionSetup(container: container, logger: logger, time: platform.time))
    let migration = parts.makeMigration(
      MigrationSetup(
        articles: store, legacyStore: platform.legacyStore, appSettings: platform.appSettings,
        deviceSettings: platform.deviceSettings, batchSize: platform.migrationBatchSize, convert: parts.articleOfLegacy,
        announce: platform.showMigration))
    return ArticleStack(
      store: store, cache: cache, memory: memory, list: list, loader: loader, service: service, container: container,
      deletion: deletion, migration: migration)
  }
}
