import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// A user who reads news and bookmarks a few articles, in many spellings.
enum BookmarkMachine {
  typealias BookmarkCommand = Command<BookmarkModel, BookmarkDriver>

  static let bookmark = BookmarkCommand(
    "bookmark", weight: 5, with: { .zip($0.pool.delivery, .element(of: [NewsDataSource.api, .cache])) }
  ) { model, mark in
    model.bookmark(mark)
  } system: { app, mark in
    try await app.bookmark(mark.0, from: mark.1)
  }
  .labelled("bookmarks what is bookmarked") { $0.before.marks.count == $0.after.marks.count }

  static let unbookmark = BookmarkCommand(
    "unbookmark", weight: 4, with: { .zip($0.pool.delivery, .element(of: [Route.item, .url])) }
  ) { model, removal in
    model.unbookmark(removal.0)
  } system: { app, removal in
    try await app.unbookmark(removal.0, by: removal.1)
  }
  .labelled("removes by another spelling") { step in
    guard let delivery = step.argument((ArticleDelivery, Route).self)?.0 else { return false }
    return step.before.marks[delivery.number].map { $0.delivery.article.url != delivery.article.url } == true
  }
  .labelled("a mark is taken away") { $0.after.markedRows.count < $0.before.markedRows.count }

  enum Route { case item, url }

  /// What is no address of an article is no bookmark's, and removes none.
  static let unbookmarkNothing = BookmarkCommand(
    "unbookmarkNothing", weight: 2, with: .element(of: ["", "no address", "ftp://news.example/a", "https://"])
  ) { _, _ in
    false
  } system: { app, text in
    try await app.bookmarks.unbookmark(url: text)
    return try await app.bookmarks.isBookmarked(url: text)
  }

  static let relaunch = BookmarkCommand("relaunch", weight: 2) { model in
    model.rows.items = []
  } system: { app in
    try await app.relaunch()
  }
  .labelled("reopens with bookmarks") { !$0.before.marks.isEmpty }
  .labelled("reopens after removing") { !$0.before.removed.isEmpty }

  static let purgeCache = BookmarkCommand("purgeCache") { _ in
  } system: { app in
    try await app.news.purgeCache()
  }
  .labelled("purges with bookmarks") { !$0.before.marks.isEmpty }

  static let exportAndImport = BookmarkCommand("exportAndImport") { _ in
  } system: { app in
    try await app.exportAndImport()
  }
  .labelled("exports and imports bookmarks") { !$0.before.marks.isEmpty }

  /// Shows a category, or without one what a search finds. The news are what they are; only their flags are judged.
  static let show = BookmarkCommand(
    "show", weight: 7,
    with: { model in
      .zip(.optional(.element(of: ["science", "business"])), .optional(.array(of: model.pool.delivery, count: 0...5)))
    }, foreseeing: { _, _ in }
  ) { app, request in
    try await app.show(request.0, answering: request.1)
  } judging: { model, request, items in
    model.rows = (items, request.0 == nil)
  }

  /// - Parameter commands: by default what POS-66 and POS-67 need, which look at no rows.
  static func machine(
    _ commands: [BookmarkCommand] = [bookmark, unbookmark, relaunch, purgeCache, exportAndImport, unbookmarkNothing],
    keeping invariant: Invariant<BookmarkModel, BookmarkDriver>
  ) -> StateMachine<BookmarkModel, BookmarkDriver> {
    let model = Generator { source in
      let pool = try source(.articlePool())
      return BookmarkModel(pool: pool, asked: try source(.array(of: pool.delivery, count: 2...6)))
    }
    return StateMachine(initially: model, commands: commands, closing: [relaunch], invariants: [invariant])
    .withLongCases.withoutSwarm
    .showing { "bookmarked: \(describe($0.marks.keys.sorted()))" }
    .labelling("looks at what was removed") { model in model.asked.contains { model.removed.contains($0.number) } }
    .labelling("two articles bookmarked") { $0.marks.count > 1 }
    .labelling("marked rows from the api") { !$0.rows.isSearch && $0.markedRows.contains { $0.dataSource == .api } }
    .labelling("marked rows from the cache") { $0.markedRows.contains { $0.dataSource == .cache } }
    .labelling("marked rows of a search") { $0.rows.isSearch && !$0.markedRows.isEmpty }
    .labelling("a marked article in two rows") { Set($0.markedRows.map(\.id)).count < $0.markedRows.count }
  }
}
