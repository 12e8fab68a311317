import StorageContract

/// A working copy of all articles, topics and seen records (002 SwiftData Relationship Management). Changes stay in the
/// context until the next save stores them.
public actor ModelContext {
  /// A change that a context can store.
  public enum Change: Sendable, Equatable {
    /// Unlink the article with this id from all of its topics.
    case unlink(String)
    /// Delete the seen record of the article with this id.
    case deleteSeen(String)
    /// Delete the topic of this name.
    case deleteTopic(String)
    /// Delete the article with this id.
    case deleteArticle(String)
  }

  private let store: any ArticleStore
  private let didSave: @Sendable () async -> Void
  private var pending: [Change] = []
  private var isBusy = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  /// The objects as they were last read, with the unsaved changes applied.
  public private(set) var objects = ContextObjects()

  /// Creates an empty context. Call ``refresh()`` to read the store.
  /// - Parameter didSave: called after each save.
  public init(_ store: any ArticleStore, didSave: @escaping @Sendable () async -> Void = {}) {
    self.store = store
    self.didSave = didSave
  }

  /// Reads everything from the store, and discards unsaved changes. It waits for the saves and refreshes that were asked
  /// for before.
  /// - Throws: ``ArgusError/transactionFailed``. The context stays as it was.
  public func refresh() async throws {
    await takeTurn()
    defer { endTurn() }
    let read = try await store.read { reader in
      ContextObjects(articles: try reader.articles(), topics: try reader.topics(), seen: try reader.seenArticles())
    }
    objects = read
    pending = []
  }

  /// Applies a change to ``objects``, and keeps it for the next save. A change of an unknown object has no effect.
  public func apply(_ change: Change) {
    pending.append(change)
    objects.apply(change)
  }

  /// Stores the changes in one transaction, all or none. Objects that others have deleted meanwhile are no error.
  /// Without changes it does nothing. It waits for the saves and refreshes that were asked for before.
  /// - Throws: what the article store throws. The changes still wait then.
  public func save() async throws {
    if try await storePending() { await didSave() }
  }

  /// - Returns: whether there was anything to store.
  private func storePending() async throws -> Bool {
    await takeTurn()
    defer { endTurn() }
    guard !pending.isEmpty else { return false }
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
    // Changes that were applied meanwhile wait for the next save.
    pending.removeFirst(changes.count)
    return true
  }

  // The actor alone does not keep saves and refreshes apart: another one could begin while one waits for the store.

  private func takeTurn() async {
    guard isBusy else { return isBusy = true }
    await withCheckedContinuation { waiting.append($0) }
  }

  private func endTurn() {
    if waiting.isEmpty { isBusy = false } else { waiting.removeFirst().resume() }
  }
}

/// The objects in a context.
public struct ContextObjects: Sendable, Equatable {
  /// The articles, in the order of their ids' bytes.
  public var articles: [ArticleModel]
  /// The topics, in the order of their names' bytes.
  public var topics: [TopicModel]
  /// The seen records, in the order of their articles' ids' bytes.
  public var seen: [SeenArticleModel]

  /// Creates a set of objects, by default an empty one.
  public init(articles: [ArticleModel] = [], topics: [TopicModel] = [], seen: [SeenArticleModel] = []) {
    self.articles = articles
    self.topics = topics
    self.seen = seen
  }

  /// The number of links, counted from the articles and from the topics: an intact link counts twice.
  public var relationCount: Int {
    articles.reduce(0) { $0 + $1.topicNames.count } + topics.reduce(0) { $0 + $1.articleIDs.count }
  }

  mutating func apply(_ change: ModelContext.Change) {
    switch change {
    case .unlink(let id):
      for place in articles.indices where KeyBytes.equal(articles[place].id, id) { articles[place].topicNames = [] }
      for place in topics.indices { topics[place].articleIDs = topics[place].articleIDs.without(id) }
    case .deleteSeen(let id): seen.removeAll { KeyBytes.equal($0.articleID, id) }
    case .deleteTopic(let name):
      topics.removeAll { KeyBytes.equal($0.name, name) }
      for place in articles.indices { articles[place].topicNames = articles[place].topicNames.without(name) }
    case .deleteArticle(let id):
      articles.removeAll { KeyBytes.equal($0.id, id) }
      for place in topics.indices { topics[place].articleIDs = topics[place].articleIDs.without(id) }
    }
  }
}

/// The contexts of the app: the one that the UI shows, and fresh ones for work apart from it.
public final class ModelContainer: Sendable {
  /// The store that all contexts read and write.
  public let store: any ArticleStore
  /// The context that the UI shows. It changes when another context has saved, and never in the middle of a save.
  public let main: ModelContext

  /// Creates a container and reads the store into ``main``.
  /// - Throws: ``ArgusError/transactionFailed``.
  public static func open(_ store: any ArticleStore) async throws -> ModelContainer {
    let container = ModelContainer(store)
    try await container.main.refresh()
    return container
  }

  private init(_ store: any ArticleStore) {
    self.store = store
    main = ModelContext(store)
  }

  /// Returns a context with everything that is stored now. After each of its saves, the UI's context reads the store
  /// again.
  /// - Throws: ``ArgusError/transactionFailed``.
  public func newContext() async throws -> ModelContext {
    let context = ModelContext(store) { [main] in
      // If the refresh fails, the UI stays as it was. The next refresh reads the changes.
      try? await main.refresh()
    }
    try await context.refresh()
    return context
  }
}
