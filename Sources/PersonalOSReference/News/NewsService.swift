import Foundation

/// News from the API, from what is kept of it, or made up: each item says which.
public protocol NewsProviding: Sendable {
  /// How much the last answer is to be trusted: as much as its least trusted item.
  var dataSource: NewsDataSource { get async }

  /// When what the last answer shows was delivered by the API; nil where it did not come from there.
  var fetchedAt: Date? { get async }

  /// The articles of the category, as the API lists them. Where the API fails: those it listed last; where
  /// there are none: demo items.
  /// - Throws: `CancellationError`, also where the answer of a cancelled request comes late, of which nothing is kept;
  ///   what the store throws. A failure of the API is no error.
  func fetchNews(category: String) async throws -> [NewsItem]

  /// The articles that the API finds. Where it fails: those with the query's letters in title or summary
  /// among the articles that are kept, then among the demo items of the categories of which nothing is kept.
  /// - Throws: as ``fetchNews(category:)``.
  func searchNews(query: String) async throws -> [NewsItem]

  /// Forgets every article that is kept. Bookmarks stay.
  func purgeCache() async throws
}

/// The API that delivers news. What it throws is a failure to deliver; that its key is not configured, too.
public protocol NewsFeed: Sendable {
  func articles(category: String) async throws -> [FeedArticle]
  func articles(matching query: String) async throws -> [FeedArticle]
}

/// News over a feed, with a cache in the store.
public actor NewsService: NewsProviding {
  /// Before the first answer, what an empty one of the API would have.
  public private(set) var dataSource = NewsDataSource.api
  public private(set) var fetchedAt: Date?

  private let feed: any NewsFeed
  private let cache: NewsCache
  private let now: @Sendable () -> Date

  public init(_ data: any DataAccess, feed: any NewsFeed, now: @escaping @Sendable () -> Date) {
    self.feed = feed
    cache = NewsCache(data)
    self.now = now
  }

  public func fetchNews(category: String) async throws -> [NewsItem] {
    let articles: [FeedArticle]
    do {
      articles = try await feed.articles(category: category)
    } catch let error as CancellationError {
      throw error
    } catch {
      if let (items, fetchedAt) = try await cache.items(category: category) {
        return try answer(items, fetchedAt: fetchedAt)
      }
      return try answer(MockNews.items(category: category), fetchedAt: nil)
    }
    let fetchedAt = now()
    let items = articles.map { NewsItem($0, dataSource: .api) }
    try await cache.save(items, category: category, fetchedAt: fetchedAt)
    return try answer(items, fetchedAt: fetchedAt)
  }

  public func searchNews(query: String) async throws -> [NewsItem] {
    let articles: [FeedArticle]
    do {
      articles = try await feed.articles(matching: query)
    } catch let error as CancellationError {
      throw error
    } catch {
      let found = try await cache.everythingToSearch().filter { $0.mentions(query) }
      return try answer(found, fetchedAt: nil, emptySource: .cache)
    }
    let items = articles.map { NewsItem($0, dataSource: .api) }
    try await cache.save(items)
    return try answer(items, fetchedAt: now())
  }

  public func purgeCache() async throws {
    try await cache.purge()
  }

  /// Nothing if the request is over: neither the answer nor where it comes from.
  /// - Parameter emptySource: what an answer without items is taken for.
  private func answer(
    _ items: [NewsItem], fetchedAt: Date?, emptySource: NewsDataSource = .api
  ) throws -> [NewsItem] {
    try EffectPass.check()
    dataSource = items.map(\.dataSource).min { $0.trust < $1.trust } ?? emptySource
    self.fetchedAt = fetchedAt
    return items
  }
}

extension NewsDataSource {
  fileprivate var trust: Int {
    switch self {
    case .mock: 0
    case .cache: 1
    case .api: 2
    }
  }
}

extension NewsItem {
  fileprivate func mentions(_ query: String) -> Bool {
    let query = query.lowercased()
    return query.isEmpty || title.lowercased().contains(query) || summary.lowercased().contains(query)
  }
}
