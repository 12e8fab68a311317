import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract

/// A container with the services of a graph, and parts of an app that use them.
@MainActor
struct DependencySession {
  private struct Failure: Error {}

  private let model: ResolutionModel
  private let graph: DependencyGraph
  private let makeContainer: @Sendable () -> any DependencyRegistry
  private(set) var classes: Set<String> = []

  init(_ graph: DependencyGraph, _ system: DataAccessSystem) {
    self.graph = graph
    model = ResolutionModel(graph: graph)
    makeContainer = system.makeContainer
  }

  /// Each service can be had just where all that it needs is there; otherwise the error names what is not.
  mutating func expectResolved() throws {
    let container = makeFilledContainer()
    for (place, node) in graph.nodes.enumerated() {
      let missing = model.missing(for: place)
      note(place, missing)
      let made: GraphService?
      do {
        made = try container.resolve(key(place))
      } catch DependencyError.missing(let name) {
        made = nil
        try expect("\(name), said to be missing for \(node.name), is", missing.contains(name))
      }
      let part = DependentModel(key(place), from: container)
      part.start()
      if missing.isEmpty {
        try expect("what \(node.name) is made of", made?.description, equals: model.description(of: place))
        try expect("the same \(node.name) for everybody", made === part.service)
        try expect("what a part of the app gets from it", part.perform { $0.name }, equals: node.name)
        try expectReplaceable(place)
        try expectReplaceableMeanwhile(place)
        try expectOneOfTwo(place)
      } else {
        try expect("\(node.name) without \(missing.sorted())", made?.description, equals: nil)
        try expect("a part of the app that needs \(node.name) says so", part.error != nil)
        try expect("it is idle", part.perform { $0.name } == nil)
        try expectUsableAfterRepair(place)
      }
    }
  }

  /// A part that was idle starts once all that it needs is registered.
  private func expectUsableAfterRepair(_ place: Int) throws {
    let needed = model.reachable(from: place)
    guard !needed.contains(where: { model.isOnCycle($0) }) else { return }
    let container = makeFilledContainer()
    let part = DependentModel(key(place), from: container)
    part.start()
    for other in needed where graph.nodes[other].registration != .present {
      register(other, in: container, fails: false)
    }
    part.start()
    let expected = model.description(of: place)
    try expect("\(graph.nodes[place].name) after a repair", part.service?.description, equals: expected)
    try expect("nothing is wrong any more", part.error == nil)
  }

  /// Registered anew, it is made anew for who asks from then on, and stays what it was for who has it.
  private func expectReplaceable(_ place: Int) throws {
    let container = makeFilledContainer()
    let part = DependentModel(key(place), from: container)
    part.start()
    container.register(key(place)) { _ in GraphService("another", []) }
    let replaced = try container.resolve(key(place)).description
    try expect("\(graph.nodes[place].name), registered anew", replaced, equals: "another")
    part.start()
    try expect("what a part of the app has", part.perform { $0.name }, equals: graph.nodes[place].name)
  }

  /// Registered anew while it is being made, it is made anew for who asks from then on.
  private func expectReplaceableMeanwhile(_ place: Int) throws {
    let (container, key) = (makeContainer(), key(place))
    container.register(key) { _ in
      container.register(key) { _ in GraphService("another", []) }
      return GraphService("the first", [])
    }
    let made = try [container.resolve(key).name, container.resolve(key).name]
    try expect("\(graph.nodes[place].name), registered anew while it is made", made, equals: ["the first", "another"])
  }

  /// Made by somebody else while it is being made, it is that one for everybody.
  private func expectOneOfTwo(_ place: Int) throws {
    let (container, key, calls) = (makeContainer(), key(place), Remembered(0))
    container.register(key) { _ in
      calls.set(calls.now + 1)
      guard calls.now == 1 else { return GraphService("made meanwhile", []) }
      _ = try container.resolve(key)
      return GraphService("made first", [])
    }
    let made = try [container.resolve(key).name, container.resolve(key).name]
    try expect("\(graph.nodes[place].name), made twice at a time", made, equals: ["made meanwhile", "made meanwhile"])
  }

  private func makeFilledContainer() -> any DependencyRegistry {
    let container = makeContainer()
    for (place, node) in graph.nodes.enumerated() where node.registration != .absent {
      register(place, in: container, fails: node.registration == .failing)
    }
    return container
  }

  private func register(_ place: Int, in container: any DependencyRegistry, fails: Bool) {
    let node = graph.nodes[place]
    let parts = node.needs.map { key($0) }
    container.register(key(place)) { resolver in
      if fails { throw Failure() }
      return GraphService(node.name, try parts.map { try resolver.resolve($0) })
    }
  }

  private func key(_ place: Int) -> DependencyKey<GraphService> { DependencyKey(graph.nodes[place].name) }

  private mutating func note(_ place: Int, _ missing: Set<String>) {
    let node = graph.nodes[place]
    if missing.isEmpty && !node.needs.isEmpty { classes.insert("a service is made of others") }
    if !missing.isEmpty && !missing.contains(node.name) { classes.insert("a part of a part is missing") }
    if model.isOnCycle(place) { classes.insert("a service needs itself") }
    if node.registration == .failing { classes.insert("a service cannot be made") }
  }
}
