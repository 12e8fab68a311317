import Observation

/// A screen with one article.
@MainActor
public protocol NewsDetail: AnyObject, Sendable {
  /// The article. Nil before it is opened, and after it was deleted.
  var article: ArticleModel? { get }
  /// The rendered text of each field. Empty while there is no article.
  var texts: [RichTextField: RichText] { get }
  /// The badge of the article's quality. Nil without an article, and for a score that earns none.
  var badge: QualityBadge? { get }
  /// The user's message of the last action, in each language. Nil if the action succeeded.
  var message: [ErrorMessages.Language: String]? { get }

  /// Marks the article as read and seen, and shows it. From then on the screen follows all changes of articles.
  func open() async
  /// Sets or clears the mark that the article is read, and shows the result.
  func setRead(_ isRead: Bool) async
  /// Sets or clears the bookmark, and shows the result.
  func setBookmarked(_ isBookmarked: Bool) async
  /// Deletes the article. The screen is empty afterwards.
  func delete() async
}

/// Shows the answer to the latest request (002 MVVM, Main Actor Constraints). It renders nothing: the texts arrive
/// rendered.
@MainActor
@Observable
public final class NewsDetailViewModel: NewsDetail {
  public private(set) var article: ArticleModel?
  public private(set) var texts: [RichTextField: RichText] = [:]
  public private(set) var message: [ErrorMessages.Language: String]?

  @ObservationIgnored private var requests = 0
  @ObservationIgnored private var actions = 0
  @ObservationIgnored private var changes: EventSubscription?
  private let id: String
  private let setup: ScreenSetup

  /// Creates an empty screen for the article of an id.
  public init(_ id: String, _ setup: ScreenSetup) {
    self.id = id
    self.setup = setup
  }

  public var badge: QualityBadge? { article.flatMap { setup.badge($0.qualityScore) } }

  public func open() async {
    if changes == nil {
      changes = setup.events.subscribe(to: .articlesChanged) { [weak self] _ in await self?.reload() }
    }
    await run { [id] in try await $0.open(id) }
  }

  public func setRead(_ isRead: Bool) async {
    await run { [id] in
      try await $0.setRead(isRead, of: id)
      return try await $0.article(id)
    }
  }

  public func setBookmarked(_ isBookmarked: Bool) async {
    await run { [id] in
      try await $0.setBookmarked(isBookmarked, of: id)
      return try await $0.article(id)
    }
  }

  public func delete() async {
    await run { [id] in
      try await $0.delete(id)
      return nil
    }
  }

  private func run(_ action: @Sendable (any ArticleOperating) async throws -> RenderedArticle?) async {
    requests += 1
    actions += 1
    let (request, number) = (requests, actions)
    do {
      let answer = try await action(setup.operations)
      // A later action may have failed meanwhile. Its message stays.
      if number == actions { message = nil }
      if request == requests { show(answer) }
    } catch {
      let texts = setup.errors.surface(error)
      if number == actions { message = texts }
      if request == requests, error as? ArgusError == .notFound { show(nil) }
    }
  }

  /// Shows the changes that others made. A failure is not reported, because it is not the user's action, and the screen
  /// stays as it is.
  private func reload() async {
    requests += 1
    let request = requests
    do {
      let answer = try await setup.operations.article(id)
      if request == requests { show(answer) }
    } catch ArgusError.notFound {
      if request == requests { show(nil) }
    } catch {}
  }

  private func show(_ answer: RenderedArticle?) {
    article = answer?.article
    texts = answer?.texts ?? [:]
  }
}
