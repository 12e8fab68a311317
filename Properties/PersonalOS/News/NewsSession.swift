import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import StorageContract

/// A news service with its screen, over a fake API and a store, and the model of what the API delivered.
struct NewsSession {
  private let system: PersonalOSSystem
  private let feed = ScriptedFeed()
  private let clock = VirtualClock(base: Date(timeIntervalSinceReferenceDate: 800_000_000))
  private var store: any Store
  private var data: DataActor
  private var news: any NewsProviding
  private var screen: any NewsFeedDisplay
  private var bookmarks: any ArticleBookmarks
  private var model = NewsModel()
  /// What must be on the screen, by category; nil: what a search found.
  private var sections: [(category: String?, expected: NewsModel.Expected)] = []
  private var bookmarked: [String: NewsDataSource] = [:]

  init(_ system: PersonalOSSystem) async throws {
    self.system = system
    store = try await system.openStore()
    data = DataActor(store: store)
    news = system.news.openService(data, feed) { [clock] in clock.date }
    screen = await system.news.openViewModel(news)
    bookmarks = system.bookmarks.openBookmarks(data)
  }

  private func items(_ deliveries: [ArticleDelivery]?) -> [NewsItem]? {
    deliveries.map { $0.map { system.bookmarks.makeItem($0.article, .api) } }
  }

  private mutating func reopen() async throws {
    try await store.close()
    store = try await system.openStore()
    data = DataActor(store: store)
    news = system.news.openService(data, feed) { [clock] in clock.date }
    screen = await system.news.openViewModel(news)
    bookmarks = system.bookmarks.openBookmarks(data)
    sections = []
  }

  func end() async throws {
    try await store.close()
  }

  // POS-57: the service alone.

  mutating func ask(_ step: NewsHistory.Step, _ trial: Trial) async throws {
    clock.advance(by: .milliseconds(1_500))
    switch step {
    case .load(let category, let deliveries):
      feed.answers(deliveries?.map(\.article))
      let expected = model.load(category, items(deliveries), at: clock.date)
      trial.label("answers from the API", if: deliveries != nil)
      trial.label("answers from the cache", if: deliveries == nil && expected.demo.isEmpty)
      trial.label("answers with demo items", if: !expected.demo.isEmpty)
      try await expectAnswer(
        try await news.fetchNews(category: category), expected, isSuccess: deliveries != nil)
    case .search(let query, let deliveries):
      feed.answers(deliveries?.map(\.article))
      let expected = model.search(query, items(deliveries), at: clock.date)
      trial.label("searches without the API", if: deliveries == nil && !expected.items.isEmpty)
      try await expectAnswer(try await news.searchNews(query: query), expected, isSuccess: deliveries != nil)
    case .bookmark: break
    case .reopen: try await reopen()
    case .purge:
      model.purge()
      try await news.purgeCache()
    }
  }

  private func expectAnswer(
    _ answer: [NewsItem], _ expected: NewsModel.Expected, isSuccess: Bool
  ) async throws {
    try expectItems(answer, [expected])
    let leastTrusted: NewsDataSource =
      isSuccess ? .api : answer.contains { $0.dataSource == .mock } ? .mock : .cache
    try expect("source of the answer", await news.dataSource, equals: leastTrusted)
    try expect("when the API delivered it", await news.fetchedAt, equals: expected.fetchedAt)
  }

  /// No demo item is ever kept, and every article is as the API delivered it last.
  func expectOnlyDeliveredArticlesAreKept() async throws {
    let kept = try await system.news.storedItems(data)
    try expect(
      "articles that are kept", kept.map(Bytewise.init),
      equals: model.delivered.values.sorted { $0.id < $1.id }.map(Bytewise.init))
  }

  // POS-58 and POS-59: the screen.

  mutating func show(_ step: NewsHistory.Step, _ trial: Trial) async throws {
    clock.advance(by: .milliseconds(1_500))
    switch step {
    case .load(let category, let deliveries):
      feed.answers(deliveries?.map(\.article))
      let expected = model.load(category, items(deliveries), at: clock.date)
      label(category, expected, deliveries, trial)
      sections.removeAll { $0.category == nil }
      if let index = sections.firstIndex(where: { $0.category == category }) {
        sections[index].expected = expected
      } else {
        sections.append((category, expected))
      }
      try await screen.load(category: category)
      if deliveries != nil {
        try expect("source of the service after a success", await news.dataSource, equals: .api)
      }
    case .search(let query, let deliveries):
      feed.answers(deliveries?.map(\.article))
      sections = [(nil, model.search(query, items(deliveries), at: clock.date))]
      try await screen.search(query)
    case .bookmark(let row):
      let items = await screen.items
      guard !items.isEmpty else { return }
      let item = items[row % items.count]
      try await bookmarks.bookmark(item)
      bookmarked[item.id] = item.dataSource
    case .reopen: try await reopen()
    case .purge:
      model.purge()
      try await news.purgeCache()
    }
    let shown = Set(await screen.items.map(\.dataSource))
    trial.label("shows several sources", if: shown.count > 1)
    trial.label("shows all sources", if: shown.count == 3)
    trial.label("bookmarks a row", if: !bookmarked.isEmpty)
  }

