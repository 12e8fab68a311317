import ArgusReference
import DeterministicScheduling
import PropertyTesting
import StorageContract

/// What the screens show.
public enum ScreenProperties: PropertyGroup {
  public static let all: [Property<ArgusSystem>] = [stateIsReflected, latestIsShown]

  // Feature: argus-system-patterns, Property 75: View-model state changes are isolated and reflected
  static let stateIsReflected = Requirement<ArgusSystem>(
    "ARG-75", "View-model state changes are isolated and reflected",
    says: """
      When everything has come to rest, each screen shows what the repository would answer to its latest request, whatever \
      order answers came in, and every view was told. An opened article shows the badge of its quality. The list says if it is \
      offline or may be out of date. Its message is that of the latest action, even if an earlier one succeeds later. No text is \
      rendered on the main actor.
      """,
    covers: "002 MVVM", "002 Main Actor Constraints", of: "NewsViewModel, NewsDetailViewModel", needs: [.storage, .concurrency],
    mustCatch: [
      .detailHearsNothing, .detailMarksNothing, .detailRendersByItself, .detailKeepsTheDeleted,
      .detailHidesTheBadge,
    ]
  ).holds(
    of: ScreensMachine.machine, commands: 0...16, scheduled: .mixed,
    requiring: [
      "answers come in another order": 0.12, "what is on the second screen is written elsewhere": 0.08,
      "what is on the second screen is deleted": 0.01, "an action fails": 0.2,
      "an action succeeds after one that failed": 0.08, "an article is opened": 0.12, "a mark is not stored": 0.15,
      "an action succeeds after a later one that failed": 0.02, "loses the network": 0.05, "an answer may be out of date": 0.05,
    ],
    making: { try await ScreensDriver($0) }, tearDown: { try await $0.close() })

  static let latestIsShown = Requirement<ArgusSystem>(
    "ARG-S5", "The Screen of One Article Shows the Latest",
    says: """
      While the user and others change an open article and answers arrive in any order, its screen shows the answer to its \
      latest request and never goes back to an earlier version. The message is that of the latest action. If an earlier action \
      succeeds later, the message stays.
      """,
    covers: "002 MVVM", "002 Main Actor Constraints", of: "NewsDetailViewModel", needs: [.storage, .concurrency],
    mustCatch: [.detailHearsNothing]
  ).holds(
    of: OpenedArticleMachine.machine, commands: 0...12, scheduled: .mixed,
    requiring: ["answers come in another order": 0.3, "an article is opened": 0.2, "one action succeeds and another fails": 0.05],
    making: { try await ScreensDriver($0) }, tearDown: { try await $0.close() })
}

// The second screen.
extension Fault<ArgusSystem> {
  static let detailHearsNothing = detail("detailHearsNothing", "shows an opened article as it was when it was opened") {
    $0.events = EventBus()
  }

  static let detailHidesTheBadge = detail("detailHidesTheBadge", "shows no badge of an opened article") { $0.badge = { _ in nil } }

  static let detailMarksNothing = detail("detailMarksNothing", "opens articles without marking them as read") { setup in
    var operations = AlteredOperations(base: setup.operations)
    let base = operations.base
    operations.opening = { try await base.article($0) }
    setup.operations = operations
  }

  static let detailRendersByItself = detail("detailRendersByItself", "renders an opened article on the main actor") { setup in
    var operations = AlteredOperations(base: setup.operations)
    let (base, render) = (operations.base, setup.render)
    operations.opening = { id in
      var opened = try await base.open(id)
      let title = opened.article.title
      opened.texts[.title] = try await MainActor.run { try render(title) }
      return opened
    }
    setup.operations = operations
  }

  static let detailKeepsTheDeleted = detail("detailKeepsTheDeleted", "goes on showing an article that was deleted") { setup in
    var operations = AlteredOperations(base: setup.operations)
    let (base, last) = (operations.base, Remembered<RenderedArticle?>(nil))
    operations.reading = { id in
      do {
        let article = try await base.article(id)
        last.set(article)
        return article
      } catch ArgusError.notFound {
        guard let gone = last.now else { throw ArgusError.notFound }
        return gone
      }
    }
    setup.operations = operations
  }

  private static func detail(_ id: String, _ fact: String, _ alter: @escaping @Sendable (inout DetailSetup) -> Void) -> Fault {
    Fault(id, fact) { system in
      let launch = system.launch
      system.launch = { platform, parts in
        var parts = parts
        let (make, render) = (parts.makeNewsDetail, parts.render)
        parts.makeNewsDetail = { id, setup in
          var altered = DetailSetup(operations: setup.operations, events: setup.events, badge: setup.badge, render: render)
          alter(&altered)
          var setup = setup
          (setup.operations, setup.events, setup.badge) = (altered.operations, altered.events, altered.badge)
          return make(id, setup)
        }
        return try await launch(platform, parts)
      }
    }
  }
}

/// What a fault of the second screen changes. It renders as the app does.
struct DetailSetup: Sendable {
  var operations: any ArticleOperating
  var events: any EventBusProtocol
  var badge: @Sendable (Double?) -> QualityBadge?
  let render: @Sendable (String) throws -> RichText
}
