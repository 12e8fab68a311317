import Foundation

/// The app's news feed. The news proxy delivers each page.
///
/// A page is JSON, `{"articles": [{"url": …, "title": …, "summary": …, "source": …, "publishedAt": …}]}`. `publishedAt` is
/// in seconds since 1970. The feed throws `NetworkError.invalidResponse` for a body of any other form.
public struct ProxyNewsFeed: NewsFeed {
  /// The greatest number of pages that one request fetches. It bounds the cost if a proxy names one more page after each
  /// page.
  public static let mostPages = 5

  private let makeClient: @Sendable () throws -> any NewsFetching

  /// Creates a feed. It sends nothing yet.
  /// - Parameter makeClient: Makes the client. The feed calls it at each request, so a missing proxy fails the request and
  ///   not the feed.
  public init(_ makeClient: @escaping @Sendable () throws -> any NewsFetching) {
    self.makeClient = makeClient
  }

  /// The articles of a category, from at most ``mostPages`` pages.
  /// - Throws: ``NewsProxyError`` if there is no client; `NetworkError.invalidResponse` for a body of another form; what
  ///   the client throws. If one page fails, no article is returned.
  public func articles(category: String) async throws -> [FeedArticle] {
    try await articles { try await $0.fetchNews(category: category, cursor: $1) }
  }

  /// The articles that match the query, from at most ``mostPages`` pages.
  /// - Throws: as ``articles(category:)``.
  public func articles(matching query: String) async throws -> [FeedArticle] {
    try await articles { try await $0.searchNews(query: query, cursor: $1) }
  }

  /// The articles of all pages. If one page fails, the whole call throws.
  private func articles(
    _ fetch: (any NewsFetching, _ cursor: String?) async throws -> NewsPage
  ) async throws -> [FeedArticle] {
    let client = try makeClient()
    var articles: [FeedArticle] = []
    var cursor: String?
    for _ in 1...Self.mostPages {
      let page = try await fetch(client, cursor)
      articles += try Self.read(page.body)
      cursor = page.nextCursor
      if cursor == nil { break }
    }
    return articles
  }

  private static func read(_ body: [UInt8]) throws -> [FeedArticle] {
    do {
      return try JSONDecoder().decode(Page.self, from: Data(body)).articles.map(\.article)
    } catch {
      throw NetworkError.invalidResponse
    }
  }

  private struct Page: Decodable {
    let articles: [Article]
  }

  private struct Article: Decodable {
    let url: String
    let title: String
    let summary: String
    let source: String
    let publishedAt: Double

    var article: FeedArticle {
      FeedArticle(
        url: url, title: title, summary: summary, publishedAt: Date(timeIntervalSince1970: publishedAt), source: source)
    }
  }
}
