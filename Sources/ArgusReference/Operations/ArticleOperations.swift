/// What the user does with articles, between the screens and the repository (002 MVVM, Repository Pattern): view models call
/// these and nothing below them.
///
/// Errors are ``ArgusError``, but for `CancellationError` and ``MigrationInProgress``.
public protocol ArticleOperating: Sendable {
  /// The device has no network. What was stored can be read and written all the same.
  var isOffline: Bool { get }
  /// It always answers.
  func list(topic: String?) async -> TopicArticles
  /// The article with the rich text of each field.
  /// - Throws: ``ArgusError/notFound``; ``ArgusError/transactionFailed``.
  func article(_ id: String) async throws -> RenderedArticle
  /// As ``article(_:)``, after it was marked as read and seen.
  func open(_ id: String) async throws -> RenderedArticle
  func setRead(_ isRead: Bool, of id: String) async throws
  func setBookmarked(_ isBookmarked: Bool, of id: String) async throws
  /// One that is not there any more is deleted already.
  func delete(_ id: String) async throws
  /// Gets what is new from the backend.
  /// - Returns: whether it was asked: offline it is not, and that is no error.
  @discardableResult
  func refresh() async throws -> Bool
}

/// An article as a screen shows it.
public struct RenderedArticle: Sendable, Equatable {
  public var article: ArticleModel
  public var texts: [RichTextField: RichText]

  public init(article: ArticleModel, texts: [RichTextField: RichText]) {
    self.article = article
    self.texts = texts
  }
}

/// What the operations work with.
public struct ArticleOperationsSetup: Sendable {
  public var articles: any ArticleServiceProtocol
  public var feed: any FeedSyncing
  public var isOnline: @Sendable () -> Bool
  /// Whether the migration's modal keeps the user from everything.
  public var isBlocked: @Sendable () async -> Bool

  public init(
    articles: any ArticleServiceProtocol, feed: any FeedSyncing, isOnline: @escaping @Sendable () -> Bool,
    isBlocked: @escaping @Sendable () async -> Bool
  ) {
    self.articles = articles
    self.feed = feed
    self.isOnline = isOnline
    self.isBlocked = isBlocked
  }
}

public struct ArticleOperations: ArticleOperating {
  /// How often a mark is set anew on an article that somebody else changed in between.
  private static let attemptCount = 3

  private let setup: ArticleOperationsSetup

  public init(_ setup: ArticleOperationsSetup) {
    self.setup = setup
  }

  public var isOffline: Bool { !setup.isOnline() }

  public func list(topic: String?) async -> TopicArticles { await setup.articles.articles(topic: topic) }

  public func article(_ id: String) async throws -> RenderedArticle {
    while true {
      guard let article = try await setup.articles.article(id) else { throw ArgusError.notFound }
      var texts: [RichTextField: RichText] = [:]
      for field in RichTextField.allCases { texts[field] = try await setup.articles.richText(field, of: id).text }
      // An edit in between: its title over the body of before would be an article that nobody wrote.
      if try await setup.articles.article(id)?.version == article.version {
        return RenderedArticle(article: article, texts: texts)
      }
    }
  }

  public func open(_ id: String) async throws -> RenderedArticle {
    try await expectUnblocked()
    guard try await setup.articles.open(id) else { throw ArgusError.notFound }
    return try await article(id)
  }

  public func setRead(_ isRead: Bool, of id: String) async throws { try await change(id) { $0.isRead = isRead } }

  public func setBookmarked(_ isBookmarked: Bool, of id: String) async throws {
    try await change(id) { $0.isBookmarked = isBookmarked }
  }

  /// Writes only what differs, over the version that was read: nothing that another device wrote is written back.
  private func change(_ id: String, _ change: @Sendable (inout ArticleModel) -> Void) async throws {
    try await expectUnblocked()
    for attempt in 1...Self.attemptCount {
      guard let before = try await setup.articles.article(id) else { throw ArgusError.notFound }
      var article = before
      change(&article)
      if article == before { return }
      do {
        try await setup.articles.update(article, expectedVersion: before.version)
        return
      } catch ArgusError.conflict(let other) where attempt == Self.attemptCount {
        throw ArgusError.conflict(id: other)
      } catch ArgusError.conflict {}
    }
  }

  public func delete(_ id: String) async throws {
    try await expectUnblocked()
    try await setup.articles.delete(id)
  }

  @discardableResult
  public func refresh() async throws -> Bool {
    try await expectUnblocked()
    guard setup.isOnline() else { return false }
    try await setup.feed.refresh(in: nil)
    return true
  }

  private func expectUnblocked() async throws {
    if await setup.isBlocked() { throw MigrationInProgress() }
  }
}
