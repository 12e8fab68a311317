import ArgusReference
import PropertyTesting
import StorageContract

/// What several tasks do with one cache at the same time: ARG-35.
struct CacheHistory: Sendable, CounterexampleDescribable {
  enum Step: Sendable, Equatable {
    /// A list of so many articles, all with the writer's number.
    case fill(count: Int)
    /// With the generation from before the task's last pause.
    case fillLate(count: Int)
    case read
    case invalidate
  }

  /// A list as it was given to the cache.
  private struct Filled {
    let count: Int
    let generation: Int
  }

  let tasks: [[Step]]

  var counterexampleDescription: String { describe(tasks) }

  func run(on cache: any TopicCaching) async throws {
    let filled = Remembered<[String: Filled]>([:])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, steps) in tasks.enumerated() {
        group.addTask {
          for (place, step) in steps.enumerated() {
            try await carryOut(step, "\(number).\(place)", cache, filled)
          }
        }
      }
      try await group.waitForAll()
    }
    try await carryOut(.read, "", cache, filled)
    let invalidations = tasks.joined().filter { $0 == .invalidate }.count
    try expect("how many invalidations were counted", await cache.generation(), equals: invalidations)
    // Whatever is kept now is new only if it was read after every write.
    let early = await cache.generation()
    await cache.invalidate(["t"])
    try expect("a list from before a write is new", await cache.entry(for: "t")?.isFresh ?? false, equals: false)
    await cache.fill([ArticleModel(id: "old")], for: "t", since: early)
    try expect("a list that was read before a write is kept as new", await cache.entry(for: "t")?.isFresh ?? false, equals: false)
    await cache.fill([ArticleModel(id: "new")], for: "t", since: await cache.generation())
    try expect("a list that was read after it is kept", await cache.entry(for: "t")?.articles.map(\.id) ?? [], equals: ["new"])
  }

  private func carryOut(
    _ step: Step, _ name: String, _ cache: any TopicCaching, _ filled: Remembered<[String: Filled]>
  ) async throws {
    switch step {
    case .fill(let count), .fillLate(let count):
      let generation = await cache.generation()
      if case .fillLate = step { await Task.yield() }
      filled.withValue { $0[name] = Filled(count: count, generation: generation) }
      let list = (0..<count).map { ArticleModel(id: "\($0)", title: name) }
      await cache.fill(list, for: "t", since: generation)
    case .read:
      let now = await cache.generation()
      guard let entry = await cache.entry(for: "t"), let first = entry.articles.first else { return }
      try expect("a list is of one writer", entry.articles.allSatisfy { $0.title == first.title })
      try expect("how many articles the list of \(first.title) has", entry.articles.count, equals: filled.now[first.title]?.count ?? -1)
      let read = filled.now[first.title]?.generation ?? -1
      try expect("a new list is of generation \(now) or later, not of \(read)", !entry.isFresh || read >= now)
    case .invalidate: await cache.invalidate(["t"])
    }
  }
}

extension Generator where Value == CacheHistory {
  static var cacheHistory: Generator {
    let step = Generator<CacheHistory.Step>.frequency(
      (3, Generator<Int>.int(in: 1...3).map { .fill(count: $0) }), (2, Generator<Int>.int(in: 1...3).map { .fillLate(count: $0) }),
      (4, .constant(.read)), (2, .constant(.invalidate)))
    return Generator<[[CacheHistory.Step]]>.array(of: .array(of: step, count: 1...4), count: 2...4).map { CacheHistory(tasks: $0) }
  }
}

/// A second cache of topics.
actor TopicCacheTwin: TopicCaching {
  enum Defect: String, CaseIterable, Sendable {
    case putsListsTogetherPiecemeal = "puts a list together while others read it"
    case doesNotAskWhenItWasRead = "keeps a list as new that was read before a write"
    case losesCounts = "counts two invalidations at the same time as one"
    case looksBeforeItWaits = "looks at the generation, waits, and keeps the list"
    case keepsWhatIsInvalid = "goes on with a list after a write"
  }

  static let twin = Twin<ArgusSystem, Defect>("TopicCacheTwin") { system, defect in
    system.parts.makeTopicCache = { TopicCacheTwin(defect) }
  }

  private let defect: Defect?
  private var count = 0
  private var lists: [(topic: String?, articles: [ArticleModel], isFresh: Bool)] = []
  private var marks: [(topic: String?, count: Int)] = []

  init(_ defect: Defect?) {
    self.defect = defect
  }

  private func same(_ left: String?, _ right: String?) -> Bool { left.map { Array($0.utf8) } == right.map { Array($0.utf8) } }

  func entry(for topic: String?) -> TopicEntry? {
    lists.first { same($0.topic, topic) }.map { TopicEntry(articles: $0.articles, isFresh: $0.isFresh) }
  }

  func generation() -> Int { count }

  func fill(_ articles: [ArticleModel], for topic: String?, since start: Int) async {
    let latest = marks.filter { same($0.topic, topic) }.map(\.count).max() ?? 0
    guard latest <= start || defect == .doesNotAskWhenItWasRead else { return }
    if defect == .looksBeforeItWaits { await Task.yield() }
    lists.removeAll { same($0.topic, topic) }
    guard defect == .putsListsTogetherPiecemeal else { return lists.append((topic, articles, true)) }
    lists.append((topic, [], true))
    for article in articles {
      if let place = lists.firstIndex(where: { same($0.topic, topic) }) { lists[place].articles.append(article) }
      await Task.yield()
    }
  }

  func invalidate(_ topics: [String]?) async {
    let next = count + 1
    if defect == .losesCounts { await Task.yield() }
    count = next
    let known = topics.map { names in names.map { $0 as String? } + [nil] } ?? (lists.map(\.topic) + [nil])
    for topic in known {
      marks.append((topic, count))
      if defect == .keepsWhatIsInvalid { continue }
      for place in lists.indices where same(lists[place].topic, topic) { lists[place].isFresh = false }
    }
  }
}
