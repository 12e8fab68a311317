import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// What can be made of a graph of services, worked out from the graph alone.
struct DependencyModel {
  let graph: DependencyGraph

  /// Everything that making the service asks for, itself included.
  func reachable(from place: Int) -> Set<Int> {
    var found: Set<Int> = []
    var open = [place]
    while let next = open.popLast() {
      if found.insert(next).inserted { open += graph.nodes[next].needs }
    }
    return found
  }

  /// Whether the service needs itself in the end.
  func isOnCycle(_ place: Int) -> Bool {
    graph.nodes[place].needs.contains { reachable(from: $0).contains(place) }
  }

  /// Those of the services that this one needs which cannot be had for a reason of their own.
  func missing(for place: Int) -> Set<String> {
    Set(
      reachable(from: place).filter { graph.nodes[$0].registration != .present || isOnCycle($0) }
        .map { graph.nodes[$0].name })
  }

  /// What a service that is made must be made of, name by name.
  func description(of place: Int) -> String {
    let parts = graph.nodes[place].needs.map { description(of: $0) }
    return graph.nodes[place].name + (parts.isEmpty ? "" : "(" + parts.joined(separator: ", ") + ")")
  }
}

/// A service of the graph.
final class GraphService: Sendable, CustomStringConvertible {
  let name: String
  let parts: [GraphService]

  init(_ name: String, _ parts: [GraphService]) {
    self.name = name
    self.parts = parts
  }

  var description: String {
    name + (parts.isEmpty ? "" : "(" + parts.map(\.description).joined(separator: ", ") + ")")
  }
}

/// A container with the services of a graph, and what uses them.
@MainActor
struct DependencySession {
  private struct Failure: Error {}

  private let model: DependencyModel
  private let graph: DependencyGraph
  private let container: any DependencyRegistry
  private(set) var classes: Set<String> = []

  init(_ graph: DependencyGraph, _ system: DataAccessSystem) {
    self.graph = graph
    model = DependencyModel(graph: graph)
    container = system.makeContainer()
    for (place, node) in graph.nodes.enumerated() where node.registration != .absent {
      register(place, fails: node.registration == .failing)
    }
  }

  /// Each service can be had just where all that it needs is there; otherwise the error names what is not.
  mutating func expectResolved() throws {
    for (place, node) in graph.nodes.enumerated() {
      let missing = model.missing(for: place)
      let consumer = DependentModel(key(place), from: container)
      consumer.start()
      let made: GraphService?
      do {
        made = try container.resolve(key(place))
      } catch let error as DependencyError {
        made = nil
        guard case .missing(let name) = error else { continue }
        try expect("\(name), said to be missing for \(node.name), is", missing.contains(name))
      }
      note(place, missing)
      if missing.isEmpty {
        try expect("what \(node.name) is made of", made?.description, equals: model.description(of: place))
        try expect("the same \(node.name) for everybody", made === consumer.service)
        try expect("what a part of the app does with \(node.name)", consumer.perform { $0.name }, equals: node.name)
      } else {
        try expect("\(node.name) without \(missing.sorted())", made?.description, equals: nil)
        try expect("a part of the app that needs \(node.name) says so", consumer.error != nil)
        try expect("it is idle", consumer.perform { $0.name } == nil)
        try expectUsableAfterRepair(consumer, place)
      }
    }
  }

  /// With all that it needs registered, the part starts: in a container of its own, so that the others' are as
  /// they were.
  private func expectUsableAfterRepair(_ consumer: DependentModel<GraphService>, _ place: Int) throws {
    let needed = model.reachable(from: place)
    guard !needed.contains(where: { model.isOnCycle($0) }) else { return }
    for other in needed where graph.nodes[other].registration != .present { register(other, fails: false) }
    consumer.start()
    try expect(
      "\(graph.nodes[place].name) once all is registered", consumer.service?.description,
      equals: model.description(of: place))
    try expect("nothing is wrong any more", consumer.error == nil)
    for other in needed where graph.nodes[other].registration != .present { breakAgain(other) }
  }

  /// As the graph has it: what was never registered cannot be taken back, and fails from now on.
  private func breakAgain(_ place: Int) {
    register(place, fails: true)
    // So that nobody is given what was made while it worked.
    for other in graph.nodes.indices where model.reachable(from: other).contains(place) && other != place
      && graph.nodes[other].registration == .present {
      register(other, fails: false)
    }
  }

  private func register(_ place: Int, fails: Bool) {
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
