import Foundation
import StorageContract

/// Gets the backend's articles into the store (002 Data Flow, Communication Patterns).
public protocol FeedSyncing: Sendable {
  /// Fetches the articles, stores them, and notifies the user of new ones.
  /// - Parameter scope: the scope of the background run. Nil while the user has the app open.
  /// - Returns: the outcome of the import.
  /// - Throws: what the fetch or the store throws; `CancellationError` if the run is over. Articles that were stored
  ///   stay.
  @discardableResult
  func refresh(in scope: BackgroundScope?) async throws -> ImportReport
}

/// The parts that the feed is made from.
public struct FeedSetup: Sendable {
  /// Gets the articles that the backend has now.
  public var fetch: @Sendable () async throws -> [ArticleModel]
  /// The repository that imports the articles.
  public var articles: any ArticleServiceProtocol
  /// Keeps the ids of the articles that the user was notified of.
  public var store: any ArticleStore
  /// Shows the notifications.
  public var notices: any ArticleNotifying
  /// Whether the user wants notifications of single articles.
  public var isNotifying: @Sendable () -> Bool

  /// Creates a setup from its parts.
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

/// Stores first and notifies afterwards, so the user never learns of an article that is not there.
///
/// A foreground refresh notifies of single articles only. A background run also shows the number of added articles.
public struct FeedSync: FeedSyncing {
  /// The collection with the ids of articles that the user was notified of, each with the call that notified. Its records
  /// are never deleted.
  private static let told = "pushed_articles"
  private let setup: FeedSetup

  /// Creates a feed. It holds no state of its own.
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
    // A run that is over is cancelled, so the network and the store have refused it. Only the notice is left to stop.
    try scope?.check()
    let added = Set(report.added).count
    if scope != nil && added > 0 { setup.notices.tellNew(count: added) }
    return report
  }

  /// Notifies the user of a stored article, unless it has no high priority, was seen, or was notified of before.
  private func pushOnce(_ id: String) async throws {
    let call = UUID()
    let article: ArticleModel? = try await setup.store.transaction { transaction in
      guard let article = try transaction.article(id), article.highPriority else { return nil }
      guard try transaction.seen(id) == nil else { return nil }
      if try transaction.writer.insert(["told": .bool(true), "by": .uuid(call)], at: id, in: Self.told) != nil { return article }
      // If the store does not say whether it has committed, it runs this closure again and meets this call's own note.
      return try transaction.writer.get(id, in: Self.told)?.fields["by"] == .uuid(call) ? article : nil
    }
    if let article { setup.notices.push(article) }
  }
}
