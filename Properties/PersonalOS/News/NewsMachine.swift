import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// A reader of news, and a proxy that answers late, in another order, or not at all.
enum NewsMachine {
  typealias NewsCommand = Command<NewsModel, NewsDriver>
  typealias NewsInvariant = Invariant<NewsModel, NewsDriver>

  struct Visit: Sendable, CounterexampleDescribable {
    let request: NewsModel.Request
    let reply: ProxyReply

    var counterexampleDescription: String { "\(describe(request)): \(describe(reply))" }
  }

  struct Late: Sendable, CounterexampleDescribable {
    /// Among the requests that wait.
    let place: Int
    let reply: ProxyReply

    var counterexampleDescription: String { "to request \(place): \(describe(reply))" }
  }

  /// Asks, and has the answer at once.
  static let visit = NewsCommand("visit", weight: 12, with: { .visit($0.pool) }) { model, visit in
    model.ask(visit.request)
    model.arrive(visit.reply, at: model.pending.count - 1)
  } system: { app, visit in
    try await app.visit(visit)
  }

  /// Asks, and is cancelled when the answer has just been stored, or looked up: too late for the store, and too early for
  /// everything after it.
  static let leave = NewsCommand("leave", weight: 2, with: { .visit($0.pool) }) { model, visit in
    model.ask(visit.request)
    model.arrive(visit.reply, at: model.pending.count - 1, isLeft: true)
  } system: { app, visit in
    try await app.ask(visit.request)
    try await app.arrive(visit.reply, at: app.waitingCount - 1, isLeft: true)
  }

  static let ask = NewsCommand(
    "ask", weight: 4, with: Generator<NewsModel.Request>.newsRequest, when: { $0.pending.count < 3 }
  ) { model, request in
    model.ask(request)
  } system: { app, request in
    try await app.ask(request)
  }

  static let answer = NewsCommand(
    "answer", weight: 5, with: { model in
      Generator { Late(place: try $0(.int(in: 0...model.pending.count - 1)), reply: try $0(.proxyReply(model.pool))) }
    }, when: { !$0.pending.isEmpty }
  ) { model, late in
    model.arrive(late.reply, at: late.place)
  } system: { app, late in
    try await app.arrive(late.reply, at: late.place)
  }

  static let cancel = NewsCommand(
    "cancel", with: { .int(in: 0...$0.pending.count - 1) }, when: { !$0.pending.isEmpty }
  ) { model, place in
    model.cancel(place)
  } system: { app, place in
    await app.cancel(place)
  }

  static let bookmark = NewsCommand(
    "bookmark", weight: 2, with: Generator<Int>.int(in: 0...4), foreseeing: { _, _ in }
  ) { app, row in
    try await app.bookmark(row)
  } judging: { model, _, mark in
    if let mark { model.bookmarked[mark.id] = mark.source }
  }

  static let purge = NewsCommand("purge") { model in
    model.purge()
  } system: { app in
    try await app.purge()
  }

  static let relaunch = NewsCommand("relaunch", when: { $0.pending.isEmpty }) { model in
    model.relaunch()
  } system: { app in
    try await app.relaunch()
  }

  /// Ends a case: see ``NewsDriver/expectSourcesSurviveTheStore(unknown:)``.
  static let readBack = NewsCommand(
    "readBack", with: Generator<String>.element(of: ["API", "api ", " mock", "", "cached", "Mock", "ap", "api\0", "real"]),
    when: { $0.pending.isEmpty }
  ) { _, _ in
  } system: { app, unknown in
    try await app.expectSourcesSurviveTheStore(unknown: unknown)
  }

  static func machine(
    closing: [NewsCommand] = [], _ invariants: [NewsInvariant]
  ) -> StateMachine<NewsModel, NewsDriver> {
    var machine = StateMachine(
      initially: Generator<ArticlePool>.articlePool(count: 1...4).map(NewsModel.init),
      commands: [visit, ask, answer, cancel, bookmark, purge, relaunch, leave], closing: closing, invariants: invariants
    ).withLongCases
    for name in labels { machine = machine.labelling(name) { $0.happened.contains(name) } }
    return machine
      .labelling("shows several sources") { $0.sourcesShown > 1 }
      .labelling("shows all sources") { $0.sourcesShown == 3 }
      .labelling("bookmarks a row") { !$0.bookmarked.isEmpty }
  }

  private static let labels = [
    "answers from the API", "answers from the cache", "answers with demo items", "searches without the API",
    "real news in place of demo items", "nothing in place of demo items", "demo items stay elsewhere",
    "an older request is answered later", "a cancelled request is answered",
  ]

