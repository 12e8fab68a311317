import PropertyTesting

/// Services and their dependencies.
public struct DependencyGraph: Sendable {
  /// Whether a container can make a service.
  public enum Registration: Sendable {
    case present, absent
    /// The factory of the service throws an error of its own.
    case failing
  }

  /// A service and its dependencies.
  public struct Node: Sendable {
    /// The name under which the service is registered; no two services have the same name.
    public let name: String
    /// The places of its dependencies in ``DependencyGraph/nodes``, in the order in which the service asks for them.
    public let needs: [Int]
    /// Whether the container can make the service.
    public let registration: Registration
  }

  /// The services, up to twelve.
  public let nodes: [Node]
}

extension Generator where Value == DependencyGraph {
  /// Mostly each service needs later ones only; in some graphs a service needs itself in the end.
  public static var dependencyGraph: Generator {
    Generator { source in
      let (count, isCyclic) = (try source(.int(in: 1...12)), try source(.bool))
      let isWhole = try source(.element(of: [false, false, true]))
      let registration = Generator<DependencyGraph.Registration>.frequency(
        (isWhole ? 1 : 5, .constant(.present)), (isWhole ? 0 : 1, .constant(.absent)),
        (isWhole ? 0 : 2, .constant(.failing)))
      let nodes = try (0..<count).map { place in
        let first = isCyclic ? 0 : place + 1
        let needed = first < count ? try source(.array(of: .int(in: first..<count), count: 0...3)) : []
        // Each service asks once for another service.
        let needs = needed.enumerated().filter { !needed.prefix($0.offset).contains($0.element) }.map(\.element)
        return DependencyGraph.Node(
          name: "service \(place)", needs: needs, registration: try source(registration))
      }
      return DependencyGraph(nodes: nodes)
    }
  }
}
