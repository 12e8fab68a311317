import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract
import Synchronization

/// The configuration of one environment over several launches, and what has to be in force.
struct ConfigurationDriver {
  private let system: PersonalOSSystem
  private let server = ConfigurationServer()
  private let keychain: DeviceKeychain
  private var store: any Store
  private var service: any RemoteConfigurations
  // The model.
  private var published = ServedDocument.noAnswer
  private var inForce: RemoteConfiguration?
  private var cached: RemoteConfiguration?
  private var replacedCount = 0

  init(_ system: PersonalOSSystem) async throws {
    self.system = system
    keychain = try await DeviceKeychain(system)
    store = try await system.openStore()
    service = try await system.openConfiguration(of: .production, over: store, keychain, from: server)
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
    service = try await system.openConfiguration(of: .production, over: store, keychain, from: server)
    inForce = nil
  }

  /// Every text and all bytes of the store end otherwise.
  mutating func damageCache() async throws {
    try await store.write { transaction in
      for collection in try transaction.collections() {
        for record in try transaction.scan(collection) {
          try transaction.put(record.fields.mapValues(\.damaged), at: record.key, in: collection)
        }
      }
    }
    cached = nil
  }

  mutating func initialize() async throws {
    inForce = published.configuration ?? cached
    cached = inForce
    let failure = await thrownError { [service] in try await service.initialize() }
    try expect("whether it starts without a configuration", failure != nil, equals: inForce == nil)
    if let failure, published == .noAnswer {
      try expect("that \(failure) is what the fetch threw", failure is ConfigurationServer.NoAnswer)
    }
  }

  /// - Returns: the classes of the case that it belongs to.
  mutating func take(_ step: ConfigurationStep) async throws -> [String] {
    switch step {
    case .publish(let document):
      publish(document)
      return []
    case .fetch:
      return try await fetch()
    case .fetchWithoutRoom:
      server.isCacheFull = true
      defer { server.isCacheFull = false }
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
      inForce = fetched
      if server.isCacheFull {
        labels.append("what is fetched cannot be kept")
      } else {
        cached = fetched
        replacedCount += 1
      }
    }
    let failure = await thrownError { [service] in try await service.fetchLatestConfig() }
    try expect(
      "whether the fetch fails", failure != nil, equals: published.configuration == nil || server.isCacheFull)
    return labels
  }

  /// Every key, endpoint, request and flag is what the model says, texts byte for byte.
  /// - Parameter services: asked for beside those that come up everywhere.
  @MainActor
  func expectModel(services: [String] = []) throws {
    try expect("whether a configuration is in force", service.isReady, equals: inForce != nil)
    for name in ConfigurationNames.services + ["nobody", "broken", ""] + ConfigurationNames.wellKnown + services {
      let key = name == "news" ? nil : inForce?.apiKeys[name]
      let endpoint = inForce?.endpoints[name]
      try expectBytes("key of \(name)", service.getAPIKey(for: name), equals: key)
      try expectBytes("endpoint of \(name)", service.getEndpoint(for: name), equals: endpoint)
      let request = service.makeRequest(to: name)
      try expectBytes("key of a request to \(name)", request?.apiKey, equals: endpoint == nil ? nil : key)
      try expectBytes("URL of a request to \(name)", request?.url, equals: endpoint)
    }
    try expect("endpoints", service.apiEndpoints, equals: inForce?.endpoints ?? [:])
    let flags = inForce?.featureFlags ?? [:]
    try expect("configuration in force", service.configuration, equals: inForce)
    try expect("names of the flags", service.featureFlags.keys.sorted(), equals: flags.keys.sorted())
    for (name, flag) in flags {
      let isOn = FlagModel.isEnabled(flag, named: name, userID: ConfigurationServer.userID)
      try expect("whether \(name) is on", service.featureFlags[name], equals: isOn)
    }
  }

  /// No key that is kept for the next launch can be read on the disk.
  func end(_ trial: Trial) async throws {
    try await store.close()
    guard let key = cached?.apiKeys.values.max(by: { $0.utf8.count < $1.utf8.count }), key.utf8.count >= 8
    else { return }
    trial.label("keeps an API key long enough to be looked for")
    var search = SecretSearch()
    search.add("on the disk", try await system.whatIsAtRest())
    try expect("an API key that lies", search.find(key), equals: nil)
  }
}

extension FieldValue {
  /// Another value where it is a text or bytes, unless it is empty.
  fileprivate var damaged: FieldValue {
    switch self {
    case .text(let text): .text(String(text.dropLast()))
    case .bytes(let bytes): .bytes(bytes.dropLast() + bytes.suffix(1).map { $0 ^ 1 })
    default: self
    }
  }
}

/// What the app asks for its configuration.
final class ConfigurationServer: Sendable {
  struct NoAnswer: Error {}
  struct NoRoom: Error {}

  static let userID = "me"
  private let isFull = Mutex(false)
  private let documents = Mutex<[AppEnvironment: ServedDocument]>([:])

  func publish(_ document: ServedDocument, in environment: AppEnvironment) {
    documents.withLock { $0[environment] = document }
  }

  /// Whether the device has no room to keep an answer.
  var isCacheFull: Bool {
    get { isFull.withLock { $0 } }
    set { isFull.withLock { $0 = newValue } }
  }

  func answer(_ environment: AppEnvironment) throws -> [UInt8] {
    guard let bytes = documents.withLock({ $0[environment] })?.bytes else { throw NoAnswer() }
    return bytes
  }
}

extension PersonalOSSystem {
  /// A service with a cache in the store.
  func openConfiguration(
    of environment: AppEnvironment, over store: any Store, _ keychain: DeviceKeychain,
    from server: ConfigurationServer
  ) async throws -> any RemoteConfigurations {
    let data = DataActor(store: store)
    let cache = self.configuration.openCache(data, try await keychain.secureStorage(self, for: data))
    return try await self.configuration.openService(
      ConfigurationSetup(
        environment: environment, fetch: { try server.answer($0) },
        cache: LimitedCache(base: cache, server: server), userID: ConfigurationServer.userID))
  }
}

/// A cache that refuses what there is no room for.
private struct LimitedCache: ConfigurationCache {
  let base: any ConfigurationCache
  let server: ConfigurationServer

  func load(_ environment: AppEnvironment) async throws -> RemoteConfiguration? {
    try await base.load(environment)
  }

  func save(_ configuration: RemoteConfiguration, for environment: AppEnvironment) async throws {
    if server.isCacheFull { throw ConfigurationServer.NoRoom() }
    try await base.save(configuration, for: environment)
  }
}

/// What `body` throws, if anything.
func thrownError(_ body: () async throws -> Void) async -> (any Error)? {
  do {
    try await body()
    return nil
  } catch {
    return error
  }
}

/// Text by its bytes: to Swift's `==` two spellings of one letter are the same.
func expectBytes(
  _ claim: String, _ actual: String?, equals expected: String?,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
) throws {
  noteClaim(fileID: fileID, line: line)
  if actual.map({ Array($0.utf8) }) == expected.map({ Array($0.utf8) }) { return }
  throw ExpectationFailure(
    claim: claim, expected: describe(expected), actual: describe(actual),
    location: SourceLocation(fileID: fileID, filePath: filePath, line: line))
}
