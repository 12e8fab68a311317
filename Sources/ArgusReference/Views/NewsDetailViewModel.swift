import Observation

/// One article, opened.
@MainActor
public protocol NewsDetail: AnyObject, Sendable {
  /// Nil before it is opened, and when it was deleted.
  var article: ArticleModel? { get }
  /// Rendered.
  var texts: [RichTextField: RichText] { get }
  var message: [ErrorMessages.Language: String]? { get }

  /// Marks it as read and seen, shows it, and follows what others change from then on.
  func open() async
  func setRead(_ isRead: Bool) async
  func setBookmarked(_ isBookmarked: Bool) async
  func delete() async
}

/// Shows the answer to the latest request (002 MVVM, Main Actor Constraints). Nothing is rendered here: the texts come rendered.
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

  public init(_ id: String, _ setup: ScreenSetup) {
    self.id = id
    self.setup = setup
  }

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
      // A late success says nothing of an action that failed since.
      if number == actions { message = nil }
      if request == requests { show(answer) }
    } catch {
      let texts = setup.errors.surface(error)
      if number == actions { message = texts }
      if request == requests, error as? ArgusError == .notFound { show(nil) }
    }
  }

  /// What others changed. A failure is not the user's, and leaves what is shown.
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
