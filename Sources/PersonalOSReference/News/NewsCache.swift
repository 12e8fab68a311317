import Foundation
import StorageContract

/// What the API delivered, kept for when it does not: each article once, as it was delivered last, and for
/// each category the list of them. Nothing else is ever kept here, demo items least of all, and nothing that a cancelled
/// request delivers.
struct NewsCache: Sendable {
  private let data: any DataAccess

  init(_ data: any DataAccess) {
    self.data = data
  }

  func save(_ items: [NewsItem]) async throws {
    try await data.perform { scope in
      for item in items { try scope.save(item) }
      try EffectPass.check()
    }
  }

  /// Saves the items, and that they are all of the category.
  func save(_ items: [NewsItem], category: String, fetchedAt: Date) async throws {
    try await data.perform { scope in
      for item in items { try scope.save(item) }
      try scope.save(CachedNewsList(category: category, articleIDs: items.map(\.id), fetchedAt: fetchedAt))
      try EffectPass.check()
    }
  }

  /// The articles of the category as they were delivered last, labelled so; nil where there are none.
  func items(category: String) async throws -> (items: [NewsItem], fetchedAt: Date)? {
    try await data.perform { scope in
      guard let list = try scope.fetch(CachedNewsList.self, key: CachedNewsList.key(of: category)) else {
        return nil
      }
      let items = try list.articleIDs.compactMap { try scope.fetch(NewsItem.self, key: $0)?.fromCache }
      return items.isEmpty ? nil : (items, list.fetchedAt)
    }
  }

  /// Every article that is kept, in the order of ids, and then the demo items of each category of which none
  /// is.
  func everythingToSearch() async throws -> [NewsItem] {
    try await data.perform { scope in
      let cached = try scope.fetch(NewsItem.self).compactMap(\.fromCache)
      let categories = Set(
        try scope.fetch(CachedNewsList.self).filter { !$0.articleIDs.isEmpty }.map(\.category))
      return cached
        + MockNews.categories.filter { !categories.contains($0) }.flatMap { MockNews.items(category: $0) }
    }
  }

  func purge() async throws {
    try await data.perform { scope in
      for item in try scope.fetch(NewsItem.self) { try scope.delete(NewsItem.self, key: item.id) }
      for list in try scope.fetch(CachedNewsList.self) {
        try scope.delete(CachedNewsList.self, key: list.storageKey)
      }
    }
  }
}

extension NewsItem {
  /// The stored item as one of the cache; nil for one that no API delivered.
  fileprivate var fromCache: NewsItem? {
    guard dataSource == .api else { return nil }
    var item = self
    item.dataSource = .cache
    return item
  }
}

/// Which articles the API listed last in a category, and when.
public struct CachedNewsList: Sendable, Equatable {
  public var category: String
  /// In the API's order; one that it listed twice is here twice.
  public var articleIDs: [String]
  public var fetchedAt: Date

  public init(category: String, articleIDs: [String], fetchedAt: Date) {
    self.category = category
    self.articleIDs = articleIDs
    self.fetchedAt = fetchedAt
  }
}

extension CachedNewsList: StoredModel {
  public static let collection = "news_lists"
  public var storageKey: String { Self.key(of: category) }

  /// A category may be empty, a key may not.
  public static func key(of category: String) -> String { "list " + category }

  public var storedFields: [String: FieldValue] {
    [
      "category": .text(category), "articleIDs": .text(articleIDs.joined(separator: " ")),
      "fetchedAt": .date(fetchedAt),
    ]
  }

  public init(stored record: StoredRecord) throws(UnreadableRecord) {
    category = try record.text("category")
    articleIDs = try record.text("articleIDs").split(separator: " ").map(String.init)
    fetchedAt = try record.date("fetchedAt")
  }
}
