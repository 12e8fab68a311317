import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// One scene, and the model of which lives its views have.
@MainActor
final class SceneSession {
  private struct Life: Equatable {
    let serial: Int
    var number = 0
  }

  private let trial: Trial
  private let name: String
  let scene: any SceneHosting
  private let factory = ModelFactory()
  private let tasks: any TaskRegistry
  private let callbacks = Callbacks()
  /// How often views have been described.
  private var descriptions = 0
  private var shown: [DrawnView] = []
  private var lives: [ViewIdentity: Life] = [:]
  private var livesBegun = 0
  private var ended: Set<ViewIdentity> = []
  private var hidden: Set<ViewIdentity> = []

  /// - Parameter tasks: of the app, where scenes share them.
  init(
    _ system: PersonalOSSystem, _ name: String, _ trial: Trial, tasks: (any TaskRegistry)? = nil
  ) {
    self.trial = trial
    self.name = name
    let tasks = tasks ?? system.tasks.makeRegistry(EffectGate())
    self.tasks = tasks
    scene = system.views.openScene(name, tasks: tasks, log: system.errors.makeLog(100, []))
    let factory = factory
    for type in ["A", "B"] { scene.store.register(type) { _ in factory.make() } }
  }

  func perform(_ command: SceneCommand) throws {
    trial.note("\(name): \(describe(command))")
    switch command {
    case .show(let views): show(views)
    case .change(let choice, let number):
      guard !shown.isEmpty else { return }
      let view = shown[choice % shown.count]
      let seen = Shared<Int>()
      let isDone = scene.host(of: view.identity)?.act { model in
        seen.value = model.serial
        (model as? ProbeModel)?.number = number
      }
      guard let life = lives[view.identity] else { return }
      try expect("\(view.identity) may be changed", isDone, equals: view.isVisible)
      if view.isVisible {
        try expect("the model of \(view.identity)", seen.value, equals: life.serial)
        lives[view.identity]?.number = number
      }
    case .tick: scene.tick()
    }
  }

  private func show(_ views: [DrawnView]) {
    let before = shown.map(\.identity)
    descriptions += 1
    shown = views.flatMap(\.all)
    let now = shown.map(\.identity)
    scene.show(views.map(node))
    for identity in before where !now.contains(identity) {
      lives[identity] = nil
      ended.insert(identity)
    }
    for view in shown where lives[view.identity] == nil && view.identity.type != "?" {
      livesBegun += 1
      lives[view.identity] = Life(serial: livesBegun)
      trial.label("gone and back again", if: ended.contains(view.identity))
    }
    let kept = now.filter(before.contains)
    trial.label("comes in another order", if: kept != before.filter(now.contains))
    trial.label("siblings of one type", if: Set(views.map(\.identity.type)).count < views.count)
    let stayed = shown.filter { $0.isVisible && before.contains($0.identity) }.map(\.identity)
    trial.label(
      "a changed view is evaluated again", if: stayed.contains { lives[$0]?.number ?? 0 > 0 })
    trial.label("hidden and shown again", if: !hidden.isDisjoint(with: stayed))
    hidden = Set(shown.filter { !$0.isVisible }.map(\.identity))
  }

  private func node(_ view: DrawnView) -> ViewNode {
    let (factory, callbacks, number) = (factory, callbacks, descriptions)
    return ViewNode(
      ViewDescription(
        view.identity,
        body: { model, _ in
          factory.note(model)
          return "model \(model.serial) holds \((model as? ProbeModel)?.number ?? -1), description \(number)"
        },
        onUpdate: { _ in callbacks.updates[view.identity] = number },
        onAppear: { tasks in
          callbacks.scopes[view.identity] = tasks.scope
          tasks.start("watch") { _ in try? await Task.sleep(for: .seconds(1_000)) }
        }),
      isVisible: view.isVisible, children: view.children.map(node))
  }

  func expectOneModelForEachLife() throws {
    try expect("models made", factory.made, equals: livesBegun)
    try expect("models kept", scene.store.count, equals: lives.count)
  }

  /// What was written to a model is there, whatever has been evaluated since.
  func expectStateOnShow() throws {
    scene.tick()
    for view in shown {
      let life = lives[view.identity]
      let text = "model \(life?.serial ?? -1) holds \(life?.number ?? -1), description \(descriptions)"
      try expect(
        "\(view.identity) shows", scene.host(of: view.identity)?.content,
        equals: view.isVisible ? .text(text) : .nothing)
      if view.isVisible {
        try expect("\(view.identity) is told", callbacks.updates[view.identity], equals: descriptions)
      }
    }
  }

  /// Nothing is left of a closed scene.
  func close() throws {
    scene.close()
    try expect("models that \(name) keeps when it is closed", scene.store.count, equals: 0)
    try expect("tasks of \(name) that go on when it is closed", shown.filter(hasTask).count, equals: 0)
    try expect("errors of \(name) when it is closed", scene.presenter.errorQueue.count, equals: 0)
    for view in shown where scene.host(of: view.identity) != nil {
      try expect("\(view.identity) is gone when \(name) is closed", false)
    }
  }

  /// Whether what the view has started goes on.
  private func hasTask(_ view: DrawnView) -> Bool {
    guard let scope = callbacks.scopes[view.identity] else { return false }
    return tasks.activeTasks(in: scope).values.contains { !$0.isCancelled }
  }

  /// All that can be seen of the scene.
  func observed() -> [String] {
    scene.tick()
    let views = shown.map { view in
      let host = scene.host(of: view.identity)
      let state = host.map { "\($0.phase), shows \($0.content)" } ?? "no host"
      return "\(view.identity): \(state)\(hasTask(view) ? ", runs a task" : "")"
    }
    return views + [
      "\(factory.made) models made, \(scene.store.count) kept",
      "errors: \(scene.presenter.errorQueue.map(\.operation))",
    ]
  }

  /// The models that its views have had.
  var models: [any ViewModel] { factory.seen }
  var identities: Set<ViewIdentity> { Set(lives.keys) }
  var hasErrors: Bool { shown.contains { $0.identity.type == "?" } }
  var isChanged: Bool { lives.values.contains { $0.number > 0 } }
}

/// What the views have been told.
@MainActor
private final class Callbacks {
  /// What the tasks of each view belong to.
  var scopes: [ViewIdentity: TaskScope] = [:]
  /// By which description each was last told of its evaluation.
  var updates: [ViewIdentity: Int] = [:]
}

/// Makes models, and keeps those that views have had.
@MainActor
private final class ModelFactory {
  private(set) var made = 0
  private(set) var seen: [any ViewModel] = []

  func make() -> any ViewModel {
    made += 1
    return ProbeModel(serial: made)
  }

  func note(_ model: any ViewModel) {
    if !seen.contains(where: { $0 === model }) { seen.append(model) }
  }
}
