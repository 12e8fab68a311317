import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract

// Faults of POS-66 to POS-69: other services with one defect, or the good ones over a store with one.

extension Fault<PersonalOSSystem> {
  // POS-66.

  static let bookmarksCompareRawURLs = bookmarks(
    "bookmarksCompareRawURLs", "compares addresses as they are written", .comparesRawURLs)
  static let bookmarksCompareWholeItems = bookmarks(
    "bookmarksCompareWholeItems", "treats an article as bookmarked only while all its fields are unchanged",
    .comparesWholeItems)
  static let bookmarksStayWhenRemovedByVariant = bookmarks(
    "bookmarksStayWhenRemovedByVariant", "removes nothing for another spelling of the address",
    .staysWhenRemovedByVariant)
  static let bookmarksMatchByTitle = bookmarks("bookmarksMatchByTitle", "matches articles by title", .matchesByTitle)

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
  static let bookmarkIDsAreMadeAnewOnLoading = bookmarks(
    "bookmarkIDsAreMadeAnewOnLoading", "makes new ids on loading, from addresses without parameters",
    .makesIDsAnewOnLoading)
  static let bookmarksLiveInTheCache = bookmarks(
    "bookmarksLiveInTheCache", "loses a bookmark with the cached article", .livesInTheCache)
  static let bookmarksKeepTheListIndex = bookmarks(
    "bookmarksKeepTheListIndex", "stores the place in the list for an id", .keepsTheListIndex)
  /// The case of an id means nothing, so such a backend cannot harm the reference; it harms a service whose
  /// keys are addresses.
  static let bookmarksByURLIgnoreTheCaseOfKeys = Fault(
    "bookmarksByURLIgnoreTheCaseOfKeys",
    "stores bookmarks by address over a backend that ignores the case of keys (BF-13)"
  ) { system in
    over(.ignoresTheCaseOfKeys).apply(&system)
    system.bookmarks.openBookmarks = { DefectiveBookmarks($0, .keysByURL) }
  }

  // POS-68.

  static let bookmarkFlagsComeFromTheAPI = bookmarks(
    "bookmarkFlagsComeFromTheAPI", "shows the flag that came with the item", .showsTheItemsFlag)
  static let bookmarkFlagsOfTheCacheAreStale = bookmarks(
    "bookmarkFlagsOfTheCacheAreStale", "shows cached items with the flag they were stored with", .showsTheCachesFlag)
  static let bookmarkTogglesLeaveDuplicateRows = bookmarks(
    "bookmarkTogglesLeaveDuplicateRows", "shows a mark only in the first row of an article", .marksOneRow)
  static let bookmarkFlagsAreSetOnly = bookmarks(
    "bookmarkFlagsAreSetOnly", "never takes a shown mark away", .setsFlagsOnly)

  static let newsKnowsArticlesByRawURL = Fault(
    "newsKnowsArticlesByRawURL", "gives an article an id for each way to write its address", articlesAreKnownByRawURL.apply)

  // POS-69.

  static let tasksAreKnownByTitle = tasks(
    "tasksAreKnownByTitle", "treats articles with the same title as one", .knowsByTitle)
  static let tasksAreLookedUpAndSavedApart = tasks(
    "tasksAreLookedUpAndSavedApart", "looks for the task and saves it in two transactions", .looksAndSavesApart)
  static let tasksAreCreatedAnewOnceDone = tasks(
    "tasksAreCreatedAnewOnceDone", "creates another task once the first is done", .createsAnewOnceDone)
  static let tasksAreRenewed = tasks("tasksAreRenewed", "gives an existing task a new date", .renewsTheDate)
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

  private static func bookmarks(_ id: String, _ fact: String, _ defect: DefectiveBookmarks.Defect) -> Fault {
    Fault(id, fact) { $0.bookmarks.openBookmarks = { DefectiveBookmarks($0, defect) } }
  }

  private static func tasks(_ id: String, _ fact: String, _ defect: DefectiveArticleTasks.Defect) -> Fault {
    Fault(id, fact) { $0.bookmarks.openTasks = { DefectiveArticleTasks($0, $1, defect) } }
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
