import ArgusReference
import Foundation
import PlatformStandIns
import PropertyTesting
import StorageContract
import StorageFaults
import Synchronization

/// The two screens of a launched app, and a view before each that shows what it was last told of. For use under a schedule.
final class ScreensDriver: Sendable {
  /// Fails every write while it is set.
  struct BrokenWrites: Sendable {
    let faults: StoreFaults
    func set(_ isBroken: Bool) {
      faults.heal()
      if isBroken { faults.inject(StoreFault(.commit, .fails, times: nil)) }
    }
  }

  let faults: BrokenWrites
  let list: any NewsList
  private let app: ArgusApp
  private let store: any Store
  private let delays: Remembered<[Int]>
  /// Of the answers that the second screen gets.
  private let secondDelays: Remembered<[Int]>
  /// Of the answers to actions on articles.
  private let actionDelays: Remembered<[Int]>
  private let rendered: Remembered<Int>
  /// Of the articles that the second screen was given with texts of another version.
  private let mixedTitles: Remembered<[String]>
  private let conditions = DeviceConditions()
  private let isStale = Remembered(false)
  private let observing = Remembered<Set<UUID>>([])
  private let listView: ScreenView
  private let second = Mutex<(id: String, screen: any NewsDetail, view: ScreenView)?>(nil)

  init(_ system: ArgusSystem) async throws {
    var system = system
    let (delays, secondDelays, actionDelays) = (Remembered<[Int]>([]), Remembered<[Int]>([]), Remembered<[Int]>([]))
    let (rendered, mixed) = (Remembered(0), Remembered<[String]>([]))
    (self.delays, self.secondDelays, self.actionDelays, self.rendered) = (delays, secondDelays, actionDelays, rendered)
    mixedTitles = mixed
    let render = system.parts.render
    system.parts.render = { text in
      if MainActorWatch.isCurrent { rendered.withValue { $0 += 1 } }
      return try render(text)
    }
    // Between the texts of one article there is time for others.
    system.parts.alterLoader { loader, _ in
      let base = loader.base
      loader.loading = { field, article in
        try? await Task.sleep(for: .microseconds(300))
        return try await base.load(field, of: article)
      }
    }
    system.parts.errorMessage = { error, language in "\(error) \(language)" }
    let makeSettings = system.parts.makeSettings
    system.parts.makeSettings = { [observing] in CountedSettings(base: makeSettings($0, $1, $2), observing: observing) }
    let isOld = isStale
    system.parts.alterArticles { articles, _ in
      let base = articles.base
      articles.list = { topic in
        let delay = delays.withValue { $0.isEmpty ? 0 : $0.removeFirst() }
        var answer = await base.articles(topic: topic)
        answer.isStale = answer.isStale || isOld.now
        // The answer is that of before, however late it comes.
        if delay > 0 { try? await Task.sleep(for: .milliseconds(delay)) }
        return answer
      }
    }
    system.parts.alterOperations { operations, _ in
      let base = operations.base
      operations.reading = { id in
        let delay = secondDelays.withValue { $0.isEmpty ? 0 : $0.removeFirst() }
        let answer = await Task { try await base.article(id) }.result
        if case .success(let article) = answer, Self.plain(.body, of: article.texts) != article.article.title {
          mixed.withValue { $0.append(article.article.title) }
        }
        if delay > 0 { try? await Task.sleep(for: .milliseconds(delay)) }
        return try answer.get()
      }
      // So does the answer that an article is gone.
      @Sendable func late(_ action: () async throws -> Void) async throws {
        let actionDelay = actionDelays.withValue { $0.isEmpty ? 0 : $0.removeFirst() }
        do {
          try await action()
          if actionDelay > 0 { try? await Task.sleep(for: .milliseconds(actionDelay)) }
        } catch ArgusError.notFound {
          let delay = actionDelay + secondDelays.withValue { $0.isEmpty ? 0 : $0.removeFirst() }
          if delay > 0 { try? await Task.sleep(for: .milliseconds(delay)) }
          throw ArgusError.notFound
        }
      }
      operations.settingRead = { isRead, id in try await late { try await base.setRead(isRead, of: id) } }
      operations.settingBookmarked = { isBookmarked, id in try await late { try await base.setBookmarked(isBookmarked, of: id) } }
    }
    let storeFaults = StoreFaults()
    faults = BrokenWrites(faults: storeFaults)
    var hooks = StoreHooks()
    hooks.read = { store, body in
      try await store.read(body)
      // The answer is on its way back for a while.
      for _ in 0..<4 { await Task.yield() }
    }
    store = try await AnyStoreLocation(open: system.openStore).with(storeFaults).interposed(hooks).open()
    var platform = ArgusPlatform(store: store, transport: RefusingBackend(), time: .device)
    platform.conditions = conditions
    app = try await system.launch(platform)
    let list = await app.newsList()
    self.list = list
    let (isStale, isLoading) = await (list.isStale, list.isLoading)
    try expect("a list that has not begun says that it is stale or loads", isStale || isLoading, equals: false)
    listView = await ScreenView {
      let message = Self.text(list.message)
      return "topic \(list.topic ?? "all")\(Self.state(list))\(message): \(describe(Self.rows(list)))"
    }
    await list.start()
  }

