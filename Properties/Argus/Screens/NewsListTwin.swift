import ArgusReference
import Foundation
import Observation
import PropertyTesting

/// A second model of the list, written otherwise: one value holds all that is shown, and each request is a task that the next
/// one replaces.
@MainActor
@Observable
final class NewsListTwin: NewsList {
  enum Defect: String, CaseIterable, Sendable {
    case showsTheLastAnswer = "shows the answer that arrives last, whatever the latest request"
    case tellsNobody = "changes its state and tells no view"
    case hearsNothing = "does not show changes that others make"
    case ignoresTheSetting = "does not follow the setting"
    case readsTheSettingLater = "applies a changed setting only when something else changes"
    case hidesFailures = "shows no message for a failed action"
    case keepsMessages = "goes on showing the message of an action that failed before"
    case forgetsALaterFailure = "takes the message of a failed action away when one of before has succeeded"
    case staysLoading = "goes on loading for ever when answers come in another order"
    case keepsTheTopic = "shows the topic of before after a quick switch"
    case marksWhatFailed = "shows a mark that was not stored"
    case saysItIsFresh = "does not report that an answer may be out of date"
    case saysItIsOnline = "does not report that there is no network"
    case beginsOnline = "reports a network until a list was first requested"
    case beginsWithAll = "shows read articles at first, whatever the setting is"
  }

  nonisolated static let twin = Twin<ArgusSystem, Defect>("NewsListTwin") { system, defect in
    system.parts.makeNewsList = { NewsListTwin($0, defect) }
  }

  private struct Shown: Equatable {
    var topic: String?
    var articles: [ArticleModel] = []
    var isStale = false
    var isOffline = false
    var unreadOnly = false
    var message: [ErrorMessages.Language: String]?
  }

  private var shown = Shown()
  @ObservationIgnored private var untold: [ArticleModel]?
  @ObservationIgnored private var latest = UUID()
  @ObservationIgnored private var latestAct = UUID()
  @ObservationIgnored private var subscriptions: [EventSubscription] = []
  @ObservationIgnored private var later: Bool?
  private(set) var isLoading = false
  private let setup: ScreenSetup
  private let defect: Defect?

  init(_ setup: ScreenSetup, _ defect: Defect?) {
    (self.setup, self.defect) = (setup, defect)
    shown.isOffline = defect != .saysItIsOnline && defect != .beginsOnline && setup.operations.isOffline
  }

  var topic: String? { shown.topic }
  var articles: [ArticleModel] {
    let all = untold ?? shown.articles
    return shown.unreadOnly ? all.filter { !$0.isRead } : all
  }
  var isStale: Bool { shown.isStale }
  var isOffline: Bool { shown.isOffline }
  var unreadOnly: Bool { shown.unreadOnly }
  var message: [ErrorMessages.Language: String]? { shown.message }

  func start() async {
    if defect != .hearsNothing {
      subscriptions = [setup.events.subscribe(to: .articlesChanged) { [weak self] _ in await self?.load() }]
    }
    if defect != .ignoresTheSetting {
      let value = try? await setup.settings.value(for: NewsViewModel.unreadOnlyKey)
      shown.unreadOnly = defect != .beginsWithAll && value == "true"
      _ = await setup.settings.observe(NewsViewModel.unreadOnlyKey) { [weak self] value in await self?.setting(value == "true") }
    }
    await load()
  }

  private func setting(_ isOn: Bool) {
    if defect == .readsTheSettingLater { later = isOn } else { shown.unreadOnly = isOn }
  }

  func select(topic: String?) async {
    if defect != .keepsTheTopic || !isLoading { shown.topic = topic }
    await load()
  }

  func load() async {
    let request = UUID()
    latest = request
    isLoading = true
    let answer = await setup.operations.list(topic: shown.topic)
    if defect == .staysLoading && latest != request { return latest = UUID() }
    if defect != .showsTheLastAnswer && latest != request { return }
    var next = shown
    if let later { next.unreadOnly = later }
    later = nil
    if defect == .tellsNobody { untold = answer.articles } else { next.articles = answer.articles }
    next.isStale = defect != .saysItIsFresh && answer.isStale
    next.isOffline = defect != .saysItIsOnline && setup.operations.isOffline
    // What is the same is told to nobody.
    if next != shown { shown = next }
    isLoading = false
  }

  func refresh() async { await act { try await $0.refresh() } }
  func setRead(_ isRead: Bool, of id: String) async { await act { try await $0.setRead(isRead, of: id) } }
  func setBookmarked(_ isBookmarked: Bool, of id: String) async {
    await act { try await $0.setBookmarked(isBookmarked, of: id) }
    guard defect == .marksWhatFailed, let place = shown.articles.firstIndex(where: { $0.id == id }) else { return }
    shown.articles[place].isBookmarked = isBookmarked
  }
  func delete(_ id: String) async { await act { try await $0.delete(id) } }

  private func act(_ action: @Sendable (any ArticleOperating) async throws -> Void) async {
    let number = UUID()
    latestAct = number
    do {
      try await action(setup.operations)
      let isLatest = number == latestAct || defect == .forgetsALaterFailure
      if isLatest && defect != .keepsMessages { shown.message = nil }
    } catch {
      let texts = setup.errors.surface(error)
      if number == latestAct { shown.message = defect == .hidesFailures ? nil : texts }
    }
    await load()
  }
}
