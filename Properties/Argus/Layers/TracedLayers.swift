import ArgusReference
import StorageContract

extension ArgusParts {
  /// Each layer says that a call has come through it.
  mutating func trace() {
    let (makeOperations, openService, makeFeed) = (makeOperations, openArticleService, makeFeed)
    self.makeOperations = { TracedOperations(base: makeOperations($0)) }
    openArticleService = { TracedArticles(base: await openService($0)) }
    self.makeFeed = { TracedFeed(base: makeFeed($0)) }
  }
}

private struct TracedOperations: ArticleOperating {
  let base: any ArticleOperating
  var isOffline: Bool { base.isOffline }
  func list(topic: String?) async -> TopicArticles { await CallTrace.through(.operations) { await base.list(topic: topic) } }
  func article(_ id: String) async throws -> RenderedArticle {
    try await CallTrace.through(.operations) { try await base.article(id) }
  }
  func open(_ id: String) async throws -> RenderedArticle {
    try await CallTrace.through(.operations) { try await base.open(id) }
  }
  func setRead(_ isRead: Bool, of id: String) async throws {
    try await CallTrace.through(.operations) { try await base.setRead(isRead, of: id) }
  }
  func setBookmarked(_ isBookmarked: Bool, of id: String) async throws {
    try await CallTrace.through(.operations) { try await base.setBookmarked(isBookmarked, of: id) }
  }
  func delete(_ id: String) async throws { try await CallTrace.through(.operations) { try await base.delete(id) } }
  func refresh() async throws -> Bool { try await CallTrace.through(.operations) { try await base.refresh() } }
}

/// The feed is the repository's: calls of it through the repository have come to one layer, not to two.
private struct TracedFeed: FeedSyncing {
  let base: any FeedSyncing
  func refresh(in scope: BackgroundScope?) async throws -> ImportReport {
    try await CallTrace.through(.repository) { try await base.refresh(in: scope) }
  }
}

private struct TracedArticles: ArticleServiceProtocol {
  let base: any ArticleServiceProtocol

  private func through<Result: Sendable>(_ body: @Sendable () async throws -> Result) async rethrows -> Result {
    if CallTrace.way.last == .repository { return try await body() }
    return try await CallTrace.through(.repository, body)
  }

  func articles(topic: String?) async -> TopicArticles { await through { await base.articles(topic: topic) } }
  func article(_ id: String) async throws -> ArticleModel? { try await through { try await base.article(id) } }
  func save(_ article: ArticleModel) async throws -> ArticleModel { try await through { try await base.save(article) } }
  func update(_ article: ArticleModel, expectedVersion: Int64) async throws -> ArticleModel {
    try await through { try await base.update(article, expectedVersion: expectedVersion) }
  }
  func delete(_ id: String) async throws -> Bool { try await through { try await base.delete(id) } }
  func deleteTopic(_ name: String) async throws { try await through { try await base.deleteTopic(name) } }
  func markSeen(_ id: String) async throws -> SeenArticleModel { try await through { try await base.markSeen(id) } }
  func open(_ id: String) async throws -> Bool { try await through { try await base.open(id) } }
  func isSeen(_ id: String) async throws -> Bool { try await through { try await base.isSeen(id) } }
  func importArticles(_ articles: [ArticleModel], batchSize: Int) async throws -> ImportReport {
    try await through { try await base.importArticles(articles, batchSize: batchSize) }
  }
  func richText(_ field: RichTextField, of id: String) async throws -> LoadedRichText {
    try await through { try await base.richText(field, of: id) }
  }
  func memoryWarning() async { await through { await base.memoryWarning() } }
}
