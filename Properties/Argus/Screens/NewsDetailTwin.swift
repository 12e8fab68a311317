import ArgusReference
import Observation
import PropertyTesting

/// A second model of the opened article, written otherwise: one value holds all that is shown, and questions and actions are
/// numbered apart.
@MainActor
@Observable
final class NewsDetailTwin: NewsDetail {
  enum Defect: String, CaseIterable, Sendable {
    case showsLateAnswers = "shows the answer to an action although a newer request was made"
    case showsLateChanges = "shows an earlier version when its answer arrives later"
    case keepsTheMessage = "goes on showing the message of a failed action after one that succeeded"
    case saysNothing = "shows no message for a failed action on the opened article"
    case closesLate = "empties the screen when an earlier action missed an article that is back"
    case clearsTheMessageLate = "removes a message when an earlier action succeeds"
  }

  nonisolated static let twin = Twin<ArgusSystem, Defect>("NewsDetailTwin") { system, defect in
    system.parts.makeNewsDetail = { NewsDetailTwin($0, $1, defect) }
  }

  private struct Shown {
    var answer: RenderedArticle?
    var message: [ErrorMessages.Language: String]?
  }

  private var shown = Shown()
  @ObservationIgnored private var asked = 0
  @ObservationIgnored private var acted = 0
  @ObservationIgnored private var subscription: EventSubscription?
  private let id: String
  private let setup: ScreenSetup
  private let defect: Defect?

  init(_ id: String, _ setup: ScreenSetup, _ defect: Defect?) {
    (self.id, self.setup, self.defect) = (id, setup, defect)
  }

  var article: ArticleModel? { shown.answer?.article }
  var texts: [RichTextField: RichText] { shown.answer?.texts ?? [:] }
  var badge: QualityBadge? { shown.answer.flatMap { setup.badge($0.article.qualityScore) } }
  var message: [ErrorMessages.Language: String]? { shown.message }

  func open() async {
    subscription = setup.events.subscribe(to: .articlesChanged) { [weak self] _ in await self?.look() }
    await act { [id, setup] in try await setup.operations.open(id) }
  }

  func setRead(_ isRead: Bool) async {
    await act { [id, setup] in
      try await setup.operations.setRead(isRead, of: id)
      return try await setup.operations.article(id)
    }
  }

  func setBookmarked(_ isBookmarked: Bool) async {
    await act { [id, setup] in
      try await setup.operations.setBookmarked(isBookmarked, of: id)
      return try await setup.operations.article(id)
    }
  }

  func delete() async {
    await act { [id, setup] in
      try await setup.operations.delete(id)
      return nil
    }
  }

  /// What somebody else changed.
  private func look() async {
    asked += 1
    let question = asked
    let result = await Task { [id, setup] in try await setup.operations.article(id) }.result
    switch result {
    case .success(let answer): if question == asked || defect == .showsLateChanges { shown.answer = answer }
    case .failure(let error):
      if error as? ArgusError == .notFound, question == asked { shown.answer = nil }
    }
  }

  private func act(_ action: @escaping @Sendable () async throws -> RenderedArticle?) async {
    (asked, acted) = (asked + 1, acted + 1)
    let (question, number) = (asked, acted)
    switch await Task(operation: action).result {
    case .success(let answer):
      let isLatest = number == acted || defect == .clearsTheMessageLate
      if isLatest && defect != .keepsTheMessage { shown.message = nil }
      if question == asked || defect == .showsLateAnswers { shown.answer = answer }
    case .failure(let error):
      let texts = setup.errors.surface(error)
      if number == acted { shown.message = defect == .saysNothing ? nil : texts }
      if question == asked || defect == .closesLate, error as? ArgusError == .notFound { shown.answer = nil }
    }
  }
}
