import Foundation

/// The feed of the app: each page comes from the news proxy.
///
/// A page is JSON, `{"articles": [{"url": …, "title": …, "summary": …, "source": …, "publishedAt": …}]}`, with the time of
/// publication in seconds since 1970. An answer that reads otherwise is no answer: `NetworkError.invalidResponse`.
public struct ProxyNewsFeed: NewsFeed {
  /// How many pages one answer may have. A proxy that names one page after the other without an end costs no more.
  public static let mostPages = 5

  private let makeClient: @Sendable () throws -> any NewsFetching

  /// - Parameter makeClient: asked at each request, since the proxy's address comes with the configuration.
  public init(_ makeClient: @escaping @Sendable () throws -> any NewsFetching) {
    self.makeClient = makeClient
  }

  public func articles(category: String) async throws -> [FeedArticle] {
    try await articles { try await $0.fetchNews(category: category, cursor: $1) }
  }

  public func articles(matching query: String) async throws -> [FeedArticle] {
    try await articles { try await $0.searchNews(query: query, cursor: $1) }
  }

  /// Every page, or none where one of them fails.
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
