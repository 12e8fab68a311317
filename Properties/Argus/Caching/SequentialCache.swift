import PropertyTesting

/// A call of the topic cache. The topic nil stands for all articles.
enum TopicCacheCall: Sendable, Equatable {
  case generation
  case read(String?)
  /// With a list of these articles, read from the database since that generation.
  case fill(String?, [String], since: Int)
  /// Nil: everything.
  case invalidate([String]?)
}

/// The topic cache, used by one task at a time.
struct SequentialCache: Sendable, Hashable {
  static let topics: [String?] = ["t", "u", nil]
  static let model = SequentialModel<SequentialCache, TopicCacheCall, String>(initial: SequentialCache()) {
    $0.perform($1)
  }

  private var generation = 0
  private var lists: [String?: [String]] = [:]
  private var fresh: Set<String?> = []
  /// The last invalidation of each topic.
  private var invalidated: [String?: Int] = [:]

  private mutating func perform(_ call: TopicCacheCall) -> String {
    switch call {
    case .generation: return "\(generation)"
    case .read(let topic): return lists[topic].map { Self.line($0, isFresh: fresh.contains(topic)) } ?? "no list"
    case .fill(let topic, let list, let start):
      guard invalidated[topic, default: 0] <= start else { break }
      lists[topic] = list
      fresh.insert(topic)
    case .invalidate(let topics):
      generation += 1
      for topic in topics.map({ $0 + [nil] }) ?? Self.topics {
        invalidated[topic] = generation
        fresh.remove(topic)
      }
    }
    return "done"
  }

  static func line(_ list: [String], isFresh: Bool) -> String {
    "\(list.joined(separator: " ")), \(isFresh ? "fresh" : "stale")"
  }
}
