import PersonalOSReference
import PropertyTesting

/// What is done with the bookmarks of a few articles.
public struct BookmarkHistory: Sendable {
  public enum Step: Sendable {
    case bookmark(ArticleDelivery, NewsDataSource)
    case unbookmark(ArticleDelivery)
    case unbookmarkByURL(ArticleDelivery)
    /// Nothing but the look that is taken after every step, at this spelling too.
    case look(ArticleDelivery)
    /// The app ends and starts again.
    case reopen
    /// The cache forgets the articles.
    case purge
    /// All data is exported, deleted and imported again.
    case exportAndImport
  }

  public let pool: ArticlePool
  public let steps: [Step]
}

extension Generator where Value == BookmarkHistory {
  public static var bookmarkHistory: Generator {
    Generator { source in
      let pool = try source(.articlePool())
      let delivery = pool.delivery
      let label = Generator<NewsDataSource>.element(of: [.api, .cache])
      let step = Generator<BookmarkHistory.Step>.frequency(
        (5, Generator<BookmarkHistory.Step> { .bookmark(try $0(delivery), try $0(label)) }),
        (2, delivery.map { .unbookmark($0) }), (2, delivery.map { .unbookmarkByURL($0) }),
        (1, delivery.map { .look($0) }), (2, .constant(.reopen)), (1, .constant(.purge)),
        (1, .constant(.exportAndImport)))
      return BookmarkHistory(pool: pool, steps: try source(.long(of: step, count: 16)))
    }
  }
}
