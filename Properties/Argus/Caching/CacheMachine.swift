import ArgusReference
import PropertyTesting
import StorageFaults

/// Lists of topics while articles change, from whatever layer has them: ARG-31 to ARG-34.
enum CacheMachine {
  typealias CacheCommand = Command<CacheModel, ArgusDevice>

  static let switching = machine([list(failing: false), save, delete])
  static let writing = machine(
    [list(failing: false), save, delete, deleteTopic, markSeen, saveWhileListed, tell], closing: [listAll])
  static let failing = machine([list(failing: false, of: .oneTopicOrAll), list(failing: true, of: .oneTopicOrAll), save, delete])
  static let cold = machine(
    [list(failing: true), save, delete, relaunch, list(failing: false), listInMemory], closing: [relaunch, listInVain])

  private static func machine(
    _ commands: [CacheCommand], closing: [CacheCommand] = []
  ) -> StateMachine<CacheModel, ArgusDevice> {
    StateMachine(initially: CacheModel(), commands: commands, closing: closing)
      .withLongCases
      .withoutSwarm
      .showing { "\(describe($0.articles.keys.sorted())), fresh lists of \(describe($0.freshTopics))" }
  }

  /// - Parameter failing: whether the database does not answer.
  private static func list(failing isFailing: Bool, of choice: Generator<TopicChoice> = .topicChoice) -> CacheCommand {
    CacheCommand(
      isFailing ? "listInVain" : "list", weight: 4, with: { _ in choice },
      foreseeing: { (model: inout CacheModel, topic: TopicChoice) in _ = model.list(topic, failing: isFailing) }
    ) { device, topic in
      if isFailing { device.faults.inject(StoreFault(.read, .fails, times: nil)) }
      defer { device.faults.heal() }
      return ListAnswer(await device.app.articles.articles(topic: topic.name))
    } judging: { model, topic, found in
      let allowed = model.list(topic, failing: isFailing)
      if allowed.contains(found) { return }
      try expect("the list of \(describe(topic))", found, equals: allowed[0])
    }
    .labelled("from the cache") { $0.result(ListAnswer.self)?.layer == .cache }
    .labelled("an empty list") { $0.result(ListAnswer.self)?.articles.isEmpty == true }
    .labelled("stale from the cache") { $0.result(ListAnswer.self).map { $0.layer == .cache && $0.isStale } ?? false }
    .labelled("filtered in memory") { $0.result(ListAnswer.self).map { $0.layer == .memoryList && !$0.articles.isEmpty } ?? false }
  }

  private static let listInVain = list(failing: true)
  private static let listAll = list(failing: false)

  private static let save = CacheCommand("save", weight: 4, with: .cachedEdit) { model, edit in
    model.save(edit)
  } system: { device, edit in
    try await device.app.articles.save(edit.model).version
  }
  .labelled("an article leaves a topic") { step in
    guard let edit = step.argument(CachedEdit.self), let old = step.before.articles[edit.article] else { return false }
    return old.edit.topics.contains { !edit.topics.contains($0) && step.before.freshTopics.contains("\($0)") }
  }

  private static let delete = CacheCommand("delete", weight: 2, with: .int(in: 0...2)) { model, number in
    model.delete(number)
  } system: { device, number in
    try await device.app.articles.delete(ArticleNames.ids[number])
  }

  private static let deleteTopic = CacheCommand("deleteTopic", with: .int(in: 0...2)) { model, topic in
    model.deleteTopic(topic)
  } system: { device, topic in
    try await device.app.articles.deleteTopic(ArticleNames.topics[topic])
  }

  /// Changes no list.
  private static let markSeen = CacheCommand("markSeen", with: .int(in: 0...2)) { _, _ in
  } system: { device, number in
    _ = try await device.app.articles.markSeen(ArticleNames.ids[number])
  }

