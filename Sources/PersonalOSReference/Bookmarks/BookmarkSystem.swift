import Foundation

/// Stable identifiers, bookmarks and tasks from articles, as the properties see it: one closure per thing it
/// does.
public struct BookmarkSystem: Sendable {
  /// The canonical form of a web address; nil where it is not usable.
  public var canonicalURL: @Sendable (String) -> String?
  /// The item that an article of a feed becomes, with its stable id.
  public var makeItem: @Sendable (FeedArticle, NewsDataSource) -> NewsItem
  public var openBookmarks: @Sendable (any DataAccess) -> any ArticleBookmarks
  /// The closure tells the time.
  public var openTasks: @Sendable (any DataAccess, @escaping @Sendable () -> Date) -> any ArticleTasks

  /// The reference.
  public static let reference = BookmarkSystem(
    canonicalURL: { CanonicalURL($0)?.text },
    makeItem: { NewsItem($0, dataSource: $1) },
    openBookmarks: { BookmarkService($0) },
    openTasks: { ArticleTaskService($0, now: $1) })
}