  /// In whatever language, it is of the same error.
  private static func text(_ message: [ErrorMessages.Language: String]?) -> String {
    guard let message else { return "" }
    let errors = Set(ErrorMessages.Language.allCases.map { message[$0]?.split(separator: " ").dropLast().joined() })
    return ", message of \(errors.map { $0 ?? "nothing" }.sorted().joined(separator: " and "))"
  }

  @MainActor
  private static func rows(_ list: any NewsList) -> [String] {
    list.articles.map { ScreensModel.row(Int($0.id) ?? -1, ScreensModel.Article($0)) }
  }

  @MainActor
  private static func state(_ list: any NewsList) -> String {
    ScreensModel.state(unreadOnly: list.unreadOnly, isOffline: list.isOffline, isStale: list.isStale)
  }

  var detail: (any NewsDetail)? { second.withLock { $0?.screen } }
  var shownList: String { get async { await listView.text } }
  var shownDetail: String {
    get async {
      guard let view = second.withLock({ $0?.view }) else { return "nothing" }
      return await view.text
    }
  }
  var renderedOnTheMainActor: Int { rendered.now }
  var observerCount: Int { observing.now.count }

  /// Marks the article as what it is not: read or unread, or bookmarked or not.
  func turnMark(of id: String, isRead: Bool) async throws {
    guard let article = try await app.articles.article(id) else { return }
    if isRead { await list.setRead(!article.isRead, of: id) } else { await list.setBookmarked(!article.isBookmarked, of: id) }
  }

  /// Longer than all answers take.
  func rest() async throws { try await Task.sleep(for: .milliseconds(50)) }

  /// - Returns: whether the list says that it loads, half a millisecond after the last switch.
  func select(_ switches: [(topic: Int, delay: Int)]) async throws -> Bool {
    delays.set(switches.map(\.delay))
    for (place, one) in switches.enumerated() {
      Task { [list] in
        try await Task.sleep(for: .milliseconds(place))
        await list.select(topic: ScreensModel.topics[one.topic])
      }
    }
    try await Task.sleep(for: .microseconds(switches.count * 1_000 - 500))
    let isLoading = await list.isLoading
    try await rest()
    return isLoading
  }

  /// Each a millisecond after the one before.
  func act(_ acts: [(id: String, isBookmarked: Bool, delay: Int)]) async throws {
    actionDelays.set(acts.map(\.delay))
    for (place, act) in acts.enumerated() {
      Task { [list] in
        try await Task.sleep(for: .milliseconds(place))
        await list.setBookmarked(act.isBookmarked, of: act.id)
      }
    }
    try await rest()
  }

  func save(_ number: Int, topic: Int) async throws {
    faults.set(false)
    try await app.articles.save(Self.article("\(number)", topic: topic))
    try await rest()
  }

  private static func article(_ id: String, topic: Int) -> ArticleModel {
    ArticleModel(
      id: id, url: "https://news.example/\(id)", title: "title \(topic)", body: "title \(topic)",
      topicNames: ScreensModel.topics[topic].map { [$0] } ?? [],
      publishedAt: Date(timeIntervalSince1970: Double(1_000 + (Int(id) ?? 0))), qualityScore: topic == 2 ? 60 : nil)
  }

