import Foundation

/// The news functions that the properties test, one closure for each.
public struct NewsSystem: Sendable {
  /// Makes the service over a store and a feed. The closure returns the current time.
  public var openService:
    @Sendable (any DataAccess, any NewsFeed, @escaping @Sendable () -> Date) -> any NewsProviding
  /// Makes the content of the news screen over a service. It is empty at first.
  public var openViewModel: @MainActor @Sendable (any NewsProviding) -> any NewsFeedDisplay
  /// Stores items without changing them.
  public var saveItems: @Sendable (any DataAccess, [NewsItem]) async throws -> Void
  /// Every stored item, unchanged, in the order of ids.
  public var storedItems: @Sendable (any DataAccess) async throws -> [NewsItem]

  /// The reference implementation.
  public static let reference = NewsSystem(
    openService: { NewsService($0, feed: $1, now: $2) },
    openViewModel: { NewsFeedViewModel($0) },
    saveItems: { data, items in
      try await data.perform { scope in
        for item in items { try scope.save(item) }
      }
    },
    storedItems: { try await BaseRepository<NewsItem>($0).fetch() })
}
