import Foundation
import PersonalOSReference
import PlatformStandIns
import StorageContract
import Testing

@testable import PersonalOSProperties

/// The app put together: every service is a part of it, or named here as a tool of its own.
@Suite("PersonalOS as one app")
struct AppTests {
  /// Types of the core that the sources call services, managers, repositories and the like, which the app does not make,
  /// each with the reason.
  static let tools: [String: String] = [
    "AmountStore": "for layouts that hold amounts as bytes alone, which the app's own never did",
    "NetworkErrorRecovery": "for requests that are worth repeating; the app's own back off in the request pipeline",
    "LoadModel": "the state of one list in a view: each view makes its own",
    "DependentModel": "a part of a view that needs a service: each view makes its own",
    "BackupFolder": "a place for backups that a platform may give",
    "MemoryBackupPlace": "a place for backups that a platform may give",
    "SourceScanner": "a developer's tool: `touchstone scan`",
    "BaseRepository": "what services are made of",
    "ViewModelStore": "made by each scene that the app opens",
    "ViewHost": "made by each scene that the app opens",
    "SceneHost": "made by each scene that the app opens",
    "ViewEnvironment": "made by each scene that the app opens",
  ]

  @MainActor
  @Test("Each service of the core is reached from the root, or named as a tool of its own")
  func reach() async throws {
    var (reached, visited) = (Set<String>(), Set<ObjectIdentifier>())
    let client = Remembered<(any NewsFetching)?>(nil)
    let app = try await Self.app(over: try await MemoryLocation().open()) { system in
      let make = system.api.makeNewsClient
      system.api.makeNewsClient = { setup in
        var setup = setup
        setup.proxyURLs = [.development: "https://news.example"]
        let made = try make(setup)
        client.set(made)
        return made
      }
    }
    Self.collect(app, into: &reached, &visited)
    // The client of the proxy is made when it is asked, with all that stands before the network.
    _ = try await app.reading.news.fetchNews(category: "science")
    if let client = client.now { Self.collect(client, into: &reached, &visited) }
    // Closures show nothing: what is made anew each time is made once here.
    Self.collect(app.openScene("one"), into: &reached, &visited)
    let declared = try Self.declaredServices()
    #expect(declared.count > 40, "\(declared.sorted())")
    let missing = declared.subtracting(reached).subtracting(Self.tools.keys)
    #expect(missing.isEmpty, "made by nobody: \(missing.sorted())")
    #expect(Set(Self.tools.keys).subtracting(declared).isEmpty, "named and not there")
  }

  @MainActor
  @Test("What the app makes is one of each: the container gives what the app works with")
  func container() async throws {
    try await Self.app(over: try await MemoryLocation().open()).expectServicesInContainer()
  }

  @MainActor
  @Test("A store of a newer version is left as it is, and the app says why it does not start")
  func newerStore() async throws {
    let store = try await MemoryLocation().open()
    try await store.write { transaction in
      try transaction.setSchemaVersion(9)
      _ = try transaction.put(["notes": .text("in clear")], at: "a", in: "trades")
    }
    let failure = await #expect(throws: LaunchFailure.self) { _ = try await Self.app(over: store) }
    #expect(failure?.errors.count == 1)
    let fields = try await store.read { try $0.get("a", in: "trades")?.fields }
    #expect(fields == ["notes": .text("in clear")])
  }

  @MainActor
  private static func app(
    over store: any Store, changing change: (inout PersonalOSSystem) -> Void = { _ in }
  ) async throws -> PersonalOSApp {
    var system = PersonalOSSystem.reference(location: MemoryLocation())
    system.openStore = { store }
    change(&system)
    let device = AppDevice(system)
    return try await device.launch(try await device.open())
  }

  /// The types of everything that can be reached by stored properties.
  private static func collect(_ value: Any, into types: inout Set<String>, _ visited: inout Set<ObjectIdentifier>) {
    let name = "\(type(of: value))"
    types.insert(String(name.prefix { $0 != "<" }))
    if type(of: value) is AnyClass, !visited.insert(ObjectIdentifier(value as AnyObject)).inserted { return }
    var mirror: Mirror? = Mirror(reflecting: value)
    while let current = mirror {
      for child in current.children { collect(child.value, into: &types, &visited) }
      mirror = current.superclassMirror
    }
  }

  /// Names of the core's classes, actors and structs that do something for others: by the ends of their names.
  private static func declaredServices() throws -> Set<String> {
    let ends = [
      "Service", "Manager", "Repository", "Coordinator", "ViewModel", "Presenter", "Validator", "Provider", "Gate",
      "Monitor", "Container", "Client", "Cache", "Ledger", "Board", "Actor", "Log", "Advisor", "Pipeline", "Transport",
      "Feed", "Store", "Host", "Requests", "Recovery", "Scanner", "Posts", "Sealing", "Backups", "LoadModel",
      "DependentModel", "Folder", "Place", "Environment",
    ]
    var names: Set<String> = []
    for file in try Checkout.swiftFiles(in: "Sources/PersonalOSReference") {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        guard let match = line.firstMatch(of: /^public (?:final )?(?:class|actor|struct) (\w+)/) else { continue }
        let name = String(match.1)
        if ends.contains(where: { name.hasSuffix($0) }) { names.insert(name) }
      }
    }
    return names
  }
}
