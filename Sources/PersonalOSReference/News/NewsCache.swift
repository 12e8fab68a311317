import Foundation
import StorageContract

/// Keeps what the API delivered, for the case that the API fails: each article once, as last delivered, and the list of
/// articles of each category. It keeps neither demo items nor anything that a cancelled request delivers.
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

  /// Saves the items, and saves that they are the category's whole list.
  func save(_ items: [NewsItem], category: String, fetchedAt: Date) async throws {
    try await data.perform { scope in
      for item in items { try scope.save(item) }
      try scope.save(CachedNewsList(category: category, articleIDs: items.map(\.id), fetchedAt: fetchedAt))
      try EffectPass.check()
    }
  }

  /// The articles of the category as the API last delivered them, labelled as cached. Nil if the cache has none.
  func items(category: String) async throws -> (items: [NewsItem], fetchedAt: Date)? {
    try await data.perform { scope in
      guard let list = try scope.fetch(CachedNewsList.self, key: CachedNewsList.key(of: category)) else {
        return nil
      }
      let items = try list.articleIDs.compactMap { try scope.fetch(NewsItem.self, key: $0)?.fromCache }
      return items.isEmpty ? nil : (items, list.fetchedAt)
    }
  }

  /// All cached articles in the order of ids, followed by the demo items of each category without a cached list.
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
  /// The stored item, labelled as cached; nil if it did not come from the API.
  fileprivate var fromCache: NewsItem? {
    guard dataSource == .api else { return nil }
    var item = self
    item.dataSource = .cache
    return item
  }
}

/// The articles that the API last listed in a category.
public struct CachedNewsList: Sendable, Equatable {
  /// The category's name, which may be empty.
  public var category: String
  /// The ids in the API's order. An article that the API listed twice occurs twice.
  public var articleIDs: [String]
  /// When the API delivered the list.
  public var fetchedAt: Date

  /// Creates a list from its parts. The ids must not contain spaces, because the store keeps them as one text.
  public init(category: String, articleIDs: [String], fetchedAt: Date) {
    self.category = category
    self.articleIDs = articleIDs
    self.fetchedAt = fetchedAt
  }
}

extension CachedNewsList: StoredModel {
  public static let collection = "news_lists"
  public var storageKey: String { Self.key(of: category) }

  /// The storage key for a category's list. It has a prefix because a category may be empty, but a key may not.
  public static func key(of category: String) -> String { "list " + category }

  /// The fields as the store keeps them, with the ids in one text, separated by spaces.
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
