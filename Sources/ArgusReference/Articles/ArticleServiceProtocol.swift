import Foundation

/// The repository of the app's articles on this device (002 Repository Pattern). Its functions throw ``ArgusError``,
/// and `CancellationError` if the task is cancelled.
public protocol ArticleServiceProtocol: Sendable {
  /// Returns the articles of a topic, or all articles if `topic` is nil. The latest stand first, and each has its rich
  /// text.
  ///
  /// It always answers: from a fresh cache, from the database, from a stale cache, or from the list in memory,
  /// whichever comes first.
  func articles(topic: String?) async -> TopicArticles
  /// Returns the article with all of its rich text, or nil if there is none.
  /// - Throws: ``ArgusError/transactionFailed``.
  func article(_ id: String) async throws -> ArticleModel?
  /// Inserts or replaces the article: see ``ArticleTransaction/save(_:)``.
  /// - Returns: the stored article, with its version and blobs.
  @discardableResult
  func save(_ article: ArticleModel) async throws -> ArticleModel
  /// Replaces the article if the stored one is still of `expectedVersion`.
  /// - Throws: ``ArgusError/notFound``; ``ArgusError/conflict(id:)``. Nothing is written then.
  @discardableResult
  func update(_ article: ArticleModel, expectedVersion: Int64) async throws -> ArticleModel
  /// Deletes the article. Its seen record stays.
  /// - Returns: whether the article was there.
  @discardableResult
  func delete(_ id: String) async throws -> Bool
  /// Deletes the topic and removes it from its articles, which stay. An unknown topic is no error.
  func deleteTopic(_ name: String) async throws
  /// Records that the user has seen the article. If a record is there already, its date stays. An import does not bring
  /// back an article that was seen and then deleted.
  /// - Returns: the stored record.
  @discardableResult
  func markSeen(_ id: String) async throws -> SeenArticleModel
  /// Whether the user has ever seen the article, even if it is deleted now.
  func isSeen(_ id: String) async throws -> Bool
  /// Marks the article as read and as seen, in one transaction. Call it when the user opens the article.
  /// - Returns: whether the article is there.
  /// - Throws: ``ArgusError/transactionFailed``.
  func open(_ id: String) async throws -> Bool
  /// Stores articles from outside, one transaction for each batch. An article that cannot be stored does not keep the
  /// others from being stored. An article that was seen and then deleted is skipped. The user's marks on known articles
  /// stay.
  /// - Parameter batchSize: the number of articles in a batch. Less than 1 counts as 1.
  /// - Throws: `CancellationError`. Batches that were stored before stay.
  func importArticles(_ articles: [ArticleModel], batchSize: Int) async throws -> ImportReport
  /// Returns the rich text of one field of an article.
  /// - Throws: ``ArgusError/notFound``; what the store or the renderer throws.
  func richText(_ field: RichTextField, of id: String) async throws -> LoadedRichText
  /// Empties the caches of articles and rich text. Call it when the system runs short of memory.
  func memoryWarning() async
}

/// The answer to a read of a topic.
public struct TopicArticles: Sendable, Equatable {
  /// The source of an answer: the database, the topic's cache, or the list of all articles in memory.
  public enum Layer: Sendable, Equatable, CaseIterable {
    case database, cache, memoryList
  }

  /// The articles of the topic, the latest first, then by the bytes of their ids.
  public var articles: [ArticleModel]
  /// The first source that had an answer.
  public var layer: Layer
  /// Whether ``articles`` may lack changes that were written since.
  public var isStale: Bool

  /// Creates an answer from its parts.
  public init(articles: [ArticleModel], layer: Layer, isStale: Bool) {
    self.articles = articles
    self.layer = layer
    self.isStale = isStale
  }
}

/// The outcome of an import: the ids of the articles, grouped by what happened to them. Each group keeps the order in
/// which the articles were given.
public struct ImportReport: Sendable, Equatable {
  /// Articles that were not stored before.
  public var added: [String] = []
  /// Articles that replaced a stored one with the same id or the same address.
  public var updated: [String] = []
  /// Articles that were not stored, because the user had seen and deleted them before.
  public var skipped: [String] = []
  /// Articles that could not be stored. The log has an entry for each.
  public var failed: [String] = []

  /// Creates an empty report.
  public init() {}
}

/// The parts that an article service is made from.
public struct ArticleServiceSetup: Sendable {
  /// Holds the articles.
  public var store: any ArticleStore
  /// Holds the list of each topic that was read.
  public var cache: any TopicCaching
  /// Holds articles that were read by id.
  public var memory: any ArticleRemembering
  /// Holds all articles. The service falls back to it if the store fails and the cache has no entry.
  public var list: any ArticleListing
  /// Renders and stores the rich text that an article lacks.
  public var loader: any RichTextLoading
  /// Splits articles into batches of the given size, in order: see ``Swift/Array/chunked(into:)``.
  public var chunk: @Sendable ([ArticleModel], Int) -> [[ArticleModel]]
  /// Receives a warning for each failed topic read and each article that was not imported.
  public var logger: Logger
  /// Stamps seen records and log entries.
  public var time: ArgusTime

  /// Creates a setup from its parts.
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
