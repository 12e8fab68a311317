import StorageContract

/// The articles of topics in memory, for switching between them without the database (002 Two-Tier Cache for Topic Switching).
/// Calls take turns: a reader gets whole lists.
public protocol TopicCaching: Sendable {
  /// Nil if the topic has none.
  func entry(for topic: String?) async -> TopicEntry?
  /// To be asked before the database is: see ``fill(_:for:since:)``.
  func generation() async -> Int
  /// Keeps the list, unless one that concerns the topic was invalidated after `generation`: then the database may have been
  /// read before that write.
  func fill(_ articles: [ArticleModel], for topic: String?, since generation: Int) async
  /// What is kept for these topics, and for all articles, is old from now on; nil: everything is.
  func invalidate(_ topics: [String]?) async
}

/// What is kept of one topic.
public struct TopicEntry: Sendable, Equatable {
  public var articles: [ArticleModel]
  /// Whether nothing was written since that concerns it.
  public var isFresh: Bool

  public init(articles: [ArticleModel], isFresh: Bool) {
    self.articles = articles
    self.isFresh = isFresh
  }
}

public actor TopicCache: TopicCaching {
  private var table = TopicTable()

  public init() {}

  public func entry(for topic: String?) -> TopicEntry? { table.entry(for: topic) }
  public func generation() -> Int { table.generation }

  public func fill(_ articles: [ArticleModel], for topic: String?, since generation: Int) {
    table.fill(articles, for: topic, since: generation)
  }

  public func invalidate(_ topics: [String]?) { table.invalidate(topics) }
}

/// The cache as a value: lists by topic (nil: all articles), and when each was invalidated last.
struct TopicTable: Sendable {
  private enum Key: Hashable {
    case all
    case topic(KeyBytes)

    init(_ name: String?) { self = name.map { .topic(KeyBytes($0)) } ?? .all }
  }

  private(set) var generation = 0
  private var entries: [Key: TopicEntry] = [:]
  private var invalidated: [Key: Int] = [:]
  private var allInvalidated = 0

  func entry(for topic: String?) -> TopicEntry? { entries[Key(topic)] }

  mutating func fill(_ articles: [ArticleModel], for topic: String?, since start: Int) {
    let key = Key(topic)
    guard max(invalidated[key] ?? 0, allInvalidated) <= start else { return }
    entries[key] = TopicEntry(articles: articles, isFresh: true)
  }

  mutating func invalidate(_ topics: [String]?) {
    generation += 1
    guard let topics else {
      allInvalidated = generation
      for key in entries.keys { entries[key]?.isFresh = false }
      return
    }
    for key in topics.map({ Key($0) }) + [.all] {
      invalidated[key] = generation
      entries[key]?.isFresh = false
    }
  }
}
