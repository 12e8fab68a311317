import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract

/// Bookmarks over a store, and the model of them: which articles are marked, by number, and as they were delivered then.
struct BookmarkSession {
  private let system: PersonalOSSystem
  private let plain: [(delivery: ArticleDelivery, item: NewsItem)]
  private var store: any Store
  private var data: any DataAccess
  private var bookmarks: any ArticleBookmarks
  private var model: [Int: Mark] = [:]
  private var removed: Set<Int> = []

  private struct Mark {
    let delivery: ArticleDelivery
    let source: NewsDataSource
  }

  init(_ system: PersonalOSSystem, _ pool: ArticlePool) async throws {
    self.system = system
    plain = pool.plainDeliveries.map { ($0, system.bookmarks.makeItem($0.article, .api)) }
    store = try await system.openStore()
    data = system.dataAccess.openData(store)
    bookmarks = system.bookmarks.openBookmarks(data)
  }

  private func item(_ delivery: ArticleDelivery, _ source: NewsDataSource = .api) -> NewsItem {
    system.bookmarks.makeItem(delivery.article, source)
  }

  mutating func take(_ step: BookmarkHistory.Step, _ trial: Trial) async throws {
    switch step {
    case .bookmark(let delivery, let source):
      trial.label("bookmarks what is bookmarked", if: model[delivery.number] != nil)
      let item = item(delivery, source)
      // The article was loaded before it was marked, so the cache has it.
      try await system.news.saveItems(data, [item])
      try await bookmarks.bookmark(item)
      model[delivery.number] = Mark(delivery: delivery, source: source)
      trial.label("two articles bookmarked", if: model.count > 1)
    case .unbookmark(let delivery):
      trial.label(
        "removes by another spelling",
        if: model[delivery.number].map { $0.delivery.article.url != delivery.article.url } ?? false)
      try await bookmarks.unbookmark(item(delivery))
      remove(delivery)
    case .unbookmarkByURL(let delivery):
      trial.label(
        "removes by another spelling",
        if: model[delivery.number].map { $0.delivery.article.url != delivery.article.url } ?? false)
      try await bookmarks.unbookmark(url: delivery.article.url)
      remove(delivery)
    case .look: break
    case .reopen:
      trial.label("reopens with bookmarks", if: !model.isEmpty)
      trial.label("reopens after removing", if: !removed.isEmpty)
      try await reopen()
    case .purge:
      trial.label("purges with bookmarks", if: !model.isEmpty)
      try await system.news.openService(data, ScriptedFeed()) { Date(timeIntervalSinceReferenceDate: 0) }
        .purgeCache()
    case .exportAndImport:
      trial.label("exports and imports bookmarks", if: !model.isEmpty)
      let backups = try await BackupSession(store, system).service
      let exported = try await backups.exportAllData()
      try await backups.deleteAllUserData()
      try await backups.importData(exported)
    }
    trial.label("looks at what was removed", if: !removed.isEmpty)
  }

  private mutating func remove(_ delivery: ArticleDelivery) {
    if model.removeValue(forKey: delivery.number) != nil { removed.insert(delivery.number) }
  }

  /// What is no address of an article is no bookmark's, and removes none.
  func expectNobodysAddress() async throws {
    for text in ["", "no address", "ftp://news.example/a", "https://"] {
      try expect("an article is bookmarked at “\(text)”", try await bookmarks.isBookmarked(url: text), equals: false)
      try await bookmarks.unbookmark(url: text)
    }
    try expect("how many bookmarks", try await bookmarks.bookmarks().count, equals: model.count)
  }

  private mutating func reopen() async throws {
    try await store.close()
    store = try await system.openStore()
    data = system.dataAccess.openData(store)
    bookmarks = system.bookmarks.openBookmarks(data)
  }

  func end() async throws {
    try await store.close()
  }

  /// By item and by address, in the plainest spelling of each article and in the latest one.
  func expectEveryRouteAgrees(_ latest: ArticleDelivery?) async throws {
    for (delivery, item) in plain + (latest.map { [($0, item($0))] } ?? []) {
      let isMarked = model[delivery.number] != nil
      try expect(
        "article \(delivery.number) is bookmarked, asked for its item with \(describe(delivery.article.url))",
        try await bookmarks.isBookmarked(item), equals: isMarked)
      try expect(
        "article \(delivery.number) is bookmarked, asked for \(describe(delivery.article.url))",
        try await bookmarks.isBookmarked(url: delivery.article.url), equals: isMarked)
    }
    try expect("number of bookmarks", try await bookmarks.bookmarks().count, equals: model.count)
  }

  /// Every bookmark, to the byte, with an id that its own URL gives, and with its canonical URL.
  func expectStoredBookmarksMatchModel() async throws {
    let stored = try await bookmarks.bookmarks()
    for bookmark in stored {
      let article = FeedArticle(
        url: bookmark.url, title: bookmark.title, summary: bookmark.summary,
        publishedAt: bookmark.publishedAt,
        source: bookmark.source)
      let item = system.bookmarks.makeItem(article, .api)
      try expect("id of the article at the stored URL", item.id, equals: bookmark.articleID)
      try expect("an item of which nobody has said so is bookmarked", item.isBookmarked, equals: false)
      try expect(
        "canonical form of the stored URL", system.bookmarks.canonicalURL(bookmark.url), equals: bookmark.url)
    }
    // The addresses are known by now to be canonical, and the ids to be theirs.
    let urls = Dictionary(uniqueKeysWithValues: model.map { ($0, system.bookmarks.canonicalURL($1.delivery.article.url) ?? "") })
    try expect("different articles have different addresses", Set(urls.values).count, equals: model.count)
    let expected = model.map { number, mark in
      let (url, article) = (urls[number] ?? "", mark.delivery.article)
      return Bookmark(
        articleID: digestedArticleID(url), url: url, title: article.title, summary: article.summary,
        source: article.source, publishedAt: article.publishedAt, dataSource: mark.source)
    }.sorted { $0.articleID < $1.articleID }
    try expect("stored bookmarks", stored.map(Bytewise.init), equals: expected.map(Bytewise.init))
  }
}

extension BookmarkHistory.Step {
  var delivery: ArticleDelivery? {
    switch self {
    case .bookmark(let delivery, _), .unbookmark(let delivery), .unbookmarkByURL(let delivery),
      .look(let delivery):
      delivery
    case .reopen, .purge, .exportAndImport: nil
    }
  }
}
