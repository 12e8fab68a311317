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

/// The parts of the platform that the app's services need, by their registered names.
public enum AppPart: String, Sendable, CaseIterable {
  case store = "Store"
  case keychain = "Keychain"
  case notifications = "NotificationScheduler"
  case backups = "BackupPlace"
  case gitHub = "GitHubTransport"
  case errors = "ErrorPresenter"

  /// Why a part of the platform cannot be had.
  public enum Lack: Sendable, CaseIterable {
    case absent, failing
  }
}

/// A graph of services, and the parts of the platform that the app's own services lack.
public struct DependencyScenario: Sendable {
  /// The services of the graph.
  public let graph: DependencyGraph
  /// The parts that are not registered or that fail. All other parts are there.
  public let missing: [AppPart: AppPart.Lack]
  /// Whether the services of the graph also have source files on the disk.
  public let hasSources: Bool
}

extension Generator where Value == DependencyScenario {
  /// A graph, up to three missing parts, and sources in about one case in three.
  public static var dependencyScenario: Generator {
    let missing = Generator<[AppPart: AppPart.Lack]>.dictionary(of: .anyCase(), .anyCase(), count: 0...3)
    return Generator { source in
      DependencyScenario(
        graph: try source(.dependencyGraph), missing: try source(missing),
        hasSources: try source(.int(in: 0...2)) == 2)
    }
  }
}

extension Generator where Value == DependencyGraph {
  /// Up to twelve services. Mostly each service needs later ones only; in some graphs a service needs itself in the
  /// end.
  public static var dependencyGraph: Generator {
    Generator { source in
      let count = try source(.int(in: 1...12))
      let isCyclic = try source(.bool)
      let isWhole = try source(.frequency((2, .constant(false)), (1, .constant(true))))
      let registration = Generator<DependencyGraph.Registration>.frequency(
        (isWhole ? 1 : 5, .constant(.present)), (isWhole ? 0 : 1, .constant(.absent)),
        (isWhole ? 0 : 2, .constant(.failing)))
      let nodes = try (0..<count).map { place in
        let others = Generator<Int>.int(in: min(place + 1, count - 1)...(count - 1))
        let needed = try source(.array(of: isCyclic ? .int(in: 0...(count - 1)) : others, count: 0...3))
        // Each service asks once for another service. In a graph without cycles the last one asks for none.
        var needs: [Int] = []
        for other in needed where !needs.contains(other) && (isCyclic || other > place) {
          needs.append(other)
        }
        return DependencyGraph.Node(
          name: "service \(place)", needs: needs, registration: try source(registration))
      }
      return DependencyGraph(nodes: nodes)
    }
  }
}
