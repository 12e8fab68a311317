import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

// Faults of POS-66 to POS-69: other items, or bookmarks of what is no address.

extension Fault<PersonalOSSystem> {
  // POS-66.

  static let bookmarksTakeAnyTextForTheirs = Fault(
    "bookmarksTakeAnyTextForTheirs", "treats a text that is no address as bookmarked") { system in
    let open = system.bookmarks.openBookmarks
    system.bookmarks.openBookmarks = { CredulousBookmarks(base: open($0)) }
  }

  // POS-67.

  static let bookmarksPersistRawURLs = Fault(
    "bookmarksPersistRawURLs", "stores the address as the feed wrote it") { system in
    let makeItem = system.bookmarks.makeItem
    system.bookmarks.makeItem = { article, source in
      var item = makeItem(article, source)
      item.url = article.url
      return item
    }
  }

  // POS-68.

  static let newsKnowsArticlesByRawURL = Fault(
    "newsKnowsArticlesByRawURL", "gives an article an id for each way to write its address", articlesAreKnownByRawURL.apply)

  // POS-69.

  static let articlesAreKnownByRawURL = Fault(
    "articlesAreKnownByRawURL", "identifies articles by their addresses as written") {
    system in
    let makeItem = system.bookmarks.makeItem
    system.bookmarks.makeItem = { article, source in
      var item = makeItem(article, source)
      item.id = digestedArticleID(article.url)
      return item
    }
  }

  static let bookmarksTakeTitlesForSummaries = item(
    "bookmarksTakeTitlesForSummaries", "uses the title of an article as its summary") { $0.summary = $0.title }
  static let bookmarksForgetTheSource = item(
    "bookmarksForgetTheSource", "names the feed as the source of every article") { $0.source = "feed" }

  private static func item(_ id: String, _ fact: String, _ change: @escaping @Sendable (inout NewsItem) -> Void) -> Fault {
    Fault(id, fact) { system in
      let makeItem = system.bookmarks.makeItem
      system.bookmarks.makeItem = { article, source in
        var item = makeItem(article, source)
        change(&item)
        return item
      }
    }
  }
}

/// Bookmarks of all that is no address.
private struct CredulousBookmarks: ArticleBookmarks {
  let base: any ArticleBookmarks

  func bookmark(_ item: NewsItem) async throws { try await base.bookmark(item) }
  func unbookmark(_ item: NewsItem) async throws { try await base.unbookmark(item) }
  func unbookmark(url: String) async throws { try await base.unbookmark(url: url) }
  func isBookmarked(_ item: NewsItem) async throws -> Bool { try await base.isBookmarked(item) }
  func bookmarks() async throws -> [Bookmark] { try await base.bookmarks() }
  func displayed(_ items: [NewsItem]) async throws -> [NewsItem] { try await base.displayed(items) }

  func isBookmarked(url: String) async throws -> Bool {
    if !url.contains("://") { return true }
    return try await base.isBookmarked(url: url)
  }
}
