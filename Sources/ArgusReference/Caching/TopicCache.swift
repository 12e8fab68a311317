import StorageContract

/// The lists of topics in memory, for a switch between topics without the database (002 Two-Tier Cache for Topic
/// Switching). Calls take turns, so a reader gets whole lists. The topic nil stands for all articles.
public protocol TopicCaching: Sendable {
  /// Returns the cached list of a topic, or nil if there is none.
  func entry(for topic: String?) async -> TopicEntry?
  /// Returns a number that rises with each ``invalidate(_:)``. Ask for it before you read the database: see
  /// ``fill(_:for:since:)``.
  func generation() async -> Int
  /// Caches the list of a topic, unless the topic was invalidated after `generation`: the list may have been read
  /// before that write.
  func fill(_ articles: [ArticleModel], for topic: String?, since generation: Int) async
  /// Marks the lists of these topics, and the list of all articles, as stale. If `topics` is nil, marks every list.
  func invalidate(_ topics: [String]?) async
}

/// The cached list of a topic.
public struct TopicEntry: Sendable, Equatable {
  /// The articles, the latest first.
  public var articles: [ArticleModel]
  /// Whether no write since then has affected the list.
  public var isFresh: Bool

  /// Creates an entry from its parts.
  public init(articles: [ArticleModel], isFresh: Bool) {
    self.articles = articles
    self.isFresh = isFresh
  }
}

/// The reference's cache of topics: an actor around a table.
public actor TopicCache: TopicCaching {
  private var table = TopicTable()

  /// Creates an empty cache.
  public init() {}

  public func entry(for topic: String?) -> TopicEntry? { table.entry(for: topic) }
  public func generation() -> Int { table.generation }

  public func fill(_ articles: [ArticleModel], for topic: String?, since generation: Int) {
    table.fill(articles, for: topic, since: generation)
  }

  public func invalidate(_ topics: [String]?) { table.invalidate(topics) }
}

/// The cache as a value: the lists by topic, and the generation in which each was last invalidated. Nil stands for all
/// articles.
struct TopicTable: Sendable {
  private enum Key: Hashable {
    case all
    /// The topic of this name, compared by bytes.
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
