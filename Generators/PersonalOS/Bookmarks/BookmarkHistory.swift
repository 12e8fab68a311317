import PersonalOSReference
import PropertyTesting

/// What a user does with the bookmarks of a few articles.
public struct BookmarkHistory: Sendable {
  /// One step of the history. After each step the session checks every article.
  public enum Step: Sendable {
    /// Bookmarks the item of this delivery, labelled with where it came from: the API or the cache.
    case bookmark(ArticleDelivery, NewsDataSource)
    /// Removes the bookmark by the item of this delivery, whose address may have another spelling than the bookmark's.
    case unbookmark(ArticleDelivery)
    /// Removes the bookmark by the address of this delivery, as the feed spells it.
    case unbookmarkByURL(ArticleDelivery)
    /// Changes nothing. The check after the step also uses the spelling of this delivery.
    case look(ArticleDelivery)
    /// The app ends and starts again.
    case reopen
    /// The cache deletes the articles.
    case purge
    /// The app exports all data, deletes it, and imports it again.
    case exportAndImport
  }

  /// The articles that can be bookmarked.
  public let pool: ArticlePool
  /// The steps in order, at most 16.
  public let steps: [Step]
}

extension Generator where Value == BookmarkHistory {
  /// Few articles in many spellings, so most removals find a bookmark.
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
