import PersonalOSGenerators
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

  func perform(_ call: ScenesModel.Call) async throws -> Screens {
    var isObjectSet = false
    evaluated = []
    switch call {
    case .show(let views, let scene): show(views, in: scene)
    case .move(let view, let parent): show((windows[0]?.views ?? []).moving(view, below: parent), in: 0)
    case .moveBelowItself(let view, let parent):
      windows[0]?.host(view)?.environment.move(below: windows[0]?.host(parent)?.environment)
      windows[0]?.views = (windows[0]?.views ?? []).moving(view, below: nil)
    case .close(let scene): windows[scene]?.close()
    case .closeAll: for window in windows { window?.close() }
    case .change(let place, let number):
      let isDone = windows[place.scene]?.host(place.view)?.act { ($0 as? NumbersModel)?[0] = number }
      guard isDone == true else { throw ScenesModel.Refused() }
    case .register(let factory, let type, let scene): windows[scene].map { register(factory, for: type, in: $0) }
    case .retry(let place, fromTheBanner: false): try windows[place.scene]?.host(place.view)?.retry()
    case .retry(let place, fromTheBanner: true):
      guard let window = windows[place.scene],
        let banner = window.scene.presenter.errorQueue.first(where: { $0.operation == "open \(place.view)" }),
        banner.offersRetry
      else { throw NothingToRetry() }
      await window.scene.presenter.retry(for: banner.id)
      if case .unavailable(let error) = window.host(place.view)?.phase { throw error }
    case .provide(let slot, let scene): provide(slot, in: scene)
    case .withdraw(let slot, let scene): slot.kind.type.withdraw(from: windows[scene]?.environment(slot))
    case .set(let object, let value):
      objects[object - 1].value = value
      isObjectSet = true
    }
    for window in windows { window?.scene.tick() }
    return Screens(
      scenes: windows.map { $0.map(screen) ?? Screen() }, modelsMade: modelsMade,
      evaluated: isObjectSet ? evaluated.sorted() : [])
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
    window.views = views
    window.descriptions += 1
    window.scene.show(nodes(in: window, below: nil))
  }

  private func nodes(in window: Window, below parent: ViewIdentity?) -> [ViewNode] {
    window.views.filter { $0.parent == parent }.map { view in
      ViewNode(
        description(of: view.identity, in: window), isVisible: view.isVisible,
        children: nodes(in: window, below: view.identity))
    }
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
      onAppear: { [weak window] tasks in
        window?.scopes[view] = tasks.scope
        tasks.start("watch") { _ in try? await Task.sleep(for: .seconds(1_000)) }
      })
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

  private func provide(_ slot: ScenesModel.Slot, in scene: Int) {
    let object = slot.kind.type.init(serial: objects.count + 1)
    objects.append(object)
    object.provide(in: windows[scene]?.environment(slot))
  }

  private func screen(of window: Window) -> Screen {
    let rows = model.identities.compactMap { view -> Screen.Row? in
      let runsATask = window.scopes[view].map { tasks.activeTasks(in: $0).values.contains { !$0.isCancelled } } ?? false
      guard let host = window.host(view) else {
        return runsATask ? Screen.Row(view: "\(view)", phase: .ended, runsATask: true) : nil
      }
      let content: Screen.Content =
        switch host.content {
        case .nothing: .nothing
        case .text(let text): .text(text)
        case .error(let message): message.contains(where: \.isLetter) ? .error : .errorWithoutWords
        }
      return Screen.Row(
        view: "\(view)", phase: host.phase, content: content,
        updated: host.phase == .visible ? window.updates[view] : nil, runsATask: runsATask,
        finds: objects.isEmpty ? [] : ObjectKind.allCases.map { find($0, in: host.environment) })
    }
    return Screen(
      rows: rows, banners: window.scene.presenter.errorQueue.map(\.operation).sorted(),
      modelsKept: window.scene.store.count)
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

  func walk(_ walk: SceneWalk) -> SceneWalk.Found { walk.find(system) }

  func end() { tasks.cancelAll() }
}

/// A scene. It stays here when it is closed, so that what is left of it is seen.
@MainActor
private final class Window {
  let scene: any SceneHosting
  var isClosed = false
  var views: [ShownView] = []
  var descriptions = 0
  /// What the tasks of each view belong to.
  var scopes: [ViewIdentity: TaskScope] = [:]
  /// By which description each view was last told of its evaluation.
  var updates: [ViewIdentity: Int] = [:]

  init(_ scene: any SceneHosting) { self.scene = scene }

  func host(_ view: ViewIdentity) -> (any ViewHosting)? { scene.host(of: view) }

  func environment(_ slot: ScenesModel.Slot) -> (any EnvironmentScope)? {
    slot.view.map { host($0)?.environment } ?? scene.environment
  }

  func close() {
    scene.close()
    isClosed = true
  }
}
