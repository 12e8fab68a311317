import PersonalOSReference
import Synchronization

/// A feed that answers as it is told.
final class ScriptedFeed: NewsFeed {
  private let answer = Mutex<[FeedArticle]?>(nil)

  /// What the next calls answer; nil: they fail.
  func answers(_ articles: [FeedArticle]?) {
    answer.withLock { $0 = articles }
  }

  func articles(category: String) async throws -> [FeedArticle] { try articles() }
  func articles(matching query: String) async throws -> [FeedArticle] { try articles() }

  private func articles() throws -> [FeedArticle] {
    guard let articles = answer.withLock({ $0 }) else {
      throw AppError.network(.noConnection, retryable: true)
    }
    return articles
  }
}
