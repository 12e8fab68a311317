import StorageContract

/// Articles, topics and what was seen, as somebody works with them: a table of what was read last, and changes that are stored
/// with the next save (002 SwiftData Relationship Management). Others see nothing of them before that.
public actor ModelContext {
  public enum Change: Sendable, Equatable {
    /// An article from all of its topics.
    case unlink(String)
    case deleteSeen(String)
    case deleteTopic(String)
    case deleteArticle(String)
  }

  private let store: any ArticleStore
  private let didSave: @Sendable () async -> Void
  private var pending: [Change] = []
  /// What was read last, with the changes that wait for the save.
  public private(set) var objects = ContextObjects()

  /// - Parameter didSave: called after each save.
  public init(_ store: any ArticleStore, didSave: @escaping @Sendable () async -> Void = {}) {
    self.store = store
    self.didSave = didSave
  }

  /// Reads everything anew and forgets changes that were not saved.
  /// - Throws: ``ArgusError/transactionFailed``; the table stays as it was.
  public func refresh() async throws {
    let read = try await store.read { reader in
      ContextObjects(articles: try reader.articles(), topics: try reader.topics(), seen: try reader.seenArticles())
    }
    objects = read
    pending = []
  }

  public func apply(_ change: Change) {
    pending.append(change)
    objects.apply(change)
  }

  /// Stores the changes, all or none; rows that are gone meanwhile are no error. Without changes it does nothing.
  public func save() async throws {
    guard !pending.isEmpty else { return }
    let changes = pending
    try await store.transaction { transaction in
      for change in changes {
        switch change {
        case .unlink(let id):
          if try transaction.article(id) != nil { try transaction.setTopics([], of: id) }
        case .deleteSeen(let id): try transaction.deleteSeen(id)
        case .deleteTopic(let name): try transaction.deleteTopic(name)
        case .deleteArticle(let id): try transaction.deleteArticle(id)
        }
      }
    }
    pending.removeFirst(changes.count)
    await didSave()
  }
}

/// What a context has of the store.
public struct ContextObjects: Sendable, Equatable {
  public var articles: [ArticleModel]
  public var topics: [TopicModel]
  public var seen: [SeenArticleModel]

  public init(articles: [ArticleModel] = [], topics: [TopicModel] = [], seen: [SeenArticleModel] = []) {
    self.articles = articles
    self.topics = topics
    self.seen = seen
  }

  /// How many links there are, counted on both sides.
  public var relationCount: Int {
    articles.reduce(0) { $0 + $1.topicNames.count } + topics.reduce(0) { $0 + $1.articleIDs.count }
  }

  mutating func apply(_ change: ModelContext.Change) {
    switch change {
    case .unlink(let id):
      for place in articles.indices where KeyBytes(articles[place].id) == KeyBytes(id) { articles[place].topicNames = [] }
      for place in topics.indices { topics[place].articleIDs = topics[place].articleIDs.without(id) }
    case .deleteSeen(let id): seen.removeAll { KeyBytes($0.articleID) == KeyBytes(id) }
    case .deleteTopic(let name):
      topics.removeAll { KeyBytes($0.name) == KeyBytes(name) }
      for place in articles.indices { articles[place].topicNames = articles[place].topicNames.without(name) }
    case .deleteArticle(let id):
      articles.removeAll { KeyBytes($0.id) == KeyBytes(id) }
      for place in topics.indices { topics[place].articleIDs = topics[place].articleIDs.without(id) }
    }
  }
}

/// The contexts of the app: the one that the UI shows, and fresh ones for work apart from it.
public final class ModelContainer: Sendable {
  public let store: any ArticleStore
  /// What the UI shows: it changes when somebody has saved, and never in the middle of that.
  public let main: ModelContext

  public static func open(_ store: any ArticleStore) async throws -> ModelContainer {
    let container = ModelContainer(store)
    try await container.main.refresh()
    return container
  }

  private init(_ store: any ArticleStore) {
    self.store = store
    main = ModelContext(store)
  }

  /// With everything that is stored now. What it saves, the UI shows.
  /// - Throws: ``ArgusError/transactionFailed``.
  public func newContext() async throws -> ModelContext {
    let context = ModelContext(store) { [main] in
      // A refresh that fails leaves the UI as it was; the next one finds what has changed.
      try? await main.refresh()
    }
    try await context.refresh()
    return context
  }
}
