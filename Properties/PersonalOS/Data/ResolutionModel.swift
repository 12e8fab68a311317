import PersonalOSGenerators

/// What can be made of a graph of services, worked out from the graph alone.
struct ResolutionModel {
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
