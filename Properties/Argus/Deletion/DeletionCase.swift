import ArgusGenerators
import ArgusReference
import PropertyTesting
import StorageContract
import StorageFaults

/// A store full of articles, topics and what was seen, which is to be emptied: ARG-54 to ARG-59.
struct DeletionCase: Sendable, CounterexampleDescribable {
  /// The topics of each article, by number.
  let links: [[Int]]
  let topicCount: Int
  let seenCount: Int
  let batchSize: Int?
  /// After how many commits of the deletion the app dies, and whether the last of them was done.
  var kill: Kill?

  struct Kill: Sendable {
    let commits: Int
    let isDone: Bool
  }

  var counterexampleDescription: String {
    let death = kill.map { ", the app dies at commit \($0.commits + 1), \($0.isDone ? "done" : "not done")" } ?? ""
    return "\(links.count) articles in \(topicCount) topics (\(describe(links))), \(seenCount) seen, batches of \(describe(batchSize))\(death)"
  }

  var size: Int { min(max(batchSize ?? 5, 5), 10) }

  func put(in transaction: any WriteTransaction) throws {
    var inside: [Int: [String]] = [:]
    for (number, topics) in links.enumerated() {
      let article = ArticleModel(id: Self.id(number), title: "T", topicNames: topics.map { "t\($0)" })
      try transaction.put(article.sealedFields, at: article.id, in: ArticleModel.collection)
      for topic in topics { inside[topic, default: []].append(article.id) }
    }
    for number in 0..<topicCount {
      let topic = TopicModel(name: "t\(number)", articleIDs: inside[number, default: []].sorted())
      try transaction.put(topic.sealedFields, at: topic.name, in: TopicModel.collection)
    }
    for number in 0..<seenCount {
      let seen = SeenArticleModel(articleID: Self.id(number), seenAt: ArticleNames.date(number))
      try transaction.put(seen.sealedFields, at: seen.articleID, in: SeenArticleModel.collection)
    }
  }

  static func id(_ number: Int) -> String { number < 10 ? "a0\(number)" : "a\(number)" }

  /// Empties the store in the app, and hands over what was seen of that.
  func run(
    in system: ArgusSystem, dying: Bool = false, anomaly: (@Sendable (ArgusDevice) async throws -> Void)? = nil,
    _ claims: (DeletionTrace, ArgusDevice) async throws -> Void
  ) async throws {
    let trace = DeletionTrace()
    try await ArgusDevice.use(system, hooks: trace.hooks, prepare: put) { device in
      trace.begin()
      try await anomaly?(device)
      if dying, let kill {
        device.faults.inject(StoreFault(.commit, .dies(done: kill.isDone), skipping: kill.commits))
        do {
          try await device.app.deletion.deleteAll(batchSize: batchSize)
        } catch is ArgusError {
          trace.wasKilled()
        }
      } else {
        try await device.app.deletion.deleteAll(batchSize: batchSize)
      }
      try await claims(trace, device)
    }
  }
}

extension Generator where Value == DeletionCase {
  static var deletionCase: Generator {
    Generator<DeletionCase>.interruptedDeletion.map {
      var deletion = $0
      deletion.kill = nil
      return deletion
    }
  }

  static var interruptedDeletion: Generator {
    Generator { source in
      let topics = try source(.int(in: 0...12))
      let topic = Generator<Int>.int(in: 0...max(0, topics - 1))
      let links: Generator<[Int]> = topics == 0 ? .constant([]) : Generator<Set<Int>>.set(of: topic, count: 0...min(3, topics)).map { $0.sorted() }
      let count = try source(.frequency((4, .int(in: 0...8)), (1, .int(in: 16...22))))
      return DeletionCase(
        links: try source(.array(of: links, count: count)), topicCount: topics, seenCount: try source(.int(in: 0...count)),
        batchSize: try source(.int(in: 0...4)) == 0 ? nil : try source(.int(in: -1...20)),
        kill: DeletionCase.Kill(commits: try source(.int(in: 0...6)), isDone: try source(.bool)))
    }
  }
}

/// The commits of a store, and what it held after each.
final class DeletionTrace: Sendable {
  struct Commit: Sendable {
    /// The collections of the records that were deleted, in their order; without what goes with them, such as rich text.
    let deletes: [String]
    let puts: [String]
    let state: StoredLinks
  }

  private static let kinds = [ArticleModel.collection, TopicModel.collection, SeenArticleModel.collection]

  private let kept = Remembered<[Commit]>([])
  private let killed = Remembered(false)
  private let disturbs = Remembered(false)

  /// Without those of the launch.
  var commits: [Commit] { kept.now }
  var isKilled: Bool { killed.now }

  func begin() { kept.set([]) }
  func wasKilled() { killed.set(true) }

  /// Before the next commit somebody else deletes the last of what was seen.
  func disturbNext() { disturbs.set(true) }

  var hooks: StoreHooks {
    var hooks = StoreHooks()
    hooks.write = { [kept, disturbs] store, body in
      if disturbs.exchange(false) {
        try await store.write { transaction in
          if let last = try transaction.scan(SeenArticleModel.collection).last {
            try transaction.delete(last.key, in: SeenArticleModel.collection)
          }
        }
      }
      let calls = Remembered<[TransactionCall]>([])
      try await store.write { transaction in
        calls.set([])
        try body(TransactionHooks(before: { call in calls.withValue { $0.append(call) } }).over(transaction))
      }
      let state = try await StoredLinks(store)
      var (deletes, puts) = ([String](), [String]())
      for call in calls.now {
        switch call {
        case .delete(let collection, _) where Self.kinds.contains(collection): deletes.append(collection)
        case .put(let collection, _) where Self.kinds.contains(collection): puts.append(collection)
        default: break
        }
      }
      kept.withValue { $0.append(Commit(deletes: deletes, puts: puts, state: state)) }
    }
    return hooks
  }
}

/// Which records there are, and the links that each side has.
struct StoredLinks: Sendable, Equatable {
  var articles: [String: [String]] = [:]
  var topics: [String: [String]] = [:]
  var seen: [String] = []

  init(_ store: any Store) async throws {
    self = try await store.read { transaction in
      var links = StoredLinks()
      for record in try transaction.scan(ArticleModel.collection) {
        links.articles[record.key] = (try? ArticleModel(sealed: record))?.topicNames ?? []
      }
      for record in try transaction.scan(TopicModel.collection) {
        links.topics[record.key] = (try? TopicModel(sealed: record))?.articleIDs ?? []
      }
      links.seen = try transaction.scan(SeenArticleModel.collection).map(\.key)
      return links
    }
  }

  init() {}

  init(_ objects: ContextObjects) {
    for article in objects.articles { articles[article.id] = article.topicNames }
    for topic in objects.topics { topics[topic.name] = topic.articleIDs }
    seen = objects.seen.map(\.articleID)
  }

  var isEmpty: Bool { articles.isEmpty && topics.isEmpty && seen.isEmpty }
  var hasLinks: Bool { articles.values.contains { !$0.isEmpty } || topics.values.contains { !$0.isEmpty } }

  /// Each link is on both sides, and leads to something.
  var isConsistent: Bool {
    articles.allSatisfy { id, names in names.allSatisfy { topics[$0]?.contains(id) == true } }
      && topics.allSatisfy { name, ids in ids.allSatisfy { articles[$0]?.contains(name) == true } }
  }
}
