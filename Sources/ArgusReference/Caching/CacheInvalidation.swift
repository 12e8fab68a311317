/// What the caches do when something was committed: the list takes the change over, and what is old is forgotten, of exactly
/// the topics that it concerns (002 Robust caching strategy with proper invalidation).
public struct CacheInvalidation: Sendable {
  private let cache: any TopicCaching
  private let memory: any ArticleRemembering
  private let list: any ArticleListing

  public init(cache: any TopicCaching, memory: any ArticleRemembering, list: any ArticleListing) {
    self.cache = cache
    self.memory = memory
    self.list = list
  }

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
  /// The article that it changes.
  fileprivate var articleID: String? {
    switch self {
    case .savedArticle(let article, _), .deletedArticle(let article): article.id
    case .savedTopic, .deletedTopic, .seen, .deletedSeen, .mended: nil
    }
  }

  /// The topics whose lists it changes, besides the list of all; nil if it changes no list.
  fileprivate var topics: [String]? {
    switch self {
    case .savedArticle(let article, let before): article.topicNames + (before?.topicNames ?? [])
    case .deletedArticle(let article): article.topicNames
    case .savedTopic, .deletedTopic, .seen, .deletedSeen, .mended: nil
    }
  }
}
