import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// The articles that the user has bookmarked, by number, as they were delivered then: the oracle of POS-66 to POS-68.
struct BookmarkModel: Sendable {
  typealias Mark = (delivery: ArticleDelivery, source: NewsDataSource)

  let pool: ArticlePool
  /// Deliveries of articles, bookmarked or not, for which the app is asked.
  let asked: [ArticleDelivery]
  private(set) var marks: [Int: Mark] = [:]
  private(set) var removed: Set<Int> = []
  /// For labels only: the rows of the screen, and whether a search has found them.
  var rows: (items: [NewsItem], isSearch: Bool) = ([], false)

  mutating func bookmark(_ mark: Mark) { marks[mark.delivery.number] = mark }

  mutating func unbookmark(_ delivery: ArticleDelivery) {
    if marks.removeValue(forKey: delivery.number) != nil { removed.insert(delivery.number) }
  }

  /// In the order of their ids.
  var bookmarks: [Bytewise<Bookmark>] {
    let bookmarks = marks.values.map { delivery, source in
      let (address, article) = (delivery.address, delivery.article)
      return Bookmark(
        articleID: address.articleID, url: address.canonical, title: article.title, summary: article.summary,
        source: article.source, publishedAt: article.publishedAt, dataSource: source)
    }
    return bookmarks.sorted { $0.articleID < $1.articleID }.map(Bytewise.init)
  }

  var markedRows: [NewsItem] { rows.items.filter(isMarked) }

  func isMarked(_ row: NewsItem) -> Bool { marks.values.contains { $0.delivery.address.canonical == row.url } }
}

/// What must hold at any time.
enum BookmarkInvariants {
  typealias BookmarkInvariant = Invariant<BookmarkModel, BookmarkDriver>

  static let everyRouteAgrees = BookmarkInvariant("every route agrees") { model, app in
    for delivery in model.asked + model.marks.values.map(\.delivery) {
      let routes = [
        try await app.bookmarks.isBookmarked(app.item(delivery)),
        try await app.bookmarks.isBookmarked(url: delivery.article.url),
      ]
      let isMarked = model.marks[delivery.number] != nil
      try expect("\(describe(delivery)) is bookmarked, by item and by URL", routes, equals: [isMarked, isMarked])
    }
    try expect("number of bookmarks", try await app.bookmarks.bookmarks().count, equals: model.marks.count)
    return true
  }

  static let everyBookmarkIsStored = BookmarkInvariant(
    "stored bookmarks", model: \.bookmarks, system: { try await $0.bookmarks.bookmarks().map(Bytewise.init) })

  static let everyFlagIsRight = BookmarkInvariant("rows of the screen") { model, app in
    for (number, item) in app.shown.enumerated() {
      let row = "row \(number), \(describe(item.title)) at \(item.url),"
      let isKnown = model.pool.addresses.contains { $0.canonical == item.url && $0.articleID == item.id }
      try expect("\(row) has the id of its article", isKnown || item.dataSource == .mock)
      try expect("\(row) is shown as bookmarked", item.isBookmarked, equals: model.isMarked(item))
    }
    return true
  }
}
