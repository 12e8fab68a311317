import PersonalOSReference
import PropertyTesting

/// A scene around the right one, which passes on what it is told; with a defect not all of it.
@MainActor
final class SceneTwin: SceneHosting {
  enum Defect: String, CaseIterable, Sendable {
    case matchesViewsByTheirPlace = "knows views by their place in the order"
    case isUnavailableAsAWhole = "shows nothing at all when one view is unavailable"
    case closesAll = "tears every scene down when one is closed"
    case closesWithoutAnEnd = "closes a scene and leaves its views as they are"
  }

  static let twin = Twin<PersonalOSSystem, Defect>("SceneTwin") { system, defect in
    let scenes = Shared<[SceneHost]>()
    system.views.makeScene = { SceneTwin(defect, $0, scenes) }
  }

  private let defect: Defect?
  private let right: SceneHost
  /// Every scene that there is.
  private let scenes: Shared<[SceneHost]>
  /// The identity that a view has in the right scene.
  private var slots: [ViewIdentity: ViewIdentity] = [:]

  init(_ defect: Defect?, _ setup: SceneSetup, _ scenes: Shared<[SceneHost]>) {
    self.defect = defect
    self.scenes = scenes
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
    case .matchesViewsByTheirPlace:
      slots = [:]
      right.show(views.map(placed))
    case .isUnavailableAsAWhole:
      right.show(views)
      let hosts = all(views).compactMap { right.host(of: $0.view.identity) }
      let isBroken = hosts.contains { if case .unavailable = $0.phase { true } else { false } }
      if isBroken { for host in hosts { host.disappear() } }
    case .closesAll, .closesWithoutAnEnd, nil:
      right.show(views)
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
