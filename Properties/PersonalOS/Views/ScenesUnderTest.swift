import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// The scenes of ``SceneMachine``.
@MainActor
final class ScenesUnderTest {
  /// A scene. It stays here when it is closed, so that what is left of it is seen.
  @MainActor
  private final class Window {
    let scene: any SceneHosting
    var isClosed = false
    var descriptions = 0
    /// What the tasks of each view belong to.
    var scopes: [ViewIdentity: TaskScope] = [:]
    /// By which description each view was last told of its evaluation.
    var updates: [ViewIdentity: Int] = [:]

    init(_ scene: any SceneHosting) { self.scene = scene }
  }

  /// The banner of a view is not there, or offers no retry.
  private struct NothingToRetry: Error {}
  private struct ForeignError: Error {}

  private let system: PersonalOSSystem
  private let tasks: any TaskRegistry
  private var identities: [ViewIdentity] = []
  private var factories: [String: SceneMachine.Factory] = [:]
  private var windows: [Window?] = []
  private var modelsMade = 0
  private var themesMade = 0

  init(_ system: PersonalOSSystem) {
    self.system = system
    tasks = system.tasks.makeRegistry(EffectGate())
  }

  func begin(_ model: SceneMachine.Model) {
    identities = model.identities
    factories = model.factories
    windows = model.scenes.map { _ in nil }
    for (index, scene) in model.scenes.enumerated() where scene.isOpen { _ = show(scene.tree, in: index) }
  }

  func show(_ tree: [ViewTree], in scene: Int) -> Screens {
    let window: Window
    if let open = windows[scene], !open.isClosed {
      window = open
    } else {
      window = Window(
        system.views.openScene("scene \(scene)", tasks: tasks, log: system.errors.makeLog(100, [])))
      windows[scene] = window
      for (type, factory) in factories.sorted(by: { $0.key < $1.key }) { register(factory, for: type, in: window) }
    }
    window.descriptions += 1
    window.scene.show(tree.map { node($0, in: window, window.descriptions) })
    return screens(after: scene)
  }

  private func node(_ view: ViewTree, in window: Window, _ description: Int) -> ViewNode {
    ViewNode(
      ViewDescription(
        view.identity,
        body: { model, environment in
          let theme = (try? environment.object(ThemeObject.self)).map { ", theme \($0.serial)" } ?? ""
          return "model \(model.serial) holds \((model as? ProbeModel)?.number ?? -1), description \(description)\(theme)"
        },
        onUpdate: { [weak window] _ in window?.updates[view.identity] = description },
        onAppear: { [weak window] tasks in
          window?.scopes[view.identity] = tasks.scope
          tasks.start("watch") { _ in try? await Task.sleep(for: .seconds(1_000)) }
        }),
      isVisible: view.isVisible, children: view.children.map { node($0, in: window, description) })
  }

  private func register(_ factory: SceneMachine.Factory, for type: String, in window: Window) {
    switch factory {
    case .works:
      window.scene.store.register(type) { [unowned self] _ in
        modelsMade += 1
        return ProbeModel(serial: modelsMade)
      }
    case .isMissing: break
    case .throwsForeignError: window.scene.store.register(type) { _ in throw ForeignError() }
    case .lacks(let name): window.scene.store.register(type) { _ in throw DependencyError.missing(name) }
    }
  }

  func register(_ registration: SceneMachine.Registration) -> Screens {
    if let window = windows[registration.scene] { register(registration.factory, for: registration.type, in: window) }
    return screens(after: registration.scene)
  }

  func change(_ place: SceneMachine.Place, to number: Int) throws -> Screens {
    let isDone = windows[place.scene]?.scene.host(of: place.view)?.act { ($0 as? ProbeModel)?.number = number }
    guard isDone == true else { throw SceneMachine.Refused() }
    return screens(after: place.scene)
  }

  func retry(_ place: SceneMachine.Place) throws -> Screens {
    try windows[place.scene]?.scene.host(of: place.view)?.retry()
    return screens(after: place.scene)
  }

  /// - Throws: what is missing after it.
  func retryFromTheBanner(_ place: SceneMachine.Place) async throws -> Screens {
    guard let scene = windows[place.scene]?.scene,
      let banner = scene.presenter.errorQueue.first(where: { $0.operation == "open \(place.view)" }), banner.offersRetry
    else { throw NothingToRetry() }
    await scene.presenter.retry(for: banner.id)
    if case .unavailable(let error) = scene.host(of: place.view)?.phase { throw error }
    return screens(after: place.scene)
  }

  func provide(in scene: Int) -> Screens {
    themesMade += 1
    windows[scene]?.scene.environment.provide(ThemeObject(serial: themesMade))
    return screens(after: scene)
  }

  func close(_ scene: Int) -> Screens {
    if let window = windows[scene] {
      window.scene.close()
      window.isClosed = true
    }
    return screens(after: scene)
  }

  func walk(_ walk: SceneWalk) -> SceneWalk.Found { walk.find(system) }

  func closeAll() -> Screens {
    for scene in windows.indices { _ = close(scene) }
    return screens
  }

  /// One scene catches up with what was done in it; the others must not need to.
  private func screens(after scene: Int) -> Screens {
    windows[scene]?.scene.tick()
    return screens
  }

  private var screens: Screens {
    Screens(scenes: windows.map { $0.map(screen) ?? Screen() }, modelsMade: modelsMade)
  }

  private func screen(of window: Window) -> Screen {
    let rows = identities.compactMap { view -> Screen.Row? in
      let scope = window.scopes[view]
      let runsATask = scope.map { tasks.activeTasks(in: $0).values.contains { !$0.isCancelled } } ?? false
      guard let host = window.scene.host(of: view) else {
        return runsATask ? Screen.Row(view: view, phase: .ended, runsATask: true) : nil
      }
      let content: Screen.Content =
        switch host.content {
        case .nothing: .nothing
        case .text(let text): .text(text)
        case .error(let message): message.contains(where: \.isLetter) ? .error : .emptyError
        }
      return Screen.Row(
        view: view, phase: host.phase, content: content,
        updated: host.phase == .visible ? window.updates[view] : nil, runsATask: runsATask)
    }
    return Screen(
      views: rows, banners: window.scene.presenter.errorQueue.map(\.operation).sorted(),
      modelsKept: window.scene.store.count)
  }

  func end() { tasks.cancelAll() }
}
