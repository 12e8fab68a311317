import Foundation
import Observation

/// A screen with the list of a topic's articles.
@MainActor
public protocol NewsList: AnyObject, Sendable {
  /// The topic, or nil for all articles.
  var topic: String? { get }
  /// The articles of the repository's last answer, the latest first. While ``unreadOnly`` is true, without those that
  /// are read.
  var articles: [ArticleModel] { get }
  /// Whether ``articles`` may lack changes that were written since.
  var isStale: Bool { get }
  /// Whether the device was offline at the last answer.
  var isOffline: Bool { get }
  /// Whether the answer to the latest request has not arrived yet.
  var isLoading: Bool { get }
  /// The user's setting `unreadOnly`. False if it is not set or cannot be read.
  var unreadOnly: Bool { get }
  /// The user's message of the last action, in each language. Nil if the action succeeded.
  var message: [ErrorMessages.Language: String]? { get }

  /// Shows the list. From then on the screen follows all changes of articles and of the setting.
  func start() async
  /// Shows another topic, or all articles if `topic` is nil.
  func select(topic: String?) async
  /// Reads the list again.
  func load() async
  /// Gets new articles from the backend, and reads the list again.
  func refresh() async
  /// Sets or clears the mark that an article is read, and reads the list again.
  func setRead(_ isRead: Bool, of id: String) async
  /// Sets or clears the bookmark of an article, and reads the list again.
  func setBookmarked(_ isBookmarked: Bool, of id: String) async
  /// Deletes an article, and reads the list again.
  func delete(_ id: String) async
}

/// The parts that a screen is made from.
public struct ScreenSetup: Sendable {
  /// The actions on articles.
  public var operations: any ArticleOperating
  /// Logs and words the failures of the user's actions.
  public var errors: any ErrorReporting
  /// The bus whose `articlesChanged` events make the screen reload.
  public var events: any EventBusProtocol
  /// Holds the setting ``NewsList/unreadOnly``.
  public var settings: any SettingsStoring
  /// Returns the badge of a quality score: see ``NewsDetail/badge``.
  public var badge: @Sendable (Double?) -> QualityBadge?

  /// Creates a setup from its parts.
  public init(
    operations: any ArticleOperating, errors: any ErrorReporting, events: any EventBusProtocol,
    settings: any SettingsStoring, badge: @escaping @Sendable (Double?) -> QualityBadge?
  ) {
    self.operations = operations
    self.errors = errors
    self.events = events
    self.settings = settings
    self.badge = badge
  }
}

/// Shows the answer to the latest request, even if an earlier request is answered later (002 MVVM, Main Actor
/// Constraints).
@MainActor
@Observable
public final class NewsViewModel: NewsList {
  /// The key of the setting ``unreadOnly``. The value `true` turns it on.
  public static let unreadOnlyKey = "unreadOnly"

  public private(set) var topic: String?
  public private(set) var isStale = false
  public private(set) var isOffline: Bool
  public private(set) var isLoading = false
  public private(set) var unreadOnly = false
  public private(set) var message: [ErrorMessages.Language: String]?
  private var all: [ArticleModel] = []

  @ObservationIgnored private var requests = 0
  @ObservationIgnored private var actions = 0
  @ObservationIgnored private var changes: EventSubscription?
  @ObservationIgnored private var settingObserver: UUID?
  /// The changes of ``unreadOnly`` that this list was told of.
  @ObservationIgnored private var settingChanges = 0
  private let setup: ScreenSetup

  /// Creates an empty list of all articles. It reads nothing before ``start()`` or ``load()``.
  public init(_ setup: ScreenSetup) {
    self.setup = setup
    isOffline = setup.operations.isOffline
  }

  deinit {
    if let settingObserver { Task { [setup] in await setup.settings.stopObserving(settingObserver) } }
  }

  public var articles: [ArticleModel] { unreadOnly ? all.filter { !$0.isRead } : all }

  public func start() async {
    if changes == nil {
      changes = setup.events.subscribe(to: .articlesChanged) { [weak self] _ in await self?.load() }
      settingObserver = await setup.settings.observe(Self.unreadOnlyKey) { [weak self] value in
        await self?.take(unreadOnly: value)
      }
      // A setting that cannot be read has its default. A change that was told meanwhile is newer than the answer.
      let stored = (try? await setup.settings.value(for: Self.unreadOnlyKey)) ?? nil
      if settingChanges == 0 { unreadOnly = stored == "true" }
    }
    await load()
  }

  private func take(unreadOnly value: String?) {
    settingChanges += 1
    unreadOnly = value == "true"
  }

  public func select(topic: String?) async {
    self.topic = topic
    await load()
  }

  public func load() async {
    requests += 1
    let request = requests
    isLoading = true
    let answer = await setup.operations.list(topic: topic)
    guard request == requests else { return }
    (all, isStale, isOffline) = (answer.articles, answer.isStale, setup.operations.isOffline)
    isLoading = false
  }

  public func refresh() async { await run { try await $0.refresh() } }
  public func setRead(_ isRead: Bool, of id: String) async { await run { try await $0.setRead(isRead, of: id) } }
  public func setBookmarked(_ isBookmarked: Bool, of id: String) async {
    await run { try await $0.setBookmarked(isBookmarked, of: id) }
  }
  public func delete(_ id: String) async { await run { try await $0.delete(id) } }

  private func run(_ action: @Sendable (any ArticleOperating) async throws -> Void) async {
    actions += 1
    let number = actions
    do {
      try await action(setup.operations)
      // A later action may have failed meanwhile. Its message stays.
      if number == actions { message = nil }
    } catch {
      let texts = setup.errors.surface(error)
      if number == actions { message = texts }
    }
    await load()
  }
}