  // What must be.

  static let serviceAnswers = NewsInvariant("what the service answers") { model, app in
    guard let expected = model.answer, let items = await app.service.answer else { return model.answer == nil }
    try await app.expectArticles(items, [expected])
    let source: NewsDataSource =
      expected.isFromAPI ? .api : items.contains { $0.dataSource == .mock } ? .mock : .cache
    try expect("source of the answer", await app.service.dataSource, equals: source)
    try expect("when the API delivered it", await app.service.fetchedAt, equals: expected.fetchedAt)
    return true
  }

  static let keptArticles = NewsInvariant(
    "articles that are kept, as they were delivered last",
    model: { model in model.delivered.keys.sorted().compactMap { model.delivered[$0] } }, system: { try await $0.kept })

  static let rowsShown = NewsInvariant("the rows of the screen") { model, app in
    try await app.expectArticles(await app.screen.items, model.shown)
    return true
  }

  /// Badges and banner say what the rows are, no more and no less.
  static let indicators = NewsInvariant("badges and banner") { _, app in
    let isMock = await app.screen.items.map(\.isInMockNamespace)
    try expect("badges of the rows", await app.screen.indicators.badges, equals: isMock.map { $0 ? "Demo Content" : nil })
    try expect("a banner is shown", await app.screen.indicators.banner != nil, equals: isMock.contains(true))
    return true
  }

  /// Each row names the source that it came from.
  static let labelsOfRows = NewsInvariant("sources that the rows name") { model, app in
    var real = model.shown.flatMap(\.rows).map(\.label)[...]
    let sources = await app.screen.items.map { $0.isInMockNamespace ? .mock : real.popFirst() }
    try expect("sources named by the rows", await app.screen.indicators.labels.map { Optional($0) }, equals: sources)
    return true
  }

  static let sourcesOfBookmarks = NewsInvariant(
    "sources of the bookmarks", model: \.bookmarked,
    system: { app in
      let bookmarks = try await app.bookmarks.bookmarks()
      return Dictionary(bookmarks.map { ($0.articleID, $0.dataSource) }) { $1 }
    })
}

extension NewsDriver {
  func visit(_ visit: NewsMachine.Visit) async throws {
    try await ask(visit.request)
    try await arrive(visit.reply, at: waitingCount - 1)
  }

  /// The real items as they were delivered, and demo items of the categories of which there must or may be some.
  func expectArticles(_ items: [NewsItem], _ expected: [NewsModel.Answer]) throws {
    let real = items.filter { !$0.isInMockNamespace }
    let inOrder = !expected.contains(where: \.isUnordered)
    func sorted(_ rows: [NewsRow]) -> [NewsRow] {
      inOrder ? rows : rows.sorted { ($0.number ?? -1) < ($1.number ?? -1) }
    }
    try expect("articles", sorted(real.map(row)), equals: sorted(expected.flatMap(\.rows)))
    for item in real { try expect("id of \(item.url)", item.id, equals: digestedArticleID(item.url)) }
    let demo = items.filter(\.isInMockNamespace)
    func isDemo(_ item: NewsItem, of category: String) -> Bool { item.id.hasPrefix("mock_\(category)_") }
    for item in demo {
      try expect("source of demo item \(item.id)", item.dataSource, equals: .mock)
      try expect(
        "\(item.id) is of a category without news", expected.contains { $0.demo.contains { isDemo(item, of: $0) } })
    }
    for category in expected.filter({ !$0.isDemoOptional }).flatMap(\.demo) {
      try expect("there are demo items of \(category)", demo.contains { isDemo($0, of: category) })
    }
  }
}

extension NewsModel {
  fileprivate var sourcesShown: Int {
    Set(shown.flatMap(\.rows).map(\.label) + (shown.contains { !$0.demo.isEmpty && !$0.isDemoOptional } ? [.mock] : [])).count
  }
}

extension Generator where Value == NewsModel.Request {
  /// Few categories, so that caches are met.
  static var newsRequest: Generator {
    let category = Generator<String>.element(
      of: [
        "science", "science", "science", "science", "Science", "business", "business", "business", "technology", "",
        "Poésie", "Poe\u{301}sie",
      ])
    return .frequency(
      (2, category.map { .load($0) }),
      (1, Generator<String>.element(of: ["", "rates", "RISE", "again", "nowhere"]).map { .search($0) }))
  }
}

extension Generator where Value == NewsMachine.Visit {
  static func visit(_ pool: ArticlePool) -> Generator {
    Generator { NewsMachine.Visit(request: try $0(.newsRequest), reply: try $0(.proxyReply(pool))) }
  }
}
