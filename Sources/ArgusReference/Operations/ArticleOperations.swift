/// The user's actions on articles, between the screens and the repository (002 MVVM, Repository Pattern). View models
/// call these and nothing below them.
///
/// Errors are ``ArgusError``, except for `CancellationError` and ``MigrationInProgress``. The functions that change
/// something, ``open(_:)`` and ``refresh()`` throw ``MigrationInProgress`` while the migration's modal is shown.
public protocol ArticleOperating: Sendable {
  /// Whether the device has no network. Stored articles can be read and changed all the same.
  var isOffline: Bool { get }
  /// Returns the articles of a topic, or all articles if `topic` is nil. It always answers.
  func list(topic: String?) async -> TopicArticles
  /// Returns the article with the rich text of each field, all of the same version.
  /// - Throws: ``ArgusError/notFound``; ``ArgusError/transactionFailed``.
  func article(_ id: String) async throws -> RenderedArticle
  /// Marks the article as read and seen, and returns it as ``article(_:)`` does.
  func open(_ id: String) async throws -> RenderedArticle
  /// Sets or clears the mark that the article is read. If it is set so already, nothing is written.
  /// - Throws: ``ArgusError/notFound``; ``ArgusError/transactionFailed``; ``ArgusError/conflict(id:)`` if others keep
  ///   changing the article.
  func setRead(_ isRead: Bool, of id: String) async throws
  /// Sets or clears the bookmark. If it is set so already, nothing is written.
  /// - Throws: the same errors as ``setRead(_:of:)``.
  func setBookmarked(_ isBookmarked: Bool, of id: String) async throws
  /// Deletes the article. If it is gone already, that is no error.
  func delete(_ id: String) async throws
  /// Gets new articles from the backend.
  /// - Returns: whether it asked the backend. Offline it does not, and that is no error.
  @discardableResult
  func refresh() async throws -> Bool
}

/// An article as a screen shows it.
public struct RenderedArticle: Sendable, Equatable {
  /// The article, with its texts in Markdown.
  public var article: ArticleModel
  /// The rich text of every field.
  public var texts: [RichTextField: RichText]

  /// Creates a rendered article from its parts.
  public init(article: ArticleModel, texts: [RichTextField: RichText]) {
    self.article = article
    self.texts = texts
  }
}

/// The parts that the operations are made from.
public struct ArticleOperationsSetup: Sendable {
  /// The repository.
  public var articles: any ArticleServiceProtocol
  /// Gets new articles from the backend.
  public var feed: any FeedSyncing
  /// Whether the device has a network now.
  public var isOnline: @Sendable () -> Bool
  /// Whether the migration's modal blocks the user's actions now.
  public var isBlocked: @Sendable () async -> Bool

  /// Creates a setup from its parts.
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

/// The reference's operations. They try to set a mark up to three times if others change the article in between.
public struct ArticleOperations: ArticleOperating {
  /// The most attempts to set a mark on an article that others change in between.
  private static let attemptCount = 3

  private let setup: ArticleOperationsSetup

  /// Creates the operations. They hold no state of their own.
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
      // If an edit came in between, the title and the body could be of different versions. Read both again.
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

  /// Changes the article and writes it over the version that was read, so that no write of others is undone. Writes
  /// nothing if the change makes no difference.
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
