import Foundation

/// How the properties use stable identifiers, bookmarks and tasks from articles: one closure for each operation or service.
public struct BookmarkSystem: Sendable {
  /// The canonical form of a web address. It is nil if the address is unusable.
  public var canonicalURL: @Sendable (String) -> String?
  /// Makes a news item, with its stable id, from an article of a feed.
  public var makeItem: @Sendable (FeedArticle, NewsDataSource) -> NewsItem
  /// Makes the service of bookmarks over a store.
  public var openBookmarks: @Sendable (any DataAccess) -> any ArticleBookmarks
  /// Makes the service of tasks over a store. The closure returns the present date.
  public var openTasks: @Sendable (any DataAccess, @escaping @Sendable () -> Date) -> any ArticleTasks

  /// The components of the reference core.
  public static let reference = BookmarkSystem(
    canonicalURL: { CanonicalURL($0)?.text },
    makeItem: { NewsItem($0, dataSource: $1) },
    openBookmarks: { BookmarkService($0) },
    openTasks: { ArticleTaskService($0, now: $1) })
}
