import DeterministicScheduling
import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import StorageContract

/// News and where it comes from: real, cached and made-up items are told apart.
public enum NewsSourceProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = [
    dataSourceDistinction, realDataIndicatorRemoval, perItemSourceLabeling,
  ]

  // **Feature: system-architecture-upgrade-p0, Property 57: Data source distinction**
  static let dataSourceDistinction = Requirement<PersonalOSSystem>(
    "POS-57", "Data source distinction",
    says: """
      If the API answers every page (five at most), the app returns the articles as delivered, labeled “api”, and caches them. \
      If the API fails, the app returns the category's cached items, labeled “cache”, with their time of delivery. If there are \
      none, it returns demo items, labeled “mock”. The app never caches demo items or the answer to a cancelled request.
      """,
    covers: "14.3", of: "NewsService, ProxyNewsFeed", needs: [.storage, .concurrency, .virtualTime],
    mustCatch: [
      .newsTakesTheFirstPageOnly, .newsTakesPagesBeforeAFailure, .newsTakesRefusalsForEmptyAnswers,
      .newsAsksForASixthPage,
    ]
  ).holds(
    of: NewsMachine.machine([NewsMachine.serviceAnswers, NewsMachine.keptArticles]), scheduled: .mixed,
    requiring: [
      "answers from the API": 0.4, "answers from the cache": 0.2, "answers with demo items": 0.4,
      "searches without the API": 0.05, "a cancelled request is answered": 0.1, "an older request is answered later": 0.1,
    ],
    making: { try await NewsDriver($0) }, tearDown: { try await $0.end() })

  // **Feature: system-architecture-upgrade-p0, Property 58: Real data indicator removal**
  static let realDataIndicatorRemoval = Requirement<PersonalOSSystem>(
    "POS-58", "Real data indicator removal",
    says: """
      Once the API answers for a category, even with no items, that category's demo items are gone. The answer to an older \
      or cancelled request brings none of them back. All demo items carry the “Demo Content” badge, and no other items do. \
      The banner shows if and only if a demo item is on screen.
      """,
    covers: "14.4", of: "NewsService, NewsFeedViewModel", needs: [.storage, .concurrency, .virtualTime],
    mustCatch: [.newsBannerIsNeverCleared]
  ).holds(
    of: NewsMachine.machine([NewsMachine.rowsShown, NewsMachine.indicators]), scheduled: .mixed,
    requiring: [
      "real news in place of demo items": 0.3, "nothing in place of demo items": 0.05,
      "demo items stay elsewhere": 0.05, "shows several sources": 0.3, "an older request is answered later": 0.1,
      "a cancelled request is answered": 0.1,
    ],
    making: { try await NewsDriver($0) }, tearDown: { try await $0.end() })

  // **Feature: system-architecture-upgrade-p0, Property 59: Per-item source labeling**
  static let perItemSourceLabeling = Requirement<PersonalOSSystem>(
    "POS-59", "Per-item source labeling",
    says: """
      Each news row names the source of its own item (api, cache or mock), also in lists that mix \
      sources. Storing, reloading and bookmarking an item keep the source, and the app refuses to read a \
      stored item with an unknown source.
      """,
    covers: "14.5", of: "NewsService, NewsItem", needs: [.storage, .concurrency, .virtualTime],
    mustCatch: [.newsTakesUnknownSourcesForTheAPI, .over(.normalizesText)]
  ).holds(
    of: NewsMachine.machine(
      closing: [NewsMachine.readBack], [NewsMachine.labelsOfRows, NewsMachine.sourcesOfBookmarks]),
    scheduled: .mixed,
    requiring: ["shows several sources": 0.3, "shows all sources": 0.05, "bookmarks a row": 0.1],
    making: { try await NewsDriver($0) }, tearDown: { try await $0.end() })
}

