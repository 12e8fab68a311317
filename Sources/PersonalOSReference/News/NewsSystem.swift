import Foundation

/// News and where it comes from, as the properties see it: one closure per thing it does.
public struct NewsSystem: Sendable {
  /// The service over a store and a feed; the closure tells the time.
  public var openService:
    @Sendable (any DataAccess, any NewsFeed, @escaping @Sendable () -> Date) -> any NewsProviding
  public var openViewModel: @MainActor @Sendable (any NewsProviding) -> any NewsFeedDisplay
  /// Stores items as they are.
  public var saveItems: @Sendable (any DataAccess, [NewsItem]) async throws -> Void
  /// Every stored item as it was stored, in the order of ids.
  public var storedItems: @Sendable (any DataAccess) async throws -> [NewsItem]

  /// The reference.
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
