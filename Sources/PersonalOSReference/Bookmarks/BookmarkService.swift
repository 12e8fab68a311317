/// The user's bookmarks. The stable id identifies an article, even if its address is spelled differently or its other
/// details have changed.
public protocol ArticleBookmarks: Sendable {
  /// Bookmarks the article with all details that are needed to show it later. If it is bookmarked already, the new details
  /// replace the old ones.
  func bookmark(_ item: NewsItem) async throws

  /// Removes the bookmark of the article. It is no error if there is none.
  func unbookmark(_ item: NewsItem) async throws

  /// Removes the bookmark of the article at this address, in any spelling. It does nothing for an unusable address.
  func unbookmark(url: String) async throws

  /// Whether the article has a bookmark in the store. It ignores the item's own `isBookmarked`.
  func isBookmarked(_ item: NewsItem) async throws -> Bool

  /// Whether the article at this address, in any spelling, has a bookmark. It is false for an unusable address.
  func isBookmarked(url: String) async throws -> Bool

  /// All bookmarks, in the order of their articles' ids.
  func bookmarks() async throws -> [Bookmark]

  /// The same items, with `isBookmarked` set to the present state of the store.
  func displayed(_ items: [NewsItem]) async throws -> [NewsItem]
}

/// Keeps each bookmark in one record of the store.
public struct BookmarkService: ArticleBookmarks {
  private let data: any DataAccess

  /// Creates a service over the store of `data`.
  public init(_ data: any DataAccess) {
    self.data = data
  }

  public func bookmark(_ item: NewsItem) async throws {
    try await data.perform { try $0.save(Bookmark(of: item)) }
  }

  public func unbookmark(_ item: NewsItem) async throws {
    try await data.perform { _ = try $0.delete(Bookmark.self, key: item.id) }
  }

  public func unbookmark(url: String) async throws {
    guard let id = CanonicalURL(url)?.articleID else { return }
    try await data.perform { _ = try $0.delete(Bookmark.self, key: id) }
  }

  public func isBookmarked(_ item: NewsItem) async throws -> Bool {
    try await data.perform { try $0.fetch(Bookmark.self, key: item.id) != nil }
  }

  public func isBookmarked(url: String) async throws -> Bool {
    guard let id = CanonicalURL(url)?.articleID else { return false }
    return try await data.perform { try $0.fetch(Bookmark.self, key: id) != nil }
  }

  public func bookmarks() async throws -> [Bookmark] {
    try await data.perform { try $0.fetch(Bookmark.self) }
  }

  public func displayed(_ items: [NewsItem]) async throws -> [NewsItem] {
    try await data.perform { scope in
      try items.map { item in
        var item = item
        item.isBookmarked = try scope.fetch(Bookmark.self, key: item.id) != nil
        return item
      }
    }
  }
}

extension Bookmark {
  /// Copies the details of the item, except `isBookmarked`. The label `dataSource` stays as it is.
  public init(of item: NewsItem) {
    self.init(
      articleID: item.id, url: item.url, title: item.title, summary: item.summary, source: item.source,
      publishedAt: item.publishedAt, dataSource: item.dataSource)
  }
}
