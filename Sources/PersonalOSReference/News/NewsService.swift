import Foundation

/// Provides news from the API, from the cache, or demo items. Each item says where it comes from.
public protocol NewsProviding: Sendable {
  /// The least trusted source among the items of the last answer: mock, then cache, then API. The source of an empty
  /// answer is the place that was searched, the API or the cache.
  var dataSource: NewsDataSource { get async }

  /// When the API delivered the last answer. Nil if the answer consists of demo items or is a search of the cache.
  var fetchedAt: Date? { get async }

  /// The articles of the category, as the API lists them. If the API fails, the articles that it last listed; if there
  /// are none, demo items.
  /// - Throws: the store's errors. `CancellationError` for a cancelled request, even if its answer arrives late;
  ///   nothing of that answer is kept. A failure of the API is not an error.
  func fetchNews(category: String) async throws -> [NewsItem]

  /// The articles that the API finds. If the API fails, searches titles and summaries of the cached articles, followed
  /// by the demo items of each category without cached articles. Case does not matter.
  /// - Throws: the same errors as ``fetchNews(category:)``.
  func searchNews(query: String) async throws -> [NewsItem]

  /// Deletes every cached article. Bookmarks stay.
  func purgeCache() async throws
}

/// The API that delivers news. ``NewsService`` treats every error except `CancellationError` as a failed delivery, a
/// missing API key included.
public protocol NewsFeed: Sendable {
  /// The articles of the category, in the API's order.
  func articles(category: String) async throws -> [FeedArticle]
  /// The articles that match the query, in the API's order.
  func articles(matching query: String) async throws -> [FeedArticle]
}

/// Provides news from a feed, and caches it in the store.
public actor NewsService: NewsProviding {
  /// Before the first answer, the value for an empty answer from the API.
  public private(set) var dataSource = NewsDataSource.api
  public private(set) var fetchedAt: Date?

  private let feed: any NewsFeed
  private let cache: NewsCache
  private let now: @Sendable () -> Date

  /// Creates a service that caches in `data`. It fetches nothing yet.
  /// - Parameter now: the current time, which the service reads whenever the API has answered.
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

  /// Records the answer's source and time, unless the request is over.
  /// - Parameter emptySource: the source of an answer without items.
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
