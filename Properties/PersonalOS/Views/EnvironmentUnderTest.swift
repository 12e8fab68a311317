import PersonalOSReference

/// The places of ``EnvironmentMachine``: the views of a scene, of which each provides what is provided at its place.
@MainActor
final class EnvironmentUnderTest {
  private typealias Kind = EnvironmentMachine.Kind

  private let system: PersonalOSSystem
  private let scene: any SceneHosting
  private var places: [EnvironmentMachine.Place] = []
  private var objects: [any EnvironmentObject] = []
  private var evaluations: [Int: Int] = [:]

  init(_ system: PersonalOSSystem) {
    self.system = system
    scene = system.views.openScene(
      "main", tasks: system.tasks.makeRegistry(EffectGate()), log: system.errors.makeLog(100, []))
    scene.store.register("View") { _ in ProbeModel(serial: 0) }
  }

  func open(_ model: EnvironmentMachine.Model) {
    places = model.places
    show()
    // In the order of their numbers.
    let provided = model.slots.filter { model.places[$0.place].provided[$0.kind] != nil }
    for slot in provided { _ = provide(slot) }
  }

  private func show() { scene.show(views(below: nil)) }

  private func views(below parent: Int?) -> [ViewNode] {
    places.indices.filter { places[$0].parent == parent }.map { place in
      ViewNode(describe(places[place], place), children: views(below: place))
    }
  }

  private func host(_ place: Int) -> (any ViewHosting)? { scene.host(of: ViewIdentity("View", "\(place)")) }

  private func describe(_ place: EnvironmentMachine.Place, _ index: Int) -> ViewDescription {
    ViewDescription(ViewIdentity("View", "\(index)")) { [unowned self] _, environment in
      evaluations[index, default: 0] += 1
      return try place.reads.map { kind in
        let object = try Self.lookUp(kind, in: environment)
        return "\(kind.rawValue) \(object.serial) is \(object.value)"
      }.joined(separator: ", ")
    }
  }

  private static func lookUp(_ kind: Kind, in environment: any EnvironmentScope) throws -> any EnvironmentObject {
    switch kind {
    case .theme: try environment.object(ThemeObject.self)
    case .account: try environment.object(AccountObject.self)
    }
  }

  func provide(_ slot: EnvironmentMachine.Slot) -> EnvironmentMachine.Answer {
    switch slot.kind {
    case .theme: provide(ThemeObject(serial: objects.count + 1), at: slot.place)
    case .account: provide(AccountObject(serial: objects.count + 1), at: slot.place)
    }
    return answer()
  }

  private func provide(_ object: some EnvironmentObject, at place: Int) {
    objects.append(object)
    host(place)?.environment.provide(object)
  }

  func withdraw(_ slot: EnvironmentMachine.Slot) -> EnvironmentMachine.Answer {
    switch slot.kind {
    case .theme: host(slot.place)?.environment.withdraw(ThemeObject.self)
    case .account: host(slot.place)?.environment.withdraw(AccountObject.self)
    }
    return answer()
  }

  func move(_ move: EnvironmentMachine.Move) -> EnvironmentMachine.Answer {
    places[move.place].parent = move.below
    show()
    return answer()
  }

  /// No tree of views has a ring in it: this is asked of the place alone, and the tree follows.
  func moveBelowItself(_ move: EnvironmentMachine.Move) -> EnvironmentMachine.Answer {
    host(move.place)?.environment.move(below: host(move.below)?.environment)
    places[move.place].parent = nil
    let alone = answer()
    show()
    // The tree of the scene agrees.
    let together = answer()
    return together == alone ? together : EnvironmentMachine.Answer(places: alone.places + together.places)
  }

  func change(_ change: EnvironmentMachine.Change) -> EnvironmentMachine.Answer {
    let before = evaluations
    objects[change.object - 1].value = change.value
    var answer = answer()
    // Twice, if it was evaluated twice.
    answer.evaluated = places.indices.flatMap {
      Array(repeating: $0, count: evaluations[$0, default: 0] - before[$0, default: 0])
    }
    return answer
  }

  private func answer() -> EnvironmentMachine.Answer {
    scene.tick()
    return EnvironmentMachine.Answer(places: places.indices.map(sight))
  }

  private func sight(at place: Int) -> EnvironmentMachine.Sight {
    let shows: String? =
      switch host(place)?.content {
      case .nothing?, nil: "nothing"
      case .text(let text): text
      case .error: nil
      }
    return EnvironmentMachine.Sight(finds: Kind.allCases.map { find($0, at: place) }, shows: shows)
  }

  private func find(_ kind: Kind, at place: Int) -> EnvironmentMachine.Found {
    do {
      guard let environment = host(place)?.environment else { return .missing("the view") }
      let object = try Self.lookUp(kind, in: environment)
      let isItself = objects.indices.contains(object.serial - 1) && objects[object.serial - 1] === object
      return isItself ? .object(object.serial) : .copy(of: object.serial)
    } catch DependencyError.missing(let name) {
      return .missing(name)
    } catch {
      return .missing("\(error)")
    }
  }

  func end() { scene.close() }
}
