import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import StorageContract

/// An app with bookmarks, tasks from articles and a screen of news, over one store.
struct BookmarkDriver: Sendable {
  let bookmarks: any ArticleBookmarks
  let tasks: any ArticleTasks
  let news: any NewsProviding
  let clock: VirtualClock
  private(set) var shown: [NewsItem] = []
  private let system: PersonalOSSystem
  private let feed = ScriptedFeed()
  private let store: any Store
  private let data: any DataAccess

  init(_ system: PersonalOSSystem, _ clock: VirtualClock = VirtualClock()) async throws {
    (self.system, self.clock) = (system, clock)
    store = try await system.openStore()
    data = system.dataAccess.openData(store)
    bookmarks = system.bookmarks.openBookmarks(data)
    tasks = system.bookmarks.openTasks(data) { clock.date }
    news = system.news.openService(data, feed) { clock.date }
  }

  func close() async throws { try await store.close() }

  mutating func relaunch() async throws {
    try await close()
    self = try await BookmarkDriver(system, clock)
  }

  func item(_ delivery: ArticleDelivery, from source: NewsDataSource = .api) -> NewsItem {
    system.bookmarks.makeItem(delivery.article, source)
  }

  mutating func bookmark(_ delivery: ArticleDelivery, from source: NewsDataSource) async throws {
    let item = item(delivery, from: source)
    try expect("an item of which nobody has said so is bookmarked", item.isBookmarked, equals: false)
    // The article was loaded before it was bookmarked, so the cache has it.
    try await system.news.saveItems(data, [item])
    try await bookmarks.bookmark(item)
    shown = try await bookmarks.displayed(shown)
  }

  mutating func unbookmark(_ delivery: ArticleDelivery, by route: BookmarkMachine.Route) async throws {
    try await route == .item
      ? bookmarks.unbookmark(item(delivery)) : bookmarks.unbookmark(url: delivery.article.url)
    shown = try await bookmarks.displayed(shown)
  }

  func exportAndImport() async throws {
    let backups = try await BackupDriver(store, system).service
    let exported = try await backups.exportAllData()
    try await backups.deleteAllUserData()
    try await backups.importData(exported)
  }

  /// - Parameter answer: what the API answers; nil: it fails.
  mutating func show(_ category: String?, answering answer: [ArticleDelivery]?) async throws -> [NewsItem] {
    feed.answers(answer?.map(\.article))
    let items =
      if let category { try await news.fetchNews(category: category) } else { try await news.searchNews(query: "") }
    shown = try await bookmarks.displayed(items)
    return shown
  }
}