  /// Each a millisecond after the one before.
  /// - Returns: the versions that the screen showed meanwhile.
  func touch(_ touches: [(kind: OpenedArticleMachine.Touch.Kind, delay: Int)]) async throws -> [Int64] {
    guard let screen = detail, let id = second.withLock({ $0?.id }) else { return [] }
    secondDelays.set(touches.map(\.delay))
    for (place, touch) in touches.enumerated() {
      Task { [app] in
        try await Task.sleep(for: .milliseconds(place))
        switch touch.kind {
        case .bookmark(let isBookmarked): await screen.setBookmarked(isBookmarked)
        case .read(let isRead): await screen.setRead(isRead)
        case .write(let topic): try await app.articles.save(Self.article(id, topic: topic))
        case .delete: try await app.articles.delete(id)
        }
      }
    }
    var shown: [Int64] = []
    // Longer than all answers take, and between two milliseconds.
    for _ in 0..<100 {
      try await Task.sleep(for: .microseconds(500))
      if let version = await screen.article?.version, version != shown.last { shown.append(version) }
    }
    secondDelays.set([])
    try expect("titles of articles with texts of another version", mixedTitles.now, equals: [])
    return shown
  }

  private static func plain(_ field: RichTextField, of texts: [RichTextField: RichText]) -> String {
    texts[field]?.blocks.flatMap(\.runs).map(\.text).joined() ?? ""
  }

  func open(_ number: Int) async throws {
    let screen = await app.newsDetail(of: "\(number)")
    let view = await ScreenView {
      let message = Self.text(screen.message)
      guard let article = screen.article else { return "nothing" + (screen.texts.isEmpty ? "" : ", but its texts") + message }
      let badge = screen.badge.map { ", \($0)" } ?? ""
      return ScreensModel.row(Int(article.id) ?? -1, ScreensModel.Article(article)) + ", rendered “\(Self.plain(.title, of: screen.texts))”" + badge + message
    }
    second.withLock { $0 = ("\(number)", screen, view) }
    await screen.open()
    try await rest()
  }

  func setOnline(_ isOnline: Bool) async throws {
    conditions.set { $0.isOnline = isOnline }
    let beginsOffline = await app.newsList().isOffline
    try expect("a list that begins says that there is no network", beginsOffline, equals: !isOnline)
    await list.load()
    try await rest()
  }

  func becomeStale(_ isStale: Bool) async throws {
    self.isStale.set(isStale)
    await list.load()
    try await rest()
  }

  func openList() async throws -> String {
    let text = await lookAtAnotherList()
    try await rest()
    return text
  }

  private func lookAtAnotherList() async -> String {
    let other = await app.newsList()
    let before = await Self.state(other)
    await other.start()
    let (state, rows) = await (Self.state(other), Self.rows(other))
    return "first\(before), then\(state): \(describe(rows))"
  }

  func setUnreadOnly(_ isOn: Bool) async throws {
    try await app.settings.set(isOn ? "true" : nil, for: NewsViewModel.unreadOnlyKey)
    try await rest()
  }

  /// Opens another list at the same time, for each change after some more turns of other tasks.
  /// - Returns: the states of these lists when all is done.
  func setUnreadOnlyWhileListsOpen(_ changes: [Bool]) async throws -> [String] {
    var states: [String] = []
    for (turns, isOn) in changes.enumerated() {
      let other = await app.newsList()
      async let opens: Void = other.start()
      for _ in 0..<turns { await Task.yield() }
      try await setUnreadOnly(isOn)
      await opens
      states.append(await Self.state(other))
    }
    try await rest()
    return states
  }

  func close() async throws {
    second.withLock { $0 = nil }
    faults.set(false)
    try await store.close()
  }
}

extension ScreensModel.Article {
  fileprivate init(_ article: ArticleModel) {
    self.init(title: article.title, topic: 0, isRead: article.isRead, isBookmarked: article.isBookmarked)
  }
}
