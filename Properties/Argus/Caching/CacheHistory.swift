import ArgusReference
import PropertyTesting

/// What several tasks do with one cache at the same time: ARG-35.
struct CacheHistory: Sendable, CounterexampleDescribable {
  enum Step: Sendable, Equatable {
    /// A list of so many articles, all with the writer's number.
    case fill(topic: String?, count: Int)
    /// With the generation from before the task's last pause.
    case fillLate(topic: String?, count: Int)
    case read(topic: String?)
    /// Nil: everything.
    case invalidate([String]?)

    var isFilling: Bool {
      switch self {
      case .fill, .fillLate: true
      case .read, .invalidate: false
      }
    }
  }

  static let topics: [String?] = ["t", "u", nil]

  let tasks: [[Step]]

  var counterexampleDescription: String { describe(tasks) }

  func contains(_ isOfKind: (Step) -> Bool) -> Bool { tasks.joined().contains(where: isOfKind) }

  /// Whatever the tasks got, one cache could have given it that does one call after the other.
  func run(on cache: any TopicCaching, _ trial: Trial) async throws {
    let observed = ObservedCache(cache)
    await withTaskGroup(of: Void.self) { group in
      for (number, steps) in tasks.enumerated() {
        group.addTask(name: "task \(number)") {
          for (place, step) in steps.enumerated() { await observed.carryOut(step, "\(number).\(place)", by: "task \(number)") }
        }
      }
    }
    // What is kept in the end, and whether that cache still tells lists from before a write from later ones.
    for topic in Self.topics { _ = await observed.call(.entry(topic), by: "afterwards") }
    let early = await observed.generation(by: "afterwards")
    _ = await observed.call(.invalidate(["t"]), by: "afterwards")
    _ = await observed.call(.fill("t", ["old"], since: early), by: "afterwards")
    _ = await observed.call(.entry("t"), by: "afterwards")
    await observed.carryOut(.fill(topic: "t", count: 1), "new", by: "afterwards")
    _ = await observed.call(.entry("t"), by: "afterwards")
    try observed.history.expectLinearizable(
      by: SequentialCache.model, notingIn: trial, operation: \.counterexampleDescription, output: \.counterexampleDescription)
  }
}

/// A call of the cache, in a history.
enum CacheCall: Sendable, CounterexampleDescribable {
  case generation
  case entry(String?)
  case fill(String?, [String], since: Int)
  case invalidate([String]?)

  var counterexampleDescription: String {
    switch self {
    case .generation: "generation"
    case .entry(let topic): "read \(topic ?? "all")"
    case .fill(let topic, let list, let start): "fill \(topic ?? "all") \(list.joined(separator: " ")) since \(start)"
    case .invalidate(let topics): "invalidate \(topics?.joined(separator: " ") ?? "everything")"
    }
  }
}

/// What a call of the cache gives.
enum CacheAnswer: Sendable, Equatable, CounterexampleDescribable {
  case nothing
  case number(Int)
  case list(SequentialCache.Kept?)

  var counterexampleDescription: String {
    switch self {
    case .nothing: "done"
    case .number(let number): "\(number)"
    case .list(let kept?): "\(kept.articles.joined(separator: " ")) \(kept.isFresh ? "new" : "old")"
    case .list(nil): "none"
    }
  }
}

/// A cache, and what was asked of it.
private struct ObservedCache: Sendable {
  private let cache: any TopicCaching
  private let recorder = HistoryRecorder<CacheCall, CacheAnswer>()

  init(_ cache: any TopicCaching) { self.cache = cache }

  var history: History<CacheCall, CacheAnswer> { recorder.history }

  func carryOut(_ step: CacheHistory.Step, _ name: String, by client: String) async {
    switch step {
    case .fill(let topic, let count), .fillLate(let topic, let count):
      let generation = await generation(by: client)
      if case .fillLate = step { await Task.yield() }
      _ = await call(.fill(topic, (0..<count).map { "\(name)#\($0)" }, since: generation), by: client)
    case .read(let topic): _ = await call(.entry(topic), by: client)
    case .invalidate(let topics): _ = await call(.invalidate(topics), by: client)
    }
  }

  func generation(by client: String) async -> Int {
    if case .done(.number(let generation)) = await call(.generation, by: client) { generation } else { 0 }
  }

  func call(_ call: CacheCall, by client: String) async -> CallOutcome<CacheAnswer> {
    await recorder.record(client, call) {
      switch call {
      case .generation: return .number(await cache.generation())
      case .entry(let topic):
        return .list(await cache.entry(for: topic).map { SequentialCache.Kept(articles: $0.articles.map(\.id), isFresh: $0.isFresh) })
      case .fill(let topic, let list, let start): await cache.fill(list.map { ArticleModel(id: $0) }, for: topic, since: start)
      case .invalidate(let topics): await cache.invalidate(topics)
      }
      return .nothing
    }
  }
}

/// The cache, used by one task at a time.
struct SequentialCache: Sendable, Hashable {
  /// A list in the cache: the ids of its articles.
  struct Kept: Sendable, Hashable {
    var articles: [String]
    var isFresh: Bool
  }

  private var generation = 0
  private var kept: [String?: Kept] = [:]
  /// The last invalidation of each topic.
  private var invalidated: [String?: Int] = [:]

  static let model = SequentialModel<SequentialCache, CacheCall, CacheAnswer>(initial: SequentialCache()) { $0.answer($1) }

  private mutating func answer(_ call: CacheCall) -> CacheAnswer {
    switch call {
    case .generation: return .number(generation)
    case .entry(let topic): return .list(kept[topic])
    case .fill(let topic, let list, let start):
      if invalidated[topic, default: 0] <= start { kept[topic] = Kept(articles: list, isFresh: true) }
    case .invalidate(let topics):
      generation += 1
      for topic in topics.map({ $0 + [nil] }) ?? CacheHistory.topics {
        invalidated[topic] = generation
        kept[topic]?.isFresh = false
      }
    }
    return .nothing
  }
}

extension Generator where Value == CacheHistory {
  static var cacheHistory: Generator {
    let topic = Generator<String?>.frequency((4, .constant("t")), (1, .constant("u")), (2, .constant(nil)))
    let list = Generator<(String?, Int)>.zip(topic, .int(in: 1...3))
    let step = Generator<CacheHistory.Step>.frequency(
      (3, list.map { .fill(topic: $0.0, count: $0.1) }), (2, list.map { .fillLate(topic: $0.0, count: $0.1) }),
      (4, topic.map { .read(topic: $0) }),
      (2, Generator<[String]?>.element(of: [["t"], ["t", "u"], nil]).map { .invalidate($0) }))
    return Generator<[[CacheHistory.Step]]>.array(of: .array(of: step, count: 2...5), count: 2...4).map { CacheHistory(tasks: $0) }
  }
}
