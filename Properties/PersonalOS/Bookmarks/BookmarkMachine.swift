import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// A user who bookmarks a few articles in many spellings.
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
    switch removal.1 {
    case .item: try await app.bookmarks.unbookmark(app.item(removal.0))
    case .url: try await app.bookmarks.unbookmark(url: removal.0.article.url)
    }
  }
  .labelled("removes by another spelling") { step in
    guard let article = step.argument((ArticleDelivery, Route).self)?.0 else { return false }
    return step.before.marks[article.number].map { $0.delivery.article.url != article.article.url } == true
  }

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

  static let relaunch = BookmarkCommand("relaunch", weight: 2) { _ in
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

  static let machine = StateMachine(
    initially: BookmarkModel.generator,
    commands: [bookmark, unbookmark, relaunch, purgeCache, exportAndImport, unbookmarkNothing], closing: [relaunch]
  )
  .withLongCases.withoutSwarm
  .labelling("looks at what was removed") { model in model.asked.contains { model.removed.contains($0.number) } }
  .labelling("two articles bookmarked") { $0.marks.count > 1 }
  .showing { "bookmarked: \(describe($0.marks.keys.sorted()))" }
}
