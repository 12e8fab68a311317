import Foundation
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
  private let system: PersonalOSSystem
  private let feed = ScriptedFeed()
  private let store: any Store
  private let data: any DataAccess
  private var shown: [NewsItem] = []

  init(
    _ system: PersonalOSSystem, _ clock: VirtualClock = VirtualClock(base: Date(timeIntervalSinceReferenceDate: 0.5))
  ) async throws {
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

  func bookmark(_ delivery: ArticleDelivery, from source: NewsDataSource) async throws {
    let item = item(delivery, from: source)
    try expect("an item of which nobody has said so is bookmarked", item.isBookmarked, equals: false)
    // The article was loaded before it was bookmarked, so the cache has it.
    try await system.news.saveItems(data, [item])
    try await bookmarks.bookmark(item)
  }

  func exportAndImport() async throws {
    let backups = try await BackupSession(store, system).service
    let exported = try await backups.exportAllData()
    try await backups.deleteAllUserData()
    try await backups.importData(exported)
  }

  mutating func load(_ category: String, _ answer: [ArticleDelivery]?) async throws -> [NewsItem] {
    feed.answers(answer?.map(\.article))
    return try await show(news.fetchNews(category: category))
  }

  mutating func search(_ answer: [ArticleDelivery]?) async throws -> [NewsItem] {
    feed.answers(answer?.map(\.article))
    return try await show(news.searchNews(query: ""))
  }

  /// Sets the bookmark of the article in a row, or removes it.
  mutating func toggle(_ row: Int) async throws -> [NewsItem] {
    guard !shown.isEmpty else { return [] }
    let item = shown[row % shown.count]
    if item.isBookmarked {
      try await bookmarks.unbookmark(item)
    } else {
      try await bookmarks.bookmark(item)
    }
    return try await show(shown)
  }

  private mutating func show(_ items: [NewsItem]) async throws -> [NewsItem] {
    shown = try await bookmarks.displayed(items)
    return shown
  }
}