  private func label(
    _ category: String, _ expected: NewsModel.Expected, _ deliveries: [ArticleDelivery]?, _ trial: Trial
  ) {
    let before = sections.first { $0.category == category }
    guard deliveries != nil, !(before?.expected.demo.isEmpty ?? true) else { return }
    trial.label("real news in place of demo items")
    trial.label("nothing in place of demo items", if: expected.items.isEmpty)
    let others = sections.filter { $0.category != category }
    trial.label("demo items stay elsewhere", if: others.contains { !$0.expected.demo.isEmpty })
  }

  /// The rows, and with them the absence of demo items where there must be none.
  func expectScreenMatchesModel() async throws {
    try expectItems(await screen.items, sections.map(\.expected))
  }

  /// Badges and banner say what the rows are, no more and no less.
  func expectIndicatorsTellWhatIsShown() async throws {
    let (items, indicators) = (await screen.items, await screen.indicators)
    let isMock = items.map(\.isInMockNamespace)
    try expect(
      "badges of the rows", indicators.badges, equals: isMock.map { $0 ? "Demo Content" : nil })
    try expect(
      "a banner is shown", indicators.banner != nil, equals: isMock.contains(true))
  }

  /// Each row names the source that the fake API recorded for it.
  func expectLabelsTellTheSource() async throws {
    var real = sections.flatMap(\.expected.items).map(\.dataSource)[...]
    let sources = await screen.items.map { $0.isInMockNamespace ? .mock : real.popFirst() }
    try expect(
      "sources named by the rows", await screen.indicators.labels.map { Optional($0) }, equals: sources)
    for bookmark in try await bookmarks.bookmarks() {
      try expect(
        "source of bookmark \(bookmark.articleID)", bookmark.dataSource,
        equals: bookmarked[bookmark.articleID])
    }
  }

  /// Items of every source come back from the store as they went in; one whose source is no name of a source
  /// does not come back at all. The last thing of a case: the cache is not to be trusted afterwards.
  mutating func expectSourcesSurviveTheStore(unknown: String) async throws {
    let shown = await screen.items
    let items = Dictionary((Array(model.delivered.values) + shown).map { ($0.id, $0) }) { $1 }
    try await system.news.saveItems(data, Array(items.values))
    try await reopen()
    let stored = try await system.news.storedItems(data)
    try expect(
      "stored items", stored.map(Bytewise.init),
      equals: items.values.sorted { $0.id < $1.id }.map(Bytewise.init))
    guard let item = stored.first else { return }
    var fields = item.storedFields
    fields["dataSource"] = .text(unknown)
    let damaged = fields
    try await data.perform { scope in
      _ = try scope.live().put(damaged, at: item.storageKey, in: NewsItem.collection)
    }
    do {
      _ = try await system.news.storedItems(data)
      try expect("an item from \(describe(unknown)) is refused", false)
    } catch let error as UnreadableRecord {
      try expect("the field that is refused", error.field, equals: "dataSource")
    }
  }

  /// The real items to the byte, and demo items of the categories of which there must or may be some.
  private func expectItems(_ items: [NewsItem], _ expected: [NewsModel.Expected]) throws {
    let real = items.filter { !$0.isInMockNamespace }
    try expect("articles", real.map(Bytewise.init), equals: expected.flatMap(\.items).map(Bytewise.init))
    let demo = items.filter(\.isInMockNamespace)
    func isDemo(_ item: NewsItem, of category: String) -> Bool { item.id.hasPrefix("mock_\(category)_") }
    for item in demo {
      try expect("source of demo item \(item.id)", item.dataSource, equals: .mock)
      try expect(
        "\(item.id) is of a category without news",
        expected.contains { $0.demo.contains { isDemo(item, of: $0) } })
    }
    for category in expected.filter({ !$0.isDemoOptional }).flatMap(\.demo) {
      try expect("there are demo items of \(category)", demo.contains { isDemo($0, of: category) })
    }
  }
}
