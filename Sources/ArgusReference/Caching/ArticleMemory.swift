import StorageContract

/// The articles that were read last, by id: a ``MemoryCache`` that several tasks share.
public protocol ArticleRemembering: Sendable {
  /// Returns the article if it is cached.
  func article(_ id: String) async -> ArticleModel?
  /// Returns a number that rises with each ``forget(_:)``. Ask for it before you read the store: see
  /// ``remember(_:since:)``.
  func generation() async -> Int
  /// Caches the article, unless something was forgotten after `generation`: the article may have been read before that
  /// write.
  func remember(_ article: ArticleModel, since generation: Int) async
  /// Drops the articles of these ids, or all of them if `ids` is nil.
  func forget(_ ids: [String]?) async
  /// Returns the number of cached articles.
  func size() async -> Int
}

/// The reference's cache of articles.
public actor ArticleMemory: ArticleRemembering {
  private var cache: MemoryCache<KeyBytes, ArticleModel>
  private var forgotten = 0

  /// Creates an empty cache for at most `countLimit` articles. With 0 or less it keeps none.
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
