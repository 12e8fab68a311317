import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// The articles that the user has bookmarked, by number, as they were delivered then: the oracle of POS-66 and POS-67.
struct BookmarkModel: Sendable {
  typealias Mark = (delivery: ArticleDelivery, source: NewsDataSource)

  let pool: ArticlePool
  /// Deliveries of articles, bookmarked or not, for which the app is asked.
  let asked: [ArticleDelivery]
  private(set) var marks: [Int: Mark] = [:]
  private(set) var removed: Set<Int> = []

  static let generator = Generator { source in
    let pool = try source(.articlePool())
    return BookmarkModel(pool: pool, asked: try source(.array(of: pool.delivery, count: 2...6)))
  }

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

  /// Bookmarks, byte for byte.
  static let storedBookmarks = Invariant<BookmarkModel, BookmarkDriver>(
    "stored bookmarks", model: \.bookmarks, system: { try await $0.bookmarks.bookmarks().map(Bytewise.init) })

  static let everyRouteAgrees = Invariant<BookmarkModel, BookmarkDriver>("by item and by URL") { model, app in
    for delivery in model.asked + model.marks.values.map(\.delivery) {
      let isMarked = model.marks[delivery.number] != nil
      try expect(
        "\(describe(delivery)) is bookmarked, asked for its item",
        try await app.bookmarks.isBookmarked(app.item(delivery)), equals: isMarked)
      try expect(
        "\(describe(delivery)) is bookmarked, asked for its URL",
        try await app.bookmarks.isBookmarked(url: delivery.article.url), equals: isMarked)
    }
    try expect("number of bookmarks", try await app.bookmarks.bookmarks().count, equals: model.marks.count)
    return true
  }
}
