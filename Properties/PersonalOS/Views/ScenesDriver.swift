import PersonalOSReference

/// Carries out the calls of a ``ScenesModel`` on real scenes, and looks at all screens.
@MainActor
final class ScenesDriver {
  private struct NothingToRetry: Error {}
  private struct ForeignError: Error {}

  private let system: PersonalOSSystem
  private let tasks: any TaskRegistry
  private let model: ScenesModel
  private var windows: [Window?]
  private var objects: [any EnvironmentObject] = []
  private var modelsMade = 0
  private var evaluated: [String] = []

  init(_ system: PersonalOSSystem, _ model: ScenesModel) {
    (self.system, self.model) = (system, model)
    tasks = system.tasks.makeRegistry(EffectGate())
    windows = model.scenes.map { _ in nil }
    for (index, scene) in model.scenes.enumerated() where scene.isOpen {
      show(scene.views, in: index)
      for (slot, _) in scene.provided.sorted(by: { $0.value < $1.value }) { provide(slot, in: index) }
      windows[index]?.scene.tick()
    }
  }

  func end() { tasks.cancelAll() }

  func perform(_ call: ScenesModel.Call) async throws -> ScenesModel.Answer {
    var heard: [String]?
    evaluated = []
    switch call {
    case .show(let views, let scene): show(views, in: scene)
    case .close(let scenes): for scene in scenes { windows[scene]?.close() }
    case .change(let place, let number):
      guard host(of: place)?.act({ ($0 as? NumbersModel)?[0] = number }) == true else { throw ScenesModel.Refused() }
    case .register(let factory, let type, let scene): windows[scene].map { register(factory, for: type, in: $0) }
    case .retry(let place, fromTheBanner: false): try host(of: place)?.retry()
    case .retry(let place, fromTheBanner: true):
      let presenter = windows[place.scene]?.scene.presenter
      guard let presenter, let banner = presenter.errorQueue.first(where: { $0.operation == "open \(place.view)" }), banner.offersRetry
      else { throw NothingToRetry() }
      await presenter.retry(for: banner.id)
      if case .unavailable(let error) = host(of: place)?.phase { throw error }
    case .provide(let slot, let scene): provide(slot, in: scene)
    case .withdraw(let slot): slot.kind.type.withdraw(from: environment(slot, in: 0))
    case .set(let object, let value):
      objects[object - 1].value = value
      heard = []
    case .moveBelowItself(let view, let below):
      host(of: .init(scene: 0, view: view))?.environment.move(below: host(of: .init(scene: 0, view: below))?.environment)
    case .walk(let steps, let closes): heard = walk(steps, closes: closes)
    }
    for window in windows { window?.scene.tick() }
    let scenes = windows.map { window in
      "\(window?.scene.store.count ?? 0) models, \((window?.scene.presenter.errorQueue ?? []).map(\.operation).sorted())"
    }
    let rows = windows.enumerated().flatMap { index, window in
      window.map { window in model.identities.compactMap { row(of: $0, in: window, index) } } ?? []
    }
    return ScenesModel.Answer(
      rows: rows, scenes: scenes + ["\(modelsMade) models made"], heard: heard.map { $0 + evaluated.sorted() } ?? [])
  }

  private func host(of place: ScenesModel.Place) -> (any ViewHosting)? { windows[place.scene]?.scene.host(of: place.view) }

  private func environment(_ slot: ScenesModel.Slot, in scene: Int) -> (any EnvironmentScope)? {
    slot.view.map { windows[scene]?.scene.host(of: $0)?.environment } ?? windows[scene]?.scene.environment
  }

  private func provide(_ slot: ScenesModel.Slot, in scene: Int) {
    let object = slot.kind.type.init(serial: objects.count + 1)
    objects.append(object)
    object.provide(in: environment(slot, in: scene))
  }

  private func show(_ views: [ShownView], in scene: Int) {
    let window: Window
    if let open = windows[scene], !open.isClosed {
      window = open
    } else {
      window = Window(system.views.openScene("scene \(scene)", tasks: tasks, log: system.errors.makeLog(100, [])))
      windows[scene] = window
      for (type, factory) in model.factories { register(factory, for: type, in: window) }
    }
    window.descriptions += 1
    func nodes(below parent: ViewIdentity?) -> [ViewNode] {
      views.filter { $0.parent == parent }.map {
        ViewNode(description(of: $0.identity, in: window), isVisible: $0.isVisible, children: nodes(below: $0.identity))
      }
    }
    window.scene.show(nodes(below: nil))
  }

