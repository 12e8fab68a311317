import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract
import Synchronization

/// The configuration of one environment over several launches, and what has to be in force.
struct ConfigurationSession {
  private let system: PersonalOSSystem
  private let server = ConfigurationServer()
  private var store: any Store
  private var service: any RemoteConfigurations
  // The model.
  private var published = ServedDocument.noAnswer
  private var inForce: RemoteConfiguration?
  private var cached: RemoteConfiguration?
  private var replacedCount = 0

  init(_ system: PersonalOSSystem) async throws {
    self.system = system
    store = try await system.openStore()
    service = try await system.openConfiguration(of: .production, over: store, from: server)
  }

  /// From now on the server answers so.
  mutating func publish(_ document: ServedDocument) {
    published = document
    server.publish(document, in: .production)
  }

  /// The app ends and starts again.
  mutating func relaunch() async throws {
    try await store.close()
    store = try await system.openStore()
    service = try await system.openConfiguration(of: .production, over: store, from: server)
    inForce = nil
  }

  mutating func initialize() async throws {
    inForce = published.configuration ?? cached
    cached = inForce
    let hasThrown = await throwsError { [service] in try await service.initialize() }
    try expect("whether it starts without a configuration", hasThrown, equals: inForce == nil)
  }

  /// - Returns: the classes of the case that it belongs to.
  mutating func take(_ step: ConfigurationStep) async throws -> [String] {
    switch step {
    case .publish(let document):
      publish(document)
      return []
    case .fetch:
      return try await fetch()
    case .relaunch(let isOnline):
      try await relaunch()
      let document = published
      if !isOnline { publish(.noAnswer) }
      let isReplaced = published.configuration == nil && replacedCount > 1
      try await initialize()
      publish(document)
      return isReplaced ? ["starts offline with a cache that was replaced"] : []
    }
  }

  private mutating func fetch() async throws -> [String] {
    var labels = published.configuration == nil ? ["a fetch fails"] : []
    if let fetched = published.configuration {
      if let before = inForce?.apiKeys {
        if before.contains(where: { fetched.apiKeys[$0.key] == nil }) { labels.append("a key is revoked") }
        if before.contains(where: { (fetched.apiKeys[$0.key] ?? $0.value) != $0.value }) {
          labels.append("a key is rotated")
        }
      }
      (inForce, cached) = (fetched, fetched)
      replacedCount += 1
    }
    let hasThrown = await throwsError { [service] in try await service.fetchLatestConfig() }
    try expect("whether the fetch fails", hasThrown, equals: published.configuration == nil)
    return labels
  }

  /// Every key, endpoint and request is what the model says, byte for byte.
  @MainActor
  func expectModel() throws {
    try expect("whether a configuration is in force", service.isReady, equals: inForce != nil)
    for name in ConfigurationNames.services + ["nobody", "broken", ""] {
      let key = name == "news" ? nil : inForce?.apiKeys[name]
      let endpoint = inForce?.endpoints[name]
      try expectBytes("key of \(name)", service.getAPIKey(for: name), equals: key)
      try expectBytes("endpoint of \(name)", service.getEndpoint(for: name), equals: endpoint)
      let request = service.makeRequest(to: name)
      try expectBytes("key of a request to \(name)", request?.apiKey, equals: endpoint == nil ? nil : key)
      try expectBytes("URL of a request to \(name)", request?.url, equals: endpoint)
    }
    try expect("endpoints", service.apiEndpoints, equals: inForce?.endpoints ?? [:])
    try expect(
      "names of the flags", service.featureFlags.keys.sorted(),
      equals: (inForce?.featureFlags ?? [:]).keys.sorted())
  }

  func end() async throws { try await store.close() }
}

/// What the app asks for its configuration.
final class ConfigurationServer: Sendable {
  struct NoAnswer: Error {}

  private let documents = Mutex<[AppEnvironment: ServedDocument]>([:])

  func publish(_ document: ServedDocument, in environment: AppEnvironment) {
    documents.withLock { $0[environment] = document }
  }

  func answer(_ environment: AppEnvironment) throws -> [UInt8] {
    guard let bytes = documents.withLock({ $0[environment] })?.bytes else { throw NoAnswer() }
    return bytes
  }
}

extension PersonalOSSystem {
  /// A service with a cache in the store.
  func openConfiguration(
    of environment: AppEnvironment, over store: any Store, from server: ConfigurationServer,
    userID: String = "me"
  ) async throws -> any RemoteConfigurations {
    try await configuration.openService(
      ConfigurationSetup(
        environment: environment, fetch: { try server.answer($0) },
        cache: configuration.openCache(DataActor(store: store)), userID: userID))
  }
}

/// Whether `body` throws, whatever it is.
func throwsError(_ body: () async throws -> Void) async -> Bool {
  do {
    try await body()
    return false
  } catch {
    return true
  }
}

/// Text by its bytes: to Swift's `==` two spellings of one letter are the same.
func expectBytes(
  _ claim: String, _ actual: String?, equals expected: String?,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
) throws {
  if actual.map({ Array($0.utf8) }) == expected.map({ Array($0.utf8) }) { return }
  throw ExpectationFailure(
    claim: claim, expected: describe(expected), actual: describe(actual),
    location: SourceLocation(fileID: fileID, filePath: filePath, line: line))
}
