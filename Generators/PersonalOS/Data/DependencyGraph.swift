import PropertyTesting

/// Services and what each of them needs.
public struct DependencyGraph: Sendable {
  public enum Registration: Sendable {
    case present, absent
    /// Making it fails with an error of its own.
    case failing
  }

  public struct Node: Sendable {
    public let name: String
    /// Places of those that it needs, in the order in which it asks for them.
    public let needs: [Int]
    public let registration: Registration
  }

  public let nodes: [Node]
}

/// What the app's services need of the platform, by the names that they are registered under.
public enum AppPart: String, Sendable, CaseIterable {
  case store = "Store"
  case keychain = "Keychain"
  case notifications = "NotificationScheduler"
  case backups = "BackupPlace"
  case gitHub = "GitHubTransport"
  case errors = "ErrorPresenter"

  public enum Lack: Sendable, CaseIterable {
    case absent, failing
  }
}

/// A graph of services, and what the platform lacks that the app's own services need.
public struct DependencyScenario: Sendable {
  public let graph: DependencyGraph
  public let missing: [AppPart: AppPart.Lack]
  /// Whether the services of the graph have sources too, which lie on the disk.
  public let hasSources: Bool
}

extension Generator where Value == DependencyScenario {
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
  /// Up to twelve services. Mostly each needs later ones only; now and then one needs itself in the end.
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
        // Each asks once for a service, the last one of all for none.
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
