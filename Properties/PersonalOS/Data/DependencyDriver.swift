import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract

/// A container with the services of a graph, and parts of an app that use them.
@MainActor
struct DependencyDriver {
  let graph: DependencyGraph
  let makeContainer: @Sendable () -> any DependencyRegistry

  /// Each service can be had just where all that it needs is there; otherwise the error names what is not.
  func expectResolved(_ trial: Trial) throws {
    let container = makeFilledContainer()
    for (place, node) in graph.nodes.enumerated() {
      let missing = graph.missing(for: place)
      trial.label("a service is made of others", if: missing.isEmpty && !node.needs.isEmpty)
      trial.label("a part of a part is missing", if: !missing.isEmpty && !missing.contains(node.name))
      trial.label("a service needs itself", if: graph.isOnCycle(place))
      trial.label("a service cannot be made", if: node.registration == .failing)
      let part = startPart(place, in: container)
      if missing.isEmpty {
        let made = try? container.resolve(key(place))
        try expect("what \(node.name) is made of", made?.description, equals: graph.description(of: place))
        try expect("the same \(node.name) for everybody", made === part.perform { $0 })
        try expectReplaceable(place)
      } else {
        let error = try expectThrows("\(node.name) without \(missing.sorted())", DependencyError.self) {
          try container.resolve(key(place))
        }
        try expect("\(error), of \(missing.sorted())", missing.contains { error == .missing($0) })
        try expect("a part of the app that needs \(node.name) says so", part.error != nil)
        try expect("it is idle", part.perform { $0 } == nil)
        try expectUsableAfterRepair(place)
      }
    }
    try expectNewest()
  }

  /// A part that was idle starts once all that it needs is registered.
  private func expectUsableAfterRepair(_ place: Int) throws {
    let needed = graph.reachable(from: place)
    guard !needed.contains(where: { graph.isOnCycle($0) }) else { return }
    let container = makeFilledContainer()
    let part = startPart(place, in: container)
    for other in needed where graph.nodes[other].registration != .present {
      register(other, as: .present, in: container)
    }
    part.start()
    let (repaired, expected) = (part.perform { $0.description }, graph.description(of: place))
    try expect("\(graph.nodes[place].name) after a repair", repaired, equals: expected)
    try expect("nothing is wrong any more", part.error == nil)
  }

  /// Registered anew, it is made anew for who asks from then on, and stays what it was for who has it.
  private func expectReplaceable(_ place: Int) throws {
    let container = makeFilledContainer()
    let part = startPart(place, in: container)
    container.register(key(place)) { _ in GraphService("another") }
    let replaced = try container.resolve(key(place)).description
    try expect("\(graph.nodes[place].name), registered anew", replaced, equals: "another")
    part.start()
    try expect("what a part of the app has", part.perform { $0.description }, equals: graph.description(of: place))
  }

  /// While a service is made, it is registered anew, or made by somebody else.
  private func expectNewest() throws {
    for (isRegistered, expected) in [(true, ["first", "second"]), (false, ["second", "second"])] {
      let (container, key, calls) = (makeContainer(), key(0), Remembered(0))
      container.register(key) { _ in
        guard calls.exchange(1) == 0 else { return GraphService("second") }
        if isRegistered {
          container.register(key) { _ in GraphService("second") }
        } else {
          _ = try container.resolve(key)
        }
        return GraphService("first")
      }
      let made = try [container.resolve(key).description, container.resolve(key).description]
      try expect(isRegistered ? "registered anew while it is made" : "made twice at a time", made, equals: expected)
    }
  }

  private func startPart(_ place: Int, in container: any DependencyRegistry) -> DependentModel<GraphService> {
    let part = DependentModel(key(place), from: container)
    part.start()
    return part
  }

  private func makeFilledContainer() -> any DependencyRegistry {
    let container = makeContainer()
    for (place, node) in graph.nodes.enumerated() { register(place, as: node.registration, in: container) }
    return container
  }

  private func register(
    _ place: Int, as registration: DependencyGraph.Registration, in container: any DependencyRegistry
  ) {
    if registration == .absent { return }
    let (name, parts) = (graph.nodes[place].name, graph.nodes[place].needs.map { key($0) })
    container.register(key(place)) { resolver in
      try registration.made(GraphService(name, try parts.map { try resolver.resolve($0) }))
    }
  }

  private func key(_ place: Int) -> DependencyKey<GraphService> { DependencyKey(graph.nodes[place].name) }
}

extension DependencyGraph.Registration {
  private struct Failure: Error {}

  func made<Part>(_ part: @autoclosure () throws -> Part) throws -> Part {
    if self == .failing { throw Failure() }
    return try part()
  }
}
