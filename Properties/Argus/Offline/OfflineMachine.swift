import ArgusReference
import PropertyTesting

/// What is stored, and what waits for the network.
struct OfflineModel: Sendable {
  struct Article: Sendable, Equatable {
    var title: Int
    var isBookmarked = false
  }

  var articles: [Int: Article] = [:]
  var isOnline = true
  var mode = StorageMode.cloud
  /// What the user was told of the mode.
  var notices: [StorageMode] = []
  /// Changed and not sent.
  var waiting: Set<Int> = []
  /// How many records were sent.
  var sent = 0

  var rows: [String] {
    articles.keys.sorted().compactMap { id in
      articles[id].map { "\(id) title \($0.title)\($0.isBookmarked ? " bookmarked" : "")" }
    }
  }

  /// Mostly one that changes an article that is there.
  var knownMark: Generator<(Int, Bool)> {
    let any = Generator<(Int, Bool)>.zip(.int(in: 0...3), .bool)
    let changes = articles.keys.sorted().map { ($0, !(articles[$0]?.isBookmarked ?? false)) }
    if changes.isEmpty { return any }
    return .frequency((4, Generator<Int>.int(in: 0...(changes.count - 1)).map { changes[$0] }), (1, any))
  }

  mutating func setOnline(_ isOnline: Bool) {
    // A lost network is no lost cloud: only one that was not found at a launch is looked for again.
    if isOnline && !self.isOnline && mode == .local {
      mode = .cloud
      notices.append(.cloud)
    }
    self.isOnline = isOnline
    sendIfOnline()
  }

  mutating func change(_ ids: [Int]) {
    waiting.formUnion(ids)
    sendIfOnline()
  }

  mutating func sendIfOnline() {
    guard isOnline else { return }
    sent += waiting.count
    waiting = []
  }
}

/// ARG-69: what a user does with an app whose network comes and goes. After each command everything has come to rest.
enum OfflineMachine {
  typealias OfflineCommand = Command<OfflineModel, OfflineDriver>

  static let setOnline = OfflineCommand(
    "setOnline", weight: 8, with: { model in Generator.frequency((3, .constant(!model.isOnline)), (1, .bool)) }
  ) { (model: inout OfflineModel, isOnline: Bool) in
    model.setOnline(isOnline)
  } system: { app, isOnline in
    try await app.setOnline(isOnline)
  }
  .labelled("loses the network") { $0.before.isOnline && !$0.after.isOnline }
  .labelled("comes back with something to send") { !$0.before.waiting.isEmpty && $0.after.waiting.isEmpty }

  struct News: Sendable, CounterexampleDescribable {
    let ids: Set<Int>
    let title: Int
    var counterexampleDescription: String { "\(describe(ids.sorted())) with title \(title)" }
  }

  /// The user asks for news, and the backend has some.
  static let refresh = OfflineCommand(
    "refresh", weight: 7, with: Generator { source in
      News(ids: Set(try source(.array(of: .int(in: 0...3), count: 1...4))), title: try source(.int(in: 0...9)))
    }
  ) { (model: inout OfflineModel, news: News) in
    guard model.isOnline else { return "not asked" }
    let changed = news.ids.filter { model.articles[$0]?.title != news.title }
    for id in news.ids { model.articles[id, default: OfflineModel.Article(title: news.title)].title = news.title }
    model.change(Array(changed))
    return "asked"
  } system: { app, news in
    try await app.refresh(news.ids, news.title)
  }
  .labelled("asks for news without network") { !$0.before.isOnline }

  static let setBookmarked = OfflineCommand(
    "setBookmarked", weight: 8, with: { $0.knownMark }
  ) { (model: inout OfflineModel, mark: (Int, Bool)) in
    guard let article = model.articles[mark.0] else { throw ArgusError.notFound }
    model.articles[mark.0]?.isBookmarked = mark.1
    if article.isBookmarked != mark.1 { model.change([mark.0]) }
  } system: { app, mark in
    try await app.setBookmarked(mark.1, of: mark.0)
  }
  .labelled("writes without network") { !$0.before.isOnline && $0.after.waiting.count > $0.before.waiting.count }

  static let delete = OfflineCommand("delete", weight: 2, with: .int(in: 0...3)) { (model: inout OfflineModel, id: Int) in
    if model.articles.removeValue(forKey: id) != nil { model.change([id]) }
  } system: { app, id in
    try await app.delete(id)
  }

  /// The list, and whether the app says that it is offline.
  static let look = OfflineCommand("look", weight: 4) { model in
    "\(model.isOnline ? "" : "offline ")\(describe(model.rows))"
  } system: { app in
    try await app.look()
  }
  .labelled("reads without network") { !$0.before.isOnline && !$0.before.rows.isEmpty }

  static let relaunch = OfflineCommand("relaunch", weight: 3) { (model: inout OfflineModel) in
    model.mode = model.isOnline ? .cloud : .local
  } system: { app in
    try await app.relaunch()
  }
  .labelled("is launched again with something to send") { !$0.before.waiting.isEmpty }

  /// At last the network is back, and another device sees everything.
  static let seeOnAnother = OfflineCommand("seeOnAnotherDevice") { model in
    model.setOnline(true)
    return model.rows
  } system: { app in
    try await app.setOnline(true)
    return try await app.rowsOnAnother()
  }

  static let quiet = Invariant<OfflineModel, OfflineDriver>(
    "calls without network", model: { _ in 0 }, system: { $0.callsWithoutNetwork })
  static let sent = Invariant<OfflineModel, OfflineDriver>(
    "records sent to the cloud", model: \.sent, system: { $0.cloud.log.count })

  static let mode = Invariant<OfflineModel, OfflineDriver>("mode", model: \.mode, system: { try $0.mode })
  static let notices = Invariant<OfflineModel, OfflineDriver>(
    "what the user was told of the mode", model: \.notices, system: { $0.modeNotices })

  static let machine = StateMachine(
    initially: OfflineModel(), commands: [setOnline, refresh, setBookmarked, delete, look, relaunch],
    closing: [look, seeOnAnother], invariants: [quiet, sent, mode, notices]
  )
  .showing { "\($0.isOnline ? "online" : "offline"): \(describe($0.rows)), waiting \(describe($0.waiting.sorted()))" }
  .withLongCases
  .withoutSwarm
}
