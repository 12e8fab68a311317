import Foundation

/// The repository of the app's articles on this device (002 Repository Pattern). Errors are ``ArgusError``, but for
/// `CancellationError`.
public protocol ArticleServiceProtocol: Sendable {
  /// The articles of a topic, or all, the latest first, each with its rich text: from the database, or from what was read
  /// last, or from the list in memory. It always answers.
  func articles(topic: String?) async -> TopicArticles
  /// - Throws: ``ArgusError/transactionFailed``.
  func article(_ id: String) async throws -> ArticleModel?
  @discardableResult
  func save(_ article: ArticleModel) async throws -> ArticleModel
  @discardableResult
  func update(_ article: ArticleModel, expectedVersion: Int64) async throws -> ArticleModel
  @discardableResult
  func delete(_ id: String) async throws -> Bool
  func deleteTopic(_ name: String) async throws
  /// The first time counts; whoever has seen an article is not given it as new again, not even after it was deleted.
  @discardableResult
  func markSeen(_ id: String) async throws -> SeenArticleModel
  func isSeen(_ id: String) async throws -> Bool
  /// The user looks at the article: it is marked as read and as seen, both or neither.
  /// - Returns: whether it is there.
  /// - Throws: ``ArgusError/transactionFailed``.
  func open(_ id: String) async throws -> Bool
  /// Articles from outside, in batches of a transaction each. One that cannot be stored costs no other; one that was seen and
  /// deleted does not come back.
  /// - Parameter batchSize: less than 1 counts as 1.
  func importArticles(_ articles: [ArticleModel], batchSize: Int) async throws -> ImportReport
  func richText(_ field: RichTextField, of id: String) async throws -> LoadedRichText
  /// The system runs short of memory: what can be read again is dropped.
  func memoryWarning() async
}

public struct TopicArticles: Sendable, Equatable {
  public enum Layer: Sendable, Equatable, CaseIterable {
    case database, cache, memoryList
  }

  public var articles: [ArticleModel]
  /// Where they come from: the first that had an answer.
  public var layer: Layer
  /// Whether something may have been written since that they do not show.
  public var isStale: Bool

  public init(articles: [ArticleModel], layer: Layer, isStale: Bool) {
    self.articles = articles
    self.layer = layer
    self.isStale = isStale
  }
}

/// What became of articles that were imported, by id, in their order.
public struct ImportReport: Sendable, Equatable {
  /// Not known before.
  public var added: [String] = []
  public var updated: [String] = []
  /// Seen and deleted before.
  public var skipped: [String] = []
  public var failed: [String] = []

  public init() {}
}

/// What the service works with.
public struct ArticleServiceSetup: Sendable {
  public var store: any ArticleStore
  public var cache: any TopicCaching
  public var memory: any ArticleRemembering
  public var list: any ArticleListing
  public var loader: any RichTextLoading
  /// Groups of so many, in order: see ``Swift/Array/chunked(into:)``.
  public var chunk: @Sendable ([ArticleModel], Int) -> [[ArticleModel]]
  public var logger: Logger
  public var time: ArgusTime

  public init(
    store: any ArticleStore, cache: any TopicCaching, memory: any ArticleRemembering, list: any ArticleListing,
    loader: any RichTextLoading, chunk: @escaping @Sendable ([ArticleModel], Int) -> [[ArticleModel]], logger: Logger,
    time: ArgusTime
  ) {
    self.store = store
    self.cache = cache
    self.memory = memory
    self.list = list
    self.loader = loader
    self.chunk = chunk
    self.logger = logger
    self.time = time
  }
}
