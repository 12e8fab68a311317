import PersonalOSGenerators

/// What can be made of a graph of services, worked out from the graph alone.
extension DependencyGraph {
  /// Everything that making the service asks for, itself included.
  func reachable(from place: Int) -> Set<Int> {
    var found: Set<Int> = []
    var open = [place]
    while let next = open.popLast() {
      if found.insert(next).inserted { open += nodes[next].needs }
    }
    return found
  }

  /// Whether the service needs itself in the end.
  func isOnCycle(_ place: Int) -> Bool { nodes[place].needs.contains { reachable(from: $0).contains(place) } }

  /// The names of those that the service needs and that cannot be had for a reason of their own.
  func missing(for place: Int) -> Set<String> {
    let missing = reachable(from: place).filter { nodes[$0].registration != .present || isOnCycle($0) }
    return Set(missing.map { nodes[$0].name })
  }

  /// What a service that can be made is made of.
  func description(of place: Int) -> String {
    GraphService.description(nodes[place].name, nodes[place].needs.map { description(of: $0) })
  }
}

/// A service of the graph.
final class GraphService: Sendable {
  let description: String

  init(_ name: String, _ parts: [GraphService] = []) {
    description = Self.description(name, parts.map(\.description))
  }

  static func description(_ name: String, _ parts: [String]) -> String {
    parts.isEmpty ? name : "\(name)(\(parts.joined(separator: ", ")))"
  }
}
