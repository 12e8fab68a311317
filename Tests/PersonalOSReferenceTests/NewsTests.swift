import Foundation
import PersonalOSReference
import StorageContract
import Testing

@testable import PersonalOSProperties

/// Decisions about news and where it comes from.
@Suite("News")
struct NewsTests {
  private let feed = ScriptedFeed()
  private let service: NewsService

  init() async throws {
    let data = DataActor(store: try await MemoryLocation().open())
    service = NewsService(data, feed: feed) { Date(timeIntervalSince1970: 7) }
  }

  private func article(_ number: Int, title: String = "Rates rise") -> FeedArticle {
    FeedArticle(
      url: "https://a.b/\(number)", title: title, summary: "", publishedAt: Date(timeIntervalSince1970: 0),
      source: "Daily")
  }

  @Test("Before any answer, and after an empty one of the API, nothing is made up", .tags(.decision))
  func nothing() async throws {
    #expect(await service.dataSource == .api)
    feed.answers([])
    #expect(try await service.fetchNews(category: "science").isEmpty)
    #expect(await service.dataSource == .api)
  }

  @Test("An empty list of the API is nothing to fall back on", .tags(.decision))
  func emptyListIsNoCache() async throws {
    feed.answers([article(1)])
    _ = try await service.fetchNews(category: "science")
    feed.answers([])
    _ = try await service.fetchNews(category: "science")
    feed.answers(nil)
    #expect(try await service.fetchNews(category: "science").allSatisfy { $0.dataSource == .mock })
    #expect(await service.dataSource == .mock)
    #expect(await service.fetchedAt == nil)
  }

  @Test(
    "A search without the API finds kept articles, and demo items where nothing is kept", .tags(.decision))
  func search() async throws {
    feed.answers([article(1), article(2, title: "Other")])
    _ = try await service.fetchNews(category: "science")
    feed.answers(nil)
    #expect(try await service.searchNews(query: "RATES").map(\.dataSource) == [.cache])
    #expect(await service.dataSource == .cache)
    #expect(try await service.searchNews(query: "nowhere").isEmpty)
    #expect(await service.dataSource == .cache)
    let everything = try await service.searchNews(query: "")
    #expect(Set(everything.map(\.dataSource)) == [.cache, .mock])
    #expect(await service.dataSource == .mock)
  }

  @Test("A cancelled request is no failure of the API")
  func cancellation() async throws {
    let data = DataActor(store: try await MemoryLocation().open())
    let service = NewsService(data, feed: CancelledFeed()) { Date(timeIntervalSince1970: 7) }
    await #expect(throws: CancellationError.self) { try await service.fetchNews(category: "science") }
    await #expect(throws: CancellationError.self) { try await service.searchNews(query: "") }
  }

  @Test("Demo items have ids of their own, different in every category")
  func demoItems() {
    let items = (MockNews.categories + ["", "Poésie"]).flatMap { MockNews.items(category: $0) }
    #expect(items.allSatisfy { $0.id.hasPrefix(MockNews.idPrefix) && $0.dataSource == .mock })
    #expect(Set(items.map(\.id)).count == items.count)
  }
}

private struct CancelledFeed: NewsFeed {
  func articles(category: String) async throws -> [FeedArticle] { throw CancellationError() }
  func articles(matching query: String) async throws -> [FeedArticle] { throw CancellationError() }
}
