/// Updates the caches after a commit. The list applies the changes, and the other caches drop old values, of exactly
/// the topics and articles that the commit changed (002 Robust caching strategy with proper invalidation).
public struct CacheInvalidation: Sendable {
  private let cache: any TopicCaching
  private let memory: any ArticleRemembering
  private let list: any ArticleListing

  /// Creates the invalidation of these three caches.
  public init(cache: any TopicCaching, memory: any ArticleRemembering, list: any ArticleListing) {
    self.cache = cache
    self.memory = memory
    self.list = list
  }

  /// Updates the caches. After a repair of the store it drops everything.
  public func didCommit(_ commit: CommittedChanges) async {
    await list.apply(commit)
    guard !commit.changes.contains(.mended) else {
      await memory.forget(nil)
      await cache.invalidate(nil)
      return
    }
    let articles = commit.changes.compactMap(\.articleID)
    if !articles.isEmpty { await memory.forget(articles) }
    let topics = commit.changes.compactMap(\.topics)
    if !topics.isEmpty { await cache.invalidate(topics.flatMap(\.self)) }
  }
}

extension ArticleChange {
  /// The article that the change affects, or nil.
  fileprivate var articleID: String? {
    switch self {
    case .savedArticle(let article, _), .deletedArticle(let article): article.id
    case .savedTopic, .deletedTopic, .seen, .deletedSeen, .mended: nil
    }
  }

  /// The topics whose lists the change affects, in addition to the list of all articles. Nil if it affects no list.
  fileprivate var topics: [String]? {
    switch self {
    case .savedArticle(let article, let before): article.topicNames + (before?.topicNames ?? [])
    case .deletedArticle(let article): article.topicNames
    case .savedTopic, .deletedTopic, .seen, .deletedSeen, .mended: nil
    }
  }
}
