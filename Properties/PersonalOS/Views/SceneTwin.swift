import Observation
import PersonalOSReference
import PropertyTesting

/// A scene around the right one, which passes on what it is told; with a defect not all of it.
@MainActor
final class SceneTwin: SceneHosting {
  enum Defect: String, CaseIterable, Sendable {
    case matchesViewsByTheirPlace = "identifies views by their position"
    case forgetsWhatWaits = "ignores requests of a view while views are being shown"
    case isUnavailableAsAWhole = "shows nothing at all when one view is unavailable"
    case closesAll = "tears every scene down when one is closed"
    case closesWithoutAnEnd = "closes a scene and leaves its views as they are"
    case inheritsFromTheSceneAlone = "lets views inherit from the scene, and not from the views above them"
    case staysBelowItsFirstParent = "keeps a moved view's first inherited object"
    case sharesOneEnvironment = "shares the objects of one scene with all scenes"
  }

  static let twin = Twin<PersonalOSSystem, Defect>("SceneTwin") { system, defect in
    let (scenes, environment) = (Shared<[SceneHost]>(), Shared<any EnvironmentScope>())
    system.views.makeScene = { SceneTwin(defect, $0, scenes, environment) }
  }

  private let defect: Defect?
  private let right: SceneHost
  /// Every scene that there is.
  private let scenes: Shared<[SceneHost]>
  /// The identity that a view has in the right scene.
  private var slots: [ViewIdentity: ViewIdentity] = [:]
  private var isShowing = false

  /// - Parameter environment: of the first scene.
  init(
    _ defect: Defect?, _ setup: SceneSetup, _ scenes: Shared<[SceneHost]>, _ environment: Shared<any EnvironmentScope>
  ) {
    self.defect = defect
    self.scenes = scenes
    var setup = setup
    let (make, top) = (setup.makeEnvironment, Shared<any EnvironmentScope>())
    switch defect {
    case .inheritsFromTheSceneAlone, .staysBelowItsFirstParent:
      setup.makeEnvironment = { parent in
        let made = MisplacedEnvironment(make(parent), below: defect == .inheritsFromTheSceneAlone ? top : nil)
        // A scene makes its own environment first.
        if top.value == nil { top.value = made }
        return made
      }
    case .sharesOneEnvironment:
      setup.makeEnvironment = { parent in
        if top.value != nil { return make(parent) }
        let shared = environment.value { make(parent) }
        top.value = shared
        return shared
      }
    default: break
    }
    right = SceneHost(setup)
    if defect == .closesAll { scenes.value = (scenes.value ?? []) + [right] }
  }

  var name: String { right.name }
  var store: any ViewModelKeeping { right.store }
  var environment: any EnvironmentScope { right.environment }
  var presenter: any ErrorPresenting { right.presenter }

  func host(of identity: ViewIdentity) -> (any ViewHosting)? { right.host(of: slots[identity] ?? identity) }

  func show(_ views: [ViewNode]) {
    switch defect {
    case .forgetsWhatWaits:
      if isShowing { return }
      isShowing = true
      right.show(views)
      isShowing = false
    case .matchesViewsByTheirPlace:
      slots = [:]
      right.show(views.map(placed))
    case .isUnavailableAsAWhole:
      right.show(views)
      let hosts = all(views).compactMap { right.host(of: $0.view.identity) }
      let isBroken = hosts.contains { if case .unavailable = $0.phase { true } else { false } }
      if isBroken { for host in hosts { host.disappear() } }
    default: right.show(views)
    }
  }

  func tick() { right.tick() }

  func close() {
    if defect == .closesWithoutAnEnd { return }
    if defect == .closesAll {
      for scene in scenes.value ?? [] { scene.close() }
    }
    right.close()
  }

  /// Views of one type are told apart by how many came before.
  private func placed(_ node: ViewNode) -> ViewNode {
    var node = node
    let type = node.view.identity.type
    let slot = ViewIdentity(type, "place \(slots.keys.count { $0.type == type })")
    slots[node.view.identity] = slot
    node.view.identity = slot
    node.children = node.children.map(placed)
    return node
  }

  private func all(_ views: [ViewNode]) -> [ViewNode] {
    views + views.flatMap { all($0.children) }
  }
}

/// A place in the tree of views that does not go where it is put.
@MainActor
private final class MisplacedEnvironment: EnvironmentScope {
  private let base: any EnvironmentScope
  /// Where it goes in any case; nil: where it is put first.
  private let place: Shared<any EnvironmentScope>?
  private var hasMoved = false

  init(_ base: any EnvironmentScope, below place: Shared<any EnvironmentScope>?) {
    (self.base, self.place) = (base, place)
  }

  func object<Object: AnyObject & Observable>(_ type: Object.Type) throws -> Object { try base.object(type) }
  func provide<Object: AnyObject & Observable>(_ object: Object) { base.provide(object) }
  func withdraw<Object: AnyObject & Observable>(_ type: Object.Type) { base.withdraw(type) }
  func move(below parent: (any EnvironmentScope)?) {
    if let place { return base.move(below: place.value) }
    if !hasMoved { base.move(below: parent) }
    hasMoved = true
  }
}
