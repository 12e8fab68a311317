import PersonalOSReference

/// A scene with one defect, around the right one.
@MainActor
final class DefectiveScene: SceneHosting {
  enum Defect {
    case matchesViewsByTheirPlace, isUnavailableAsAWhole, closesWithoutAnEnd
    /// Closes every scene that is in here.
    case closesAll(Shared<[SceneHost]>)
  }

  private let defect: Defect
  private let right: SceneHost
  /// The identity that a view has in the right scene.
  private var slots: [ViewIdentity: ViewIdentity] = [:]

  init(_ defect: Defect, _ setup: SceneSetup) {
    self.defect = defect
    right = SceneHost(setup)
    if case .closesAll(let all) = defect { all.value = (all.value ?? []) + [right] }
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
    case .closesAll, .closesWithoutAnEnd:
      right.show(views)
    }
  }

  func tick() { right.tick() }

  func close() {
    if case .closesAll(let all) = defect {
      for scene in all.value ?? [] { scene.close() }
    }
    if case .closesWithoutAnEnd = defect { return }
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
