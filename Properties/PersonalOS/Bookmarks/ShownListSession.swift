import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract

/// A screen of news over a service with its cache, and the model of what is marked: ids of the articles.
struct ShownListSession {
  private let system: PersonalOSSystem
  private let feed = ScriptedFeed()
  private var store: any Store
  private var news: any NewsProviding
  private var bookmarks: any ArticleBookmarks
  private var shown: [NewsItem] = []
  private var isSearch = false
  private var marked: Set<String> = []

  init(_ system: PersonalOSSystem) async throws {
    self.system = system
    store = try await system.openStore()
    (news, bookmarks) = Self.open(system, store, feed)
  }

  private static func open(
    _ system: PersonalOSSystem, _ store: any Store, _ feed: ScriptedFeed
  ) -> (any NewsProviding, any ArticleBookmarks) {
    let data = DataActor(store: store)
    return (
      system.news.openService(data, feed) { Date(timeIntervalSinceReferenceDate: 0) },
      system.bookmarks.openBookmarks(data)
    )
  }

  mutating func take(_ step: ShownLists.Step, _ trial: Trial) async throws {
    switch step {
    case .load(let category, let deliveries):
      feed.answers(deliveries?.map(\.article))
      shown = try await bookmarks.displayed(try await news.fetchNews(category: category))
      isSearch = false
    case .search(let deliveries):
      feed.answers(deliveries?.map(\.article))
      shown = try await bookmarks.displayed(try await news.searchNews(query: ""))
      isSearch = true
    case .toggle(let row):
      guard !shown.isEmpty else { return }
      let item = shown[row % shown.count]
      if marked.remove(item.id) != nil {
        trial.label("a mark is taken away")
        try await bookmarks.unbookmark(item)
      } else {
        marked.insert(item.id)
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
    let rows = shown.filter { marked.contains($0.id) }
    trial.label("marked rows from the api", if: !isSearch && rows.contains { $0.dataSource == .api })
    trial.label("marked rows from the cache", if: rows.contains { $0.dataSource == .cache })
    trial.label("marked rows of a search", if: isSearch && !rows.isEmpty)
    trial.label("a marked article in two rows", if: Set(rows.map(\.id)).count < rows.count)
  }

  func expectEveryFlagIsRight() throws {
    for (row, item) in shown.enumerated() {
      try expect(
        "row \(row), \(describe(item.title)) at \(item.url), is shown as bookmarked", item.isBookmarked,
        equals: marked.contains(item.id))
    }
  }

  func end() async throws {
    try await store.close()
  }
}
