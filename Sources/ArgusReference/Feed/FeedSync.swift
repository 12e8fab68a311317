import Foundation
import StorageContract

/// Gets the backend's articles into the store (002 Data Flow, Communication Patterns).
public protocol FeedSyncing: Sendable {
  /// Fetches, stores, and tells the user of what matters.
  /// - Parameter scope: of the background run that this is; nil while the user has the app before them.
  /// - Throws: what fetching throws; `CancellationError` if the run is over. Articles that were stored stay.
  @discardableResult
  func refresh(in scope: BackgroundScope?) async throws -> ImportReport
}

/// What the feed works with.
public struct FeedSetup: Sendable {
  /// The articles that the backend has now.
  public var fetch: @Sendable () async throws -> [ArticleModel]
  public var articles: any ArticleServiceProtocol
  public var store: any ArticleStore
  public var notices: any ArticleNotifying
  /// Whether the user wants to be told of single articles.
  public var isNotifying: @Sendable () -> Bool

  public init(
    fetch: @escaping @Sendable () async throws -> [ArticleModel], articles: any ArticleServiceProtocol,
    store: any ArticleStore, notices: any ArticleNotifying, isNotifying: @escaping @Sendable () -> Bool
  ) {
    self.fetch = fetch
    self.articles = articles
    self.store = store
    self.notices = notices
    self.isNotifying = isNotifying
  }
}

/// Stores first and tells then: nobody is told of an article that is not there.
public struct FeedSync: FeedSyncing {
  /// The ids of articles that the user was told of, for ever.
  private static let told = "pushed_articles"
  private let setup: FeedSetup

  public init(_ setup: FeedSetup) {
    self.setup = setup
  }

  @discardableResult
  public func refresh(in scope: BackgroundScope?) async throws -> ImportReport {
    let report = try await setup.articles.importArticles(try await setup.fetch(), batchSize: 10)
    let stored = report.added + report.updated
    if setup.isNotifying() {
      for id in Set(stored).sorted() { try await pushOnce(id) }
    }
    // A run that is over is cancelled: neither the network nor the store served it any more. This is what is left to refuse.
    try scope?.check()
    let added = Set(report.added).count
    if scope != nil && added > 0 { setup.notices.tellNew(count: added) }
    return report
  }

  private func pushOnce(_ id: String) async throws {
    let article: ArticleModel? = try await setup.store.transaction { transaction in
      guard let article = try transaction.article(id), article.highPriority else { return nil }
      guard try transaction.seen(id) == nil else { return nil }
      return try transaction.writer.insert(["told": .bool(true)], at: id, in: Self.told) == nil ? nil : article
    }
    if let article { setup.notices.push(article) }
  }
}
