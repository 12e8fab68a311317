import Foundation
import Observation

/// The list of a topic's articles.
@MainActor
public protocol NewsList: AnyObject, Sendable {
  /// Nil for all.
  var topic: String? { get }
  /// As the repository last gave them; while ``unreadOnly``, without those that were read.
  var articles: [ArticleModel] { get }
  /// Whether something may have been written since that they do not show.
  var isStale: Bool { get }
  var isOffline: Bool { get }
  var isLoading: Bool { get }
  /// The user's setting `unreadOnly`.
  var unreadOnly: Bool { get }
  /// What the user is told of the last action, in each language; nil if it succeeded.
  var message: [ErrorMessages.Language: String]? { get }

  /// Shows the list, and follows what others change from then on.
  func start() async
  func select(topic: String?) async
  func load() async
  func refresh() async
  func setRead(_ isRead: Bool, of id: String) async
  func setBookmarked(_ isBookmarked: Bool, of id: String) async
  func delete(_ id: String) async
}

/// What a screen works with.
public struct ScreenSetup: Sendable {
  public var operations: any ArticleOperating
  public var errors: any ErrorReporting
  public var events: any EventBusProtocol
  public var settings: any SettingsStoring

  public init(
    operations: any ArticleOperating, errors: any ErrorReporting, events: any EventBusProtocol,
    settings: any SettingsStoring
  ) {
    self.operations = operations
    self.errors = errors
    self.events = events
    self.settings = settings
  }
}

/// Shows the answer to the latest request, whatever comes in after it (002 MVVM, Main Actor Constraints).
@MainActor
@Observable
public final class NewsViewModel: NewsList {
  public static let unreadOnlyKey = "unreadOnly"

  public private(set) var topic: String?
  public private(set) var isStale = false
  public private(set) var isOffline: Bool
  public private(set) var isLoading = false
  public private(set) var unreadOnly = false
  public private(set) var message: [ErrorMessages.Language: String]?
  private var all: [ArticleModel] = []

  @ObservationIgnored private var requests = 0
  @ObservationIgnored private var changes: EventSubscription?
  @ObservationIgnored private var settingObserver: UUID?
  private let setup: ScreenSetup

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
      // A setting that cannot be read has its default.
      take(unreadOnly: (try? await setup.settings.value(for: Self.unreadOnlyKey)) ?? nil)
    }
    await load()
  }

  private func take(unreadOnly value: String?) { unreadOnly = value == "true" }

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
    do {
      try await action(setup.operations)
      message = nil
    } catch {
      message = setup.errors.surface(error)
    }
    await load()
  }
}