extension Fault<PersonalOSSystem> {
  fileprivate static let newsTakesTheFirstPageOnly = client(
    "newsTakesTheFirstPageOnly", "treats the first page as the whole answer"
  ) { page, _ in NewsPage(body: try page.get().body, nextCursor: nil) }
  fileprivate static let newsTakesPagesBeforeAFailure = client(
    "newsTakesPagesBeforeAFailure", "treats the pages before a failure as the whole answer"
  ) { page, cursor in
    if cursor != nil, case .failure = page { return NewsPage(body: Array(#"{"articles": []}"#.utf8), nextCursor: nil) }
    return try page.get()
  }
  fileprivate static let newsTakesRefusalsForEmptyAnswers = client(
    "newsTakesRefusalsForEmptyAnswers", "treats a refusal as an empty answer"
  ) { page, _ in
    if case .failure(NetworkError.serverError) = page {
      return NewsPage(body: Array(#"{"articles": []}"#.utf8), nextCursor: nil)
    }
    return try page.get()
  }

  fileprivate static let newsAsksForASixthPage = Fault("newsAsksForASixthPage", "asks for a sixth page") { system in
    system.api.makeFeed = { makeClient in ProxyNewsFeed { JoiningClient(base: try makeClient()) } }
  }

  private static func client(
    _ id: String, _ fact: String,
    _ change: @escaping @Sendable (Result<NewsPage, any Error>, _ cursor: String?) throws -> NewsPage
  ) -> Fault {
    Fault(id, fact) { system in
      let make = system.api.makeNewsClient
      system.api.makeNewsClient = { ChangedClient(base: try make($0), change: change) }
    }
  }

  fileprivate static let newsTakesUnknownSourcesForTheAPI = Fault(
    "newsTakesUnknownSourcesForTheAPI", "treats an unknown source as the API") { system in
    system.news.storedItems = { data in
      try await data.perform { scope in
        try scope.live().scan(NewsItem.collection).map { record in
          var fields = record.fields
          if case .text(let word) = fields["dataSource"], NewsDataSource(rawValue: word) == nil {
            fields["dataSource"] = .text("api")
          }
          return try NewsItem(
            stored: StoredRecord(collection: NewsItem.collection, key: record.key, fields: fields))
        }
      }
    }
  }
}

/// Delivers the first two pages as one, so that whoever stops after five has six.
private struct JoiningClient: NewsFetching {
  let base: any NewsFetching

  func fetchNews(category: String, cursor: String?) async throws -> NewsPage {
    try await joined(cursor) { try await base.fetchNews(category: category, cursor: $0) }
  }

  func searchNews(query: String, cursor: String?) async throws -> NewsPage {
    try await joined(cursor) { try await base.searchNews(query: query, cursor: $0) }
  }

  private func joined(_ cursor: String?, _ fetch: (String?) async throws -> NewsPage) async throws -> NewsPage {
    let first = try await fetch(cursor)
    guard cursor == nil, let next = first.nextCursor else { return first }
    let second = try await fetch(next)
    let articles = try [first, second].flatMap { page in
      try JSONSerialization.jsonObject(with: Data(page.body)) as? [String: [[String: Any]]] ?? [:]
    }.flatMap(\.value)
    let body = try JSONSerialization.data(withJSONObject: ["articles": articles])
    return NewsPage(body: Array(body), nextCursor: second.nextCursor)
  }
}

private struct ChangedClient: NewsFetching {
  let base: any NewsFetching
  let change: @Sendable (Result<NewsPage, any Error>, _ cursor: String?) throws -> NewsPage

  func fetchNews(category: String, cursor: String?) async throws -> NewsPage {
    try await changed(cursor) { try await base.fetchNews(category: category, cursor: cursor) }
  }

  func searchNews(query: String, cursor: String?) async throws -> NewsPage {
    try await changed(cursor) { try await base.searchNews(query: query, cursor: cursor) }
  }

  private func changed(_ cursor: String?, _ fetch: () async throws -> NewsPage) async throws -> NewsPage {
    let page: Result<NewsPage, any Error>
    do {
      page = .success(try await fetch())
    } catch {
      page = .failure(error)
    }
    return try change(page, cursor)
  }
}
