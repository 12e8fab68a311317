import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract

/// A screen of news over a service with its cache, and the model of what is marked: articles, by number.
struct ShownListSession {
  private let system: PersonalOSSystem
  private let feed = ScriptedFeed()
  private var store: any Store
  private var news: any NewsProviding
  private var bookmarks: any ArticleBookmarks
  private var shown: [NewsItem] = []
  private var isSearch = false
  private var marked: Set<Article> = []
  /// By the ids of the deliveries: several where an article does not get the same one each time.
  private var numbers: [String: Int] = [:]

  private enum Article: Hashable {
    case delivered(Int)
    case demo(String)
  }

  init(_ system: PersonalOSSystem) async throws {
    self.system = system
    store = try await system.openStore()
    (news, bookmarks) = Self.open(system, store, feed)
  }

  private static func open(
    _ system: PersonalOSSystem, _ store: any Store, _ feed: ScriptedFeed
  ) -> (any NewsProviding, any ArticleBookmarks) {
    let data = system.dataAccess.openData(store)
    return (
      system.news.openService(data, feed) { Date(timeIntervalSinceReferenceDate: 0) },
      system.bookmarks.openBookmarks(data)
    )
  }

  private func article(_ item: NewsItem) -> Article {
    numbers[item.id].map { .delivered($0) } ?? .demo(item.id)
  }

  private mutating func answer(_ deliveries: [ArticleDelivery]?) {
    feed.answers(deliveries?.map(\.article))
    for delivery in deliveries ?? [] {
      numbers[system.bookmarks.makeItem(delivery.article, .api).id] = delivery.number
    }
  }

  mutating func take(_ step: ShownLists.Step, _ trial: Trial) async throws {
    switch step {
    case .load(let category, let deliveries):
      answer(deliveries)
      shown = try await bookmarks.displayed(try await news.fetchNews(category: category))
      isSearch = false
    case .search(let deliveries):
      answer(deliveries)
      shown = try await bookmarks.displayed(try await news.searchNews(query: ""))
      isSearch = true
    case .toggle(let row):
      guard !shown.isEmpty else { return }
      let item = shown[row % shown.count]
      if marked.remove(article(item)) != nil {
        trial.label("a mark is taken away")
        try await bookmarks.unbookmark(item)
      } else {
        marked.insert(article(item))
        try await bookmarks.bookmark(item)
      }
      shown = try await bookmarks.displayed(shown)
    case .reopen:
      try await store.close()
      store = try await system.openStore()
      (news, bookmarks) = Self.open(system, store, feed)
      shown = []
    }
    label(trial)
  }

  private func label(_ trial: Trial) {
    let rows = shown.filter { marked.contains(article($0)) }
    trial.label("marked rows from the api", if: !isSearch && rows.contains { $0.dataSource == .api })
    trial.label("marked rows from the cache", if: rows.contains { $0.dataSource == .cache })
    trial.label("marked rows of a search", if: isSearch && !rows.isEmpty)
    trial.label("a marked article in two rows", if: Set(rows.map(article)).count < rows.count)
  }

  func expectEveryFlagIsRight() throws {
    for (row, item) in shown.enumerated() {
      try expect(
        "row \(row), \(describe(item.title)) at \(item.url), has the id of its article",
        numbers[item.id] != nil || item.dataSource == .mock)
      try expect(
        "row \(row), \(describe(item.title)) at \(item.url), is shown as bookmarked", item.isBookmarked,
        equals: marked.contains(article(item)))
    }
  }

  func end() async throws {
    try await store.close()
  }
}
