import ArgusReference
import PropertyTesting

/// A topic cache that several tasks use at the same time: ARG-35.
struct ConcurrentCacheDriver: Sendable {
  let cache: any TopicCaching
  private let recorder = HistoryRecorder<TopicCacheCall, String>()

  init(_ cache: any TopicCaching) { self.cache = cache }

  func run(_ tasks: [[TopicCacheCall]]) async -> History<TopicCacheCall, String> {
    await withTaskGroup(of: Void.self) { group in
      for (number, calls) in tasks.enumerated() {
        group.addTask(name: "task \(number)") { await perform(calls, by: "task \(number)") }
      }
    }
    // What is kept in the end, and whether the cache still tells a list from before a write from a later one.
    await perform(SequentialCache.topics.map { .read($0) }, by: "afterwards")
    await perform(
      [
        .generation, .invalidate(["t"]), .fill("t", ["old"], since: 0), .read("t"), .generation,
        .fill("t", ["new"], since: 0), .read("t"),
      ], by: "afterwards")
    return recorder.history
  }

  /// A task fills with the generation that it asked for last.
  private func perform(_ calls: [TopicCacheCall], by client: String) async {
    var generation = 0
    for var call in calls {
      if case .fill(let topic, let list, _) = call { call = .fill(topic, list, since: generation) }
      await recorder.record(client, call) {
        switch call {
        case .generation:
          generation = await cache.generation()
          return "\(generation)"
        case .read(let topic):
          return await cache.entry(for: topic).map { SequentialCache.line($0.articles.map(\.id), isFresh: $0.isFresh) }
            ?? "no list"
        case .fill(let topic, let list, let start):
          await cache.fill(list.map { ArticleModel(id: $0) }, for: topic, since: start)
        case .invalidate(let topics): await cache.invalidate(topics)
        }
        return "done"
      }
    }
  }
}

extension [[TopicCacheCall]] {
  func label(_ trial: Trial) {
    let calls = joined()
    let hasFill = calls.contains { if case .fill = $0 { true } else { false } }
    let hasRead = calls.contains { if case .read = $0 { true } else { false } }
    trial.label("fills and reads", if: hasFill && hasRead)
    trial.label(
      "an invalidation beside others", if: calls.contains { if case .invalidate = $0 { true } else { false } })
  }
}

extension Generator where Value == [[TopicCacheCall]] {
  /// The calls of two to four tasks.
  static var concurrentCacheCalls: Generator {
    let topic = Generator<String?>.frequency((4, .constant("t")), (1, .constant("u")), (2, .constant(nil)))
    let list = Generator<[String]>.array(of: Generator<Int>.int(in: 0...99).map(String.init), count: 1...3)
    let fill = Generator<(String?, [String])>.zip(topic, list).map { TopicCacheCall.fill($0, $1, since: 0) }
    let calls = Generator<[TopicCacheCall]>.frequency(
      (3, fill.map { [.generation, $0] }), (2, fill.map { [$0] }), (4, topic.map { [.read($0)] }),
      (2, Generator<[String]?>.element(of: [["t"], ["t", "u"], nil]).map { [.invalidate($0)] }))
    let task = Generator<[[TopicCacheCall]]>.array(of: calls, count: 2...5).map { $0.flatMap(\.self) }
    return .array(of: task, count: 2...4)
  }
}
