import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// A tree of places with a view at each, and a naive walk up the same tree.
@MainActor
final class EnvironmentSession {
  private typealias Kind = EnvironmentScript.Kind

  /// A place as the oracle sees it.
  private struct Place {
    var parent: Int?
    var provided: [Kind: any SharedObject] = [:]
  }

  private let trial: Trial
  private let script: EnvironmentScript
  private let evaluations = EvaluationCounts()
  private var places: [Place] = []
  private var environments: [any EnvironmentScope] = []
  private var hosts: [any ViewHosting] = []
  private var objects: [(kind: Kind, object: any SharedObject)] = []

  init(_ system: PersonalOSSystem, _ script: EnvironmentScript, _ trial: Trial) {
    self.trial = trial
    self.script = script
    let views = system.views
    let store = views.makeStore()
    store.register("View") { _ in ProbeModel(serial: 0) }
    let tasks = system.tasks.makeRegistry(EffectGate())
    let log = system.errors.makeLog(100, [])
    for index in script.reads.indices {
      let parent = index > 0 ? script.parents[index - 1] : nil
      places.append(Place(parent: parent))
      environments.append(views.makeEnvironment(parent.map { environments[$0] }))
      hosts.append(
        views.makeHost(
          HostSetup(
            view: view(index), scene: "main", store: store, environment: environments[index], tasks: tasks,
            presenter: views.makePresenter(log))))
      hosts[index].appear()
    }
  }

  private func view(_ index: Int) -> ViewDescription {
    let (reads, evaluations) = (script.reads[index], evaluations)
    return ViewDescription(ViewIdentity("View", "\(index)")) { _, environment in
      evaluations.counts[index, default: 0] += 1
      return try reads.map { kind in
        let object = try Self.lookUp(kind, in: environment)
        return Self.text(kind, object)
      }.joined(separator: ", ")
    }
  }

  private static func lookUp(_ kind: Kind, in environment: any EnvironmentScope) throws -> any SharedObject {
    switch kind {
    case .theme: try environment.object(ThemeObject.self)
    case .account: try environment.object(AccountObject.self)
    }
  }

  private static func text(_ kind: Kind, _ object: any SharedObject) -> String {
    "\(kind.rawValue) \(object.serial) is \(object.value)"
  }

  func perform(_ event: EnvironmentScript.Event) throws {
    trial.note(describe(event))
    let before = evaluations.counts
    var mutated: (any SharedObject)?
    switch event {
    case .provide(let kind, let place): provide(kind, at: place)
    case .withdraw(let choice):
      let provided = places.indices.flatMap { place in
        Kind.allCases.filter { places[place].provided[$0] != nil }.map { (place, $0) }
      }
      guard !provided.isEmpty else { return }
      let (place, kind) = provided[choice % provided.count]
      switch kind {
      case .theme: environments[place].withdraw(ThemeObject.self)
      case .account: environments[place].withdraw(AccountObject.self)
      }
      places[place].provided[kind] = nil
      trial.label("a nearer object is withdrawn", if: nearest(kind, from: place) != nil)
    case .move(let place, let below): move(place, below: below)
    case .mutate(let choice, let value):
      guard !objects.isEmpty else { return }
      let object = objects[choice % objects.count].object
      if object.value != value { mutated = object }
      object.value = value
    }
    for host in hosts { host.tick() }
    if case .mutate = event { try expectOnlyReadersEvaluated(mutated, since: before) }
  }

  private func provide(_ kind: Kind, at place: Int) {
    let serial = objects.count + 1
    switch kind {
    case .theme:
      let object = ThemeObject(serial: serial)
      environments[place].provide(object)
      keep(kind, object, at: place)
    case .account:
      let object = AccountObject(serial: serial)
      environments[place].provide(object)
      keep(kind, object, at: place)
    }
  }

  private func keep(_ kind: Kind, _ object: any SharedObject, at place: Int) {
    objects.append((kind, object))
    places[place].provided[kind] = object
    let above = places[place].parent.flatMap { nearest(kind, from: $0) }
    trial.label("provided nearer and farther", if: above != nil)
  }

  private func move(_ place: Int, below other: Int) {
    let before = script.reads[place].map { nearest($0, from: place)?.serial }
    let isBelow = sequence(first: other) { self.places[$0].parent }.contains(place)
    places[place].parent = isBelow ? nil : other
    environments[place].move(below: environments[other])
    trial.label("moved below itself", if: isBelow)
    let after = script.reads[place].map { nearest($0, from: place)?.serial }
    trial.label("moved below another object", if: before != after)
  }

  /// What the nearest place upwards provides: the walk that the environment is measured by.
  private func nearest(_ kind: Kind, from place: Int) -> (any SharedObject)? {
    var current: Int? = place
    while let here = current {
      if let object = places[here].provided[kind] { return object }
      current = places[here].parent
    }
    return nil
  }

  /// What the view at a place reads, up to the first that is missing.
  private func reads(at place: Int) -> [any SharedObject] {
    var found: [any SharedObject] = []
    for kind in script.reads[place] {
      guard let object = nearest(kind, from: place) else { break }
      found.append(object)
    }
    return found
  }

  private func expectOnlyReadersEvaluated(_ object: (any SharedObject)?, since before: [Int: Int]) throws {
    var readers = 0
    for place in places.indices {
      let isReader = reads(at: place).contains { $0 === object }
      let expected = (before[place] ?? 0) + (isReader ? 1 : 0)
      try expect("evaluations of view \(place)", evaluations.counts[place] ?? 0, equals: expected)
      readers += isReader ? 1 : 0
    }
    trial.label("several views read what changes", if: readers > 1)
    trial.label("some views do not read what changes", if: readers > 0 && readers < places.count)
  }

  func expectNearestObjectEverywhere() throws {
    for place in places.indices {
      for kind in Kind.allCases {
        let found = try? Self.lookUp(kind, in: environments[place])
        let expected = nearest(kind, from: place)
        try expect("\(kind) at place \(place)", found?.serial, equals: expected?.serial)
        try expect("\(kind) at place \(place) is the object itself", found === expected)
        trial.label("inherited", if: expected != nil && places[place].provided[kind] == nil)
        if expected == nil { try expectMissing(kind, at: place) }
      }
      let kinds = script.reads[place]
      let objects = reads(at: place)
      if objects.count < kinds.count {
        guard case .error = hosts[place].content else {
          return try expect("view \(place) shows an error in the place of what is missing", false)
        }
      } else {
        let text = zip(kinds, objects).map(Self.text).joined(separator: ", ")
        try expect("view \(place) shows", hosts[place].content, equals: .text(text))
      }
    }
  }

  private func expectMissing(_ kind: Kind, at place: Int) throws {
    trial.label("missing")
    let error = try expectThrows("\(kind) at place \(place)", DependencyError.self) {
      try Self.lookUp(kind, in: environments[place])
    }
    let name = kind == .theme ? "ThemeObject" : "AccountObject"
    try expect("\(kind) at place \(place)", error, equals: .missing(name))
  }

  func end() {
    hosts = []
    // Places hold each other.
    for environment in environments { environment.move(below: nil) }
  }
}

@MainActor
private final class EvaluationCounts {
  var counts: [Int: Int] = [:]
}
