import StorageContract

/// All articles in memory. The list is loaded at the launch, and kept up to date by commits. The repository filters it
/// if neither the database nor the topic's cache has an answer (002 Error Handling: final fallback to traditional
/// filtering).
public protocol ArticleListing: Sendable {
  /// Adds articles that were read from the store. It must not replace an article that a commit has changed.
  func load(_ articles: [ArticleModel]) async
  /// Applies the changes of a commit. Commits may arrive in another order than that of their sequence numbers.
  func apply(_ commit: CommittedChanges) async
  /// Returns the articles of a topic, or all articles if `topic` is nil, in the order of ``ArticleOrder``.
  func articles(topic: String?) async -> [ArticleModel]
}

/// The reference's list. A repair of the store empties it until the next load.
public actor ArticleList: ArticleListing {
  private var articles: [KeyBytes: ArticleModel] = [:]
  /// For each article, the sequence number of the last commit that wrote or deleted it, because commits may arrive out
  /// of order.
  private var written: [KeyBytes: Int64] = [:]

  /// Creates an empty list.
  public init() {}

  public func load(_ all: [ArticleModel]) {
    for article in all where written[KeyBytes(article.id)] == nil { articles[KeyBytes(article.id)] = article }
  }

  public func apply(_ commit: CommittedChanges) {
    // A commit may change an article several times. The last change counts.
    for change in commit.changes {
      switch change {
      case .savedArticle(let article, _): set(article, at: KeyBytes(article.id), commit.sequence)
      case .deletedArticle(let article): set(nil, at: KeyBytes(article.id), commit.sequence)
      case .mended: (articles, written) = ([:], [:])
      case .savedTopic, .deletedTopic, .seen, .deletedSeen: break
      }
    }
  }

  private func set(_ article: ArticleModel?, at id: KeyBytes, _ sequence: Int64) {
    guard written[id].map({ $0 <= sequence }) ?? true else { return }
    written[id] = sequence
    articles[id] = article
  }

  public func articles(topic: String?) -> [ArticleModel] {
    ArticleOrder.sorted(articles.values.filter { $0.isIn(topic) })
  }
}

/// The order of lists: the latest article first, then by the bytes of the id.
public enum ArticleOrder {
  /// Returns the articles in this order.
  public static func sorted(_ articles: some Sequence<ArticleModel>) -> [ArticleModel] {
    articles.sorted { left, right in
      left.publishedAt != right.publishedAt
        ? left.publishedAt > right.publishedAt : KeyBytes.precedes(left.id, right.id)
    }
  }
}

extension ArticleModel {
  /// Whether the article has the topic. True for nil, which stands for all articles.
  func isIn(_ topic: String?) -> Bool { topic.map { topicNames.holds($0) } ?? true }
}