  private func description(of view: ViewIdentity, in window: Window) -> ViewDescription {
    let (number, kinds) = (window.descriptions, model.reads[view, default: []])
    return ViewDescription(
      view,
      body: { [unowned self] model, environment in
        evaluated.append("\(view)")
        let texts = try kinds.map { kind in
          let object = try kind.type.found(in: environment)
          return ", \(kind) \(object.serial) is \(object.value)"
        }.joined()
        return "model \(model.serial) holds \((model as? NumbersModel)?[0] ?? -1), description \(number)\(texts)"
      },
      onUpdate: { [weak window] _ in window?.updates[view] = number },
      onAppear: { $0.start("watch") { _ in try? await Task.sleep(for: .seconds(1_000)) } })
  }

  private func register(_ factory: ScenesModel.Factory, for type: String, in window: Window) {
    if factory == .isMissing { return }
    window.scene.store.register(type) { [unowned self] _ in
      switch factory {
      case .works, .isMissing:
        modelsMade += 1
        return NumbersModel(serial: modelsMade)
      case .throwsForeignError: throw ForeignError()
      case .lacks(let name): throw DependencyError.missing(name)
      }
    }
  }

  private func row(of view: ViewIdentity, in window: Window, _ index: Int) -> ScenesModel.Row? {
    let runsATask = tasks.activeTasks(in: TaskScope("\(window.scene.name)/\(view)")).values.contains { !$0.isCancelled }
    var row = ScenesModel.Row(view: "\(view) in scene \(index)", phase: .ended, runsATask: runsATask)
    guard let host = window.scene.host(of: view) else { return runsATask ? row : nil }
    (row.shows, row.phase, row.updated) = (host.content, host.phase, host.phase == .visible ? window.updates[view] : nil)
    if case .error(let text) = host.content { row.shows = .error(text.contains(where: \.isLetter) ? "has words" : "has none") }
    if !objects.isEmpty { row.finds = ObjectKind.allCases.map { find($0, in: host.environment) } }
    return row
  }

  private func find(_ kind: ObjectKind, in environment: any EnvironmentScope) -> String {
    do {
      let object = try kind.type.found(in: environment)
      return objects.contains { $0 === object } ? "\(kind) \(object.serial)" : "a copy of \(kind) \(object.serial)"
    } catch DependencyError.missing(let name) {
      return "no \(name)"
    } catch {
      return "\(error)"
    }
  }

  private func walk(_ steps: Int, closes: Bool) -> [String] {
    let scene = system.views.openScene("walk", tasks: tasks, log: system.errors.makeLog(100, []))
    scene.store.register("View") { _ in NumbersModel() }
    let heard = Shared<[String]>()
    func node(_ number: Int) -> ViewNode {
      let view = ViewIdentity("View", "\(number)")
      let onAppear: @MainActor @Sendable (ViewTasks) -> Void = { _ in
        heard.value = (heard.value ?? []) + ["\(view) appears"]
        // Of what waits the last counts.
        if number < steps { scene.show([node(-number)]) } else if closes { scene.close() } else { return }
        scene.show([node(number + 1)])
      }
      return ViewNode(ViewDescription(view, body: { _, _ in "\(view)" }, onAppear: onAppear))
    }
    scene.show([node(1)])
    let views = (1...steps + 1).map { ViewIdentity("View", "\($0)") }.filter { scene.host(of: $0)?.phase == .visible }
    defer { scene.close() }
    return (heard.value ?? []) + views.map { "\($0) is there" } + ["\(scene.store.count) models"]
      + scene.presenter.errorQueue.map(\.operation)
  }
}

/// A scene. It stays here when it is closed, so that what is left of it is seen.
@MainActor
private final class Window {
  let scene: any SceneHosting
  private(set) var isClosed = false
  var descriptions = 0
  /// By which description each view was last told of its evaluation.
  var updates: [ViewIdentity: Int] = [:]

  init(_ scene: any SceneHosting) { self.scene = scene }

  func close() {
    scene.close()
    isClosed = true
  }
}
