import StorageContract

/// Every article in memory: loaded at the start, and kept up by the writes. What is filtered when neither the database nor the
/// topic's cache has an answer (002 Error Handling: final fallback to traditional filtering).
public protocol ArticleListing: Sendable {
  func load(_ articles: [ArticleModel]) async
  func apply(_ commit: CommittedChanges) async
  /// The list of ``ArticleOrder``.
  func articles(topic: String?) async -> [ArticleModel]
}

public actor ArticleList: ArticleListing {
  private var articles: [KeyBytes: ArticleModel] = [:]
  /// The commit that wrote or deleted an article last: commits may be told in another order than theirs.
  private var written: [KeyBytes: Int64] = [:]

  public init() {}

  public func load(_ all: [ArticleModel]) {
    for article in all where written[KeyBytes(article.id)] == nil { articles[KeyBytes(article.id)] = article }
  }

  public func apply(_ commit: CommittedChanges) {
    // Of one article there may be several changes in a commit: the last counts.
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

/// The order of lists: the latest first, then by the id's bytes.
public enum ArticleOrder {
  public static func sorted(_ articles: some Sequence<ArticleModel>) -> [ArticleModel] {
    articles.sorted { left, right in
      left.publishedAt != right.publishedAt
        ? left.publishedAt > right.publishedAt : KeyBytes.precedes(left.id, right.id)
    }
  }
}

extension ArticleModel {
  /// Nil: every article is.
  func isIn(_ topic: String?) -> Bool { topic.map { topicNames.holds($0) } ?? true }
}
