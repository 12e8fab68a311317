import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// The rows of a screen, and the ids of the articles that the user has bookmarked there: the oracle of POS-68.
struct NewsRowsModel: Sendable {
  let pool: ArticlePool
  private(set) var marked: Set<String> = []
  private(set) var rows: [NewsItem] = []
  var isSearch = false

  var markedRows: [NewsItem] { rows.filter { marked.contains($0.id) } }

  mutating func toggle(_ row: Int) {
    guard !rows.isEmpty else { return }
    let id = rows[row % rows.count].id
    if marked.remove(id) == nil { marked.insert(id) }
  }

  /// Every row has the id of its article, and is bookmarked if this article is.
  mutating func show(_ items: [NewsItem]) throws {
    rows = items
    for (number, item) in items.enumerated() {
      let row = "row \(number), \(describe(item.title)) at \(item.url),"
      let isKnown = pool.addresses.contains { $0.canonical == item.url && $0.articleID == item.id }
      try expect("\(row) has the id of its article", isKnown || item.dataSource == .mock)
      try expect("\(row) is shown as bookmarked", item.isBookmarked, equals: marked.contains(item.id))
    }
  }
}

enum NewsRowsMachine {
  typealias RowsCommand = Command<NewsRowsModel, BookmarkDriver>

  static let load = RowsCommand(
    "load", weight: 5, with: { .zip(.element(of: ["science", "business"]), answer(of: $0.pool)) },
    foreseeing: { _, _ in }
  ) { app, request in
    try await app.load(request.0, request.1)
  } judging: { model, _, rows in
    model.isSearch = false
    try model.show(rows)
  }

  static let search = RowsCommand("search", weight: 2, with: { answer(of: $0.pool) }, foreseeing: { _, _ in }) {
    try await $0.search($1)
  } judging: { model, _, rows in
    model.isSearch = true
    try model.show(rows)
  }

  static let toggle = RowsCommand("toggle", weight: 6, with: .int(in: 0...4), foreseeing: { _, _ in }) {
    try await $0.toggle($1)
  } judging: { model, row, rows in
    model.toggle(row)
    try model.show(rows)
  }
  .labelled("a mark is taken away") { $0.after.marked.count < $0.before.marked.count }

  static let relaunch = RowsCommand("relaunch") { model in
    try? model.show([])
  } system: { app in
    try await app.relaunch()
  }

  static let machine = StateMachine(
    initially: Generator<ArticlePool>.articlePool(count: 1...3).map { NewsRowsModel(pool: $0) },
    commands: [load, search, toggle, relaunch]
  )
  .withLongCases.withoutSwarm
  .labelling("marked rows from the api") { !$0.isSearch && $0.markedRows.contains { $0.dataSource == .api } }
  .labelling("marked rows from the cache") { $0.markedRows.contains { $0.dataSource == .cache } }
  .labelling("marked rows of a search") { $0.isSearch && !$0.markedRows.isEmpty }
  .labelling("a marked article in two rows") { Set($0.markedRows.map(\.id)).count < $0.markedRows.count }

  /// Articles often occur more than once. Nil: the API fails.
  private static func answer(of pool: ArticlePool) -> Generator<[ArticleDelivery]?> {
    .frequency((3, .constant(nil)), (5, Generator.array(of: pool.delivery, count: 0...5).map { $0 }))
  }
}
