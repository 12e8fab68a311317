/// The articles that the user marked. An article is known by its stable id, however its address is written
/// and whatever else of it has changed.
public protocol ArticleBookmarks: Sendable {
  /// Marks the article and keeps all that is needed to show it later; one that is marked already gets the
  /// details of this delivery.
  func bookmark(_ item: NewsItem) async throws

  /// Removing a mark that is not there is no error.
  func unbookmark(_ item: NewsItem) async throws

  /// The same for the article at an address, in any spelling. An unusable address is nobody's.
  func unbookmark(url: String) async throws

  func isBookmarked(_ item: NewsItem) async throws -> Bool

  /// False for an unusable address.
  func isBookmarked(url: String) async throws -> Bool

  /// Every bookmark, in the order of ids.
  func bookmarks() async throws -> [Bookmark]

  /// The items as they are to be shown now: `isBookmarked` says what is so now, whatever it said before.
  func displayed(_ items: [NewsItem]) async throws -> [NewsItem]
}

/// Bookmarks in the store, one record each.
public struct BookmarkService: ArticleBookmarks {
  private let data: any DataAccess

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
  /// Everything of the item but whether it is marked. The label of where it comes from stays as it is.
  public init(of item: NewsItem) {
    self.init(
      articleID: item.id, url: item.url, title: item.title, summary: item.summary, source: item.source,
      publishedAt: item.publishedAt, dataSource: item.dataSource)
  }
}
