import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// A tree of views, some of whose models cannot be made.
@MainActor
final class MissingModelSession {
  private struct ForeignError: Error {}

  private let trial: Trial
  private let missing: MissingModels
  private let scene: any SceneHosting
  private var drawn: [DrawnView]
  private var factories: [String: MissingModels.Factory]

  init(_ system: PersonalOSSystem, _ missing: MissingModels, _ trial: Trial) {
    self.trial = trial
    self.missing = missing
    factories = missing.factories
    drawn = missing.views
    scene = system.views.openScene(
      "main", tasks: system.tasks.makeRegistry(EffectGate()), log: system.errors.makeLog(100, []))
    for (type, factory) in factories { register(factory, for: type) }
  }

  private func register(_ factory: MissingModels.Factory, for type: String) {
    switch factory {
    case .works: scene.store.register(type) { _ in ProbeModel(serial: 1) }
    case .isMissing: break
    case .throwsForeignError: scene.store.register(type) { _ in throw ForeignError() }
    case .lacks(let name): scene.store.register(type) { _ in throw DependencyError.missing(name) }
    }
  }

  private var views: [DrawnView] { drawn.flatMap(\.all) }

  func show() {
    scene.show(drawn.map(node))
    let broken = views.count { reason($0) != nil }
    trial.label("some work, some do not", if: broken > 0 && broken < views.count)
    trial.label(
      "below one that is missing",
      if: drawn.contains { parent in
        reason(parent) != nil && parent.children.contains { reason($0) == nil }
      })
  }

  /// A view without a model comes and goes like any other.
  func hideAndShowSome() {
    drawn = drawn.map { $0.turning(missing.turned) }
    scene.show(drawn.map(node))
    let turned = views.filter { missing.turned.contains($0.identity) && reason($0) != nil }
    trial.label("hidden without a model", if: turned.contains { !$0.isVisible })
    trial.label("shown without a model", if: turned.contains { $0.isVisible })
  }

  func showNothingExpectingNothingLeft() throws {
    scene.show([])
    try expect("models kept in the end", scene.store.count, equals: 0)
    try expect("banners in the end", scene.presenter.errorQueue.map(\.operation), equals: [])
  }

  private func node(_ view: DrawnView) -> ViewNode {
    ViewNode(
      ViewDescription(view.identity) { model, _ in "holds \((model as? ProbeModel)?.number ?? -1)" },
      isVisible: view.isVisible, children: view.children.map(node))
  }

  /// What is missing for a view; nil where nothing is.
  private func reason(_ view: DrawnView) -> DependencyError? {
    switch factories[view.identity.type] ?? .isMissing {
    case .works: nil
    case .isMissing, .throwsForeignError: .missing(view.identity.type)
    case .lacks(let name): .missing(name)
    }
  }

  func expectExactlyTheAffectedUnavailable() throws {
    for view in views {
      guard let host = scene.host(of: view.identity) else {
        try expect("\(view.identity) has a host", false)
        continue
      }
      let isDone = host.act { ($0 as? ProbeModel)?.number = 7 }
      host.tick()
      if let reason = reason(view) {
        try expect("\(view.identity)", host.phase, equals: .unavailable(reason))
        try expect("\(view.identity) takes actions", isDone, equals: false)
        try expectErrorInItsPlace(view, host)
        trial.label("lacks something else", if: reason != .missing(view.identity.type))
      } else {
        try expect("\(view.identity)", host.phase, equals: view.isVisible ? .visible : .ready)
        try expect("\(view.identity) takes actions", isDone, equals: view.isVisible)
        try expect(
          "\(view.identity) shows", host.content, equals: view.isVisible ? .text("holds 7") : .nothing)
      }
    }
    try expect(
      "banners", scene.presenter.errorQueue.map(\.operation).sorted(),
      equals: views.filter { reason($0) != nil }.map { "open \($0.identity)" }.sorted())
  }

  private func expectErrorInItsPlace(_ view: DrawnView, _ host: any ViewHosting) throws {
    guard view.isVisible else { return try expect("\(view.identity) shows", host.content, equals: .nothing) }
    guard case .error(let message) = host.content else {
      return try expect("\(view.identity) shows an error", false)
    }
    try expect("\(view.identity) says something", message.contains { $0.isLetter })
  }

  /// Registers what some of the views need, and tries all again that are unavailable.
  func repair() async throws {
    let broken = views.filter { reason($0) != nil }
    for type in missing.repaired where broken.contains(where: { $0.identity.type == type }) {
      factories[type] = .works
      register(.works, for: type)
    }
    for type in missing.changed where broken.contains(where: { $0.identity.type == type }) {
      factories[type] = .lacks("network")
      register(.lacks("network"), for: type)
      trial.label("lacks something new")
    }
    for view in broken {
      trial.label(reason(view) == nil ? "is mended" : "stays broken")
      if missing.repairsThroughBanner {
        let operation = "open \(view.identity)"
        let banner = scene.presenter.errorQueue.first { $0.operation == operation }
        try expect("a banner of \(view.identity) that offers a retry", banner?.offersRetry, equals: true)
        if let banner { await scene.presenter.retry(for: banner.id) }
      } else if let host = scene.host(of: view.identity) {
        guard let reason = reason(view) else {
          try host.retry()
          continue
        }
        let error = try expectThrows("a retry in vain", DependencyError.self) { try host.retry() }
        try expect("a retry in vain", error, equals: reason)
      }
    }
  }
}