  /// Lists that are asked for while the article is stored may be of before or after; those that are kept must not stay so.
  private static let saveWhileListed = CacheCommand(
    "saveWhileListed", weight: 4, with: { _ in .zip(.cachedEdit, .topicChoice) },
    foreseeing: { (model: inout CacheModel, argument: (CachedEdit, TopicChoice)) in
      model.save(argument.0)
      model.isUnsure(of: argument.1)
    }
  ) { device, argument in
    let (edit, topic) = argument
    let service = device.app.articles
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { _ = await service.articles(topic: topic.name) }
      group.addTask { try await service.save(edit.model) }
      group.addTask { _ = await service.articles(topic: topic.name) }
      try await group.waitForAll()
      return ListAnswer(await service.articles(topic: topic.name)).articles
    }
  } judging: { model, argument, found in
    model.save(argument.0)
    model.isUnsure(of: argument.1)
    try expect("the list of \(describe(argument.1)) afterwards", found, equals: model.lines(of: argument.1))
  }
  .labelled("a list is asked for during a write") { _ in true }

  /// To caches of their own, in which everything is kept.
  private static let tell = CacheCommand("tell", with: .toldChanges) { _, changes in
    ToldCaches.expected(after: changes)
  } system: { device, changes in
    await ToldCaches.after(changes, in: device.app.parts)
  }
  .labelled("caches keep what a commit does not concern") { step in
    step.result(ToldCaches.self).map { !$0.fresh.isEmpty && $0.fresh != ToldCaches.topics } ?? false
  }

  /// A list of its own, to which commits may be told in another order than theirs.
  private static let listInMemory = CacheCommand("listInMemory", weight: 2, with: .listCalls) { _, calls in
    ListCall.expected(calls)
  } system: { device, calls in
    await ListCall.run(calls, on: device.app.parts.makeArticleList())
  }
  .labelled("a commit is told late") { step in
    let sequences = step.argument([ListCall].self)?.compactMap(\.sequence) ?? []
    return sequences != sequences.sorted()
  }

  private static let relaunch = CacheCommand("relaunch") { model in
    model.relaunch()
  } system: { device in
    try await device.relaunch()
  }
}

/// A list of articles as the model tells it.
struct ListAnswer: Sendable, Equatable, CounterexampleDescribable {
  let articles: [String]
  let layer: TopicArticles.Layer
  let isStale: Bool

  init(articles: [String], layer: TopicArticles.Layer, isStale: Bool) {
    (self.articles, self.layer, self.isStale) = (articles, layer, isStale)
  }

  init(_ answer: TopicArticles) {
    self.init(articles: answer.articles.map(CacheModel.line), layer: answer.layer, isStale: answer.isStale)
  }
}

extension ListAnswer {
  var counterexampleDescription: String { "\(describe(articles)) from the \(layer)\(isStale ? ", stale" : "")" }
}

/// A topic by number, or all articles.
struct TopicChoice: Sendable, Hashable, CounterexampleDescribable {
  let number: Int?

  var name: String? { number.map { ArticleNames.topics[$0] } }
  var counterexampleDescription: String { number.map { "topic \($0)" } ?? "all articles" }
}

struct CachedEdit: Sendable, CounterexampleDescribable {
  let article: Int
  let topics: [Int]
  /// When it was published, in seconds.
  let second: Int
  let isRead: Bool

  var model: ArticleModel {
    ArticleModel(
      id: ArticleNames.ids[article], title: "T", topicNames: topics.map { ArticleNames.topics[$0] },
      publishedAt: ArticleNames.date(second), isRead: isRead)
  }

  var counterexampleDescription: String { "article \(article) of \(second) s in \(describe(topics))\(isRead ? ", read" : "")" }
}

extension Generator where Value == TopicChoice {
  static var topicChoice: Generator {
    .frequency((1, .constant(TopicChoice(number: nil))), (4, Generator<Int>.int(in: 0...2).map { TopicChoice(number: $0) }))
  }
}

extension Generator where Value == TopicChoice {
  /// Few, so that a list is asked for again.
  fileprivate static var oneTopicOrAll: Generator { .element(of: [TopicChoice(number: 0), TopicChoice(number: nil)]) }
}

extension Generator where Value == CachedEdit {
  static var cachedEdit: Generator {
    Generator { source in
      CachedEdit(
        article: try source(.int(in: 0...2)), topics: try source(.set(of: .int(in: 0...2), count: 0...2)).sorted(),
        second: try source(.int(in: 0...2)), isRead: try source(.bool))
    }
  }
}
