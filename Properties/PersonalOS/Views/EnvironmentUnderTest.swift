import PersonalOSReference

/// The places of ``EnvironmentMachine``, and the hosts of their views.
@MainActor
final class EnvironmentUnderTest {
  private typealias Kind = EnvironmentMachine.Kind

  private let system: PersonalOSSystem
  private var environments: [any EnvironmentScope] = []
  private var hosts: [any ViewHosting] = []
  private var objects: [any EnvironmentObject] = []
  private var evaluations: [Int: Int] = [:]

  init(_ system: PersonalOSSystem) { self.system = system }

  func open(_ model: EnvironmentMachine.Model) {
    let views = system.views
    let store = views.makeStore()
    store.register("View") { _ in ProbeModel(serial: 0) }
    let tasks = system.tasks.makeRegistry(EffectGate())
    let log = system.errors.makeLog(100, [])
    for (index, place) in model.places.enumerated() {
      environments.append(views.makeEnvironment(place.parent.map { environments[$0] }))
      hosts.append(
        views.makeHost(
          HostSetup(
            view: describe(place, index), scene: "main", store: store, environment: environments[index], tasks: tasks,
            presenter: views.makePresenter(log))))
      hosts[index].appear()
    }
    // In the order of their numbers.
    let provided = model.slots.filter { model.places[$0.place].provided[$0.kind] != nil }
    for slot in provided { _ = provide(slot) }
  }

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
    environments[place].provide(object)
  }

  func withdraw(_ slot: EnvironmentMachine.Slot) -> EnvironmentMachine.Answer {
    switch slot.kind {
    case .theme: environments[slot.place].withdraw(ThemeObject.self)
    case .account: environments[slot.place].withdraw(AccountObject.self)
    }
    return answer()
  }

  func move(_ move: EnvironmentMachine.Move) -> EnvironmentMachine.Answer {
    environments[move.place].move(below: environments[move.below])
    return answer()
  }

  func change(_ change: EnvironmentMachine.Change) -> EnvironmentMachine.Answer {
    let before = evaluations
    objects[change.object - 1].value = change.value
    var answer = answer()
    // Twice, if it was evaluated twice.
    answer.evaluated = hosts.indices.flatMap {
      Array(repeating: $0, count: evaluations[$0, default: 0] - before[$0, default: 0])
    }
    return answer
  }

  private func answer() -> EnvironmentMachine.Answer {
    for host in hosts { host.tick() }
    return EnvironmentMachine.Answer(places: hosts.indices.map(sight))
  }

  private func sight(at place: Int) -> EnvironmentMachine.Sight {
    let shows: String? =
      switch hosts[place].content {
      case .nothing: "nothing"
      case .text(let text): text
      case .error: nil
      }
    return EnvironmentMachine.Sight(finds: Kind.allCases.map { find($0, at: place) }, shows: shows)
  }

  private func find(_ kind: Kind, at place: Int) -> EnvironmentMachine.Found {
    do {
      let object = try Self.lookUp(kind, in: environments[place])
      let isItself = objects.indices.contains(object.serial - 1) && objects[object.serial - 1] === object
      return isItself ? .object(object.serial) : .copy(of: object.serial)
    } catch DependencyError.missing(let name) {
      return .missing(name)
    } catch {
      return .missing("\(error)")
    }
  }

  func end() {
    hosts = []
    // Places hold each other.
    for environment in environments { environment.move(below: nil) }
  }
}
