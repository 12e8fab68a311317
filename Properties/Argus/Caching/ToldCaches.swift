import ArgusReference
import PropertyTesting

/// What caches of their own have kept when a commit was told: ARG-32.
struct ToldCaches: Sendable, Equatable, CounterexampleDescribable {
  enum Change: Sendable, Equatable {
    /// With these topics, and with the ones before; nil: it is new.
    case saved(Int, topics: [Int], before: [Int]?)
    case deleted(Int, topics: [Int])
    /// Changes of what is in no list.
    case seen(Int)
    case topic(Int)
    /// Anything may be different.
    case mended
  }

  static let topics: [Int?] = [0, 1, 2, nil]
  static let articles = [0, 1, 2]

  /// The lists that are new still, by topic; nil is that of all.
  var fresh: [Int?]
  /// The articles that are in memory still.
  var remembered: [Int]

  var counterexampleDescription: String {
    "new lists of \(describe(fresh.map { $0.map { "\($0)" } ?? "all" })), articles \(describe(remembered)) in memory"
  }

  /// Caches in which each list and each article was kept before the commit.
  static func after(_ changes: [Change], in parts: ArgusParts) async -> ToldCaches {
    let (cache, memory) = (parts.makeTopicCache(), parts.makeArticleMemory(articles.count))
    for topic in topics { await cache.fill([], for: topic.map { ArticleNames.topics[$0] }, since: await cache.generation()) }
    for number in articles {
      await memory.remember(ArticleModel(id: ArticleNames.ids[number]), since: await memory.generation())
    }
    let invalidation = CacheInvalidation(cache: cache, memory: memory, list: parts.makeArticleList())
    await parts.invalidate(CommittedChanges(sequence: 1, changes: changes.map(\.told)), invalidation)
    var left = ToldCaches(fresh: [], remembered: [])
    for topic in topics {
      if await cache.entry(for: topic.map { ArticleNames.topics[$0] })?.isFresh == true { left.fresh.append(topic) }
    }
    for number in articles where await memory.article(ArticleNames.ids[number]) != nil { left.remembered.append(number) }
    return left
  }

  /// Exactly what no change concerns.
  static func expected(after changes: [Change]) -> ToldCaches {
    if changes.contains(.mended) { return ToldCaches(fresh: [], remembered: []) }
    var left = ToldCaches(fresh: topics, remembered: articles)
    for change in changes {
      let (article, old): (Int, [Int])
      switch change {
      case .saved(let number, let topics, let before): (article, old) = (number, topics + (before ?? []))
      case .deleted(let number, let topics): (article, old) = (number, topics)
      case .seen, .topic, .mended: continue
      }
      left.remembered.removeAll { $0 == article }
      left.fresh.removeAll { topic in topic.map { old.contains($0) } ?? true }
    }
    return left
  }
}

extension ToldCaches.Change {
  fileprivate var told: ArticleChange {
    switch self {
    case .saved(let number, let topics, let before):
      .savedArticle(Self.article(number, topics), before: before.map { Self.article(number, $0) })
    case .deleted(let number, let topics): .deletedArticle(Self.article(number, topics))
    case .seen(let number): .seen(SeenArticleModel(articleID: ArticleNames.ids[number], seenAt: ArticleNames.date(0)))
    case .topic(let number): .savedTopic(TopicModel(name: ArticleNames.topics[number], articleIDs: []))
    case .mended: .mended
    }
  }

  private static func article(_ number: Int, _ topics: [Int]) -> ArticleModel {
    ArticleModel(id: ArticleNames.ids[number], topicNames: topics.map { ArticleNames.topics[$0] })
  }
}

extension Generator where Value == [ToldCaches.Change] {
  static var toldChanges: Generator {
    let number = Generator<Int>.int(in: 0...2)
    let topics = Generator<[Int]>.element(of: [[], [0], [1], [0, 2]])
    let change = Generator<ToldCaches.Change> { source in
      switch try source(.int(in: 0...9)) {
      case 0...4: .saved(try source(number), topics: try source(topics), before: try source(.optional(topics)))
      case 5, 6: .deleted(try source(number), topics: try source(topics))
      case 7: .seen(try source(number))
      case 8: .topic(try source(number))
      default: .mended
      }
    }
    return .array(of: change, count: 0...3)
  }
}
