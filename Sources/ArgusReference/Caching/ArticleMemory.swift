import StorageContract

/// Articles that were read lately, by id: a ``MemoryCache`` that several tasks share.
public protocol ArticleRemembering: Sendable {
  func article(_ id: String) async -> ArticleModel?
  /// To be asked before the store is: see ``remember(_:since:)``.
  func generation() async -> Int
  /// Unless something was forgotten after `generation`: the store may have been read before that write.
  func remember(_ article: ArticleModel, since generation: Int) async
  /// Nil: all of them.
  func forget(_ ids: [String]?) async
  func size() async -> Int
}

public actor ArticleMemory: ArticleRemembering {
  private var cache: MemoryCache<KeyBytes, ArticleModel>
  private var forgotten = 0

  public init(countLimit: Int) {
    cache = MemoryCache(countLimit: countLimit)
  }

  public func article(_ id: String) -> ArticleModel? { cache.value(for: KeyBytes(id)) }
  public func generation() -> Int { forgotten }

  public func remember(_ article: ArticleModel, since generation: Int) {
    if generation == forgotten { cache.set(article, for: KeyBytes(article.id)) }
  }

  public func forget(_ ids: [String]?) {
    forgotten += 1
    guard let ids else { return cache.removeAll() }
    for id in ids { cache.remove(KeyBytes(id)) }
  }

  public func size() -> Int { cache.count }
}
