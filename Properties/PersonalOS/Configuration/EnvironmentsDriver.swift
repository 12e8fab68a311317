import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract

/// The app in several environments over one store, each seeing what it sees.
struct EnvironmentsDriver {
  /// All that can be seen of a configuration from outside, as text: keys and endpoints byte for byte.
  typealias Observation = String

  private let system: PersonalOSSystem
  private let server = ConfigurationServer()
  private let store: any Store
  private let keychain: DeviceKeychain
  private var services: [AppEnvironment: any RemoteConfigurations] = [:]
  private var published: [AppEnvironment: ServedDocument] = [:]

  init(_ system: PersonalOSSystem, over store: any Store) async throws {
    self.system = system
    self.store = store
    keychain = try await DeviceKeychain(system)
    // An empty place: what an earlier session left is gone.
    try await store.fill(with: StoreContents(schemaVersion: 0, records: []))
  }

  /// Takes the steps, and tells what the app in `observed` saw after each of its own.
  mutating func observe(_ observed: AppEnvironment, during steps: [EnvironmentsHistory.Step]) async throws
    -> [Observation]
  {
    services[observed] = try await open(observed)
    var observations: [Observation] = []
    for step in steps {
      let hasThrown = try await take(step)
      guard step.environment == observed, let service = services[observed] else { continue }
      observations.append(await Self.look(at: service) + (hasThrown ? ", throws" : ""))
    }
    return observations
  }

  private mutating func take(_ step: EnvironmentsHistory.Step) async throws -> Bool {
    let environment = step.environment
    switch step.step {
    case .publish(let document):
      publish(document, in: environment)
      return false
    case .fetch, .fetchWithoutRoom:
      server.isCacheFull = step.step == .fetchWithoutRoom
      defer { server.isCacheFull = false }
      let service = if let opened = services[environment] { opened } else { try await open(environment) }
      services[environment] = service
      return await thrownError { try await service.fetchLatestConfig() } != nil
    case .relaunch(let isOnline):
      let service = try await open(environment)
      services[environment] = service
      let document = published[environment] ?? .noAnswer
      if !isOnline { publish(.noAnswer, in: environment) }
      defer { publish(document, in: environment) }
      return await thrownError { try await service.initialize() } != nil
    }
  }

  private mutating func publish(_ document: ServedDocument, in environment: AppEnvironment) {
    published[environment] = document
    server.publish(document, in: environment)
  }

  private func open(_ environment: AppEnvironment) async throws -> any RemoteConfigurations {
    try await system.openConfiguration(of: environment, over: store, keychain, from: server)
  }

  @MainActor
  private static func look(at service: any RemoteConfigurations) -> Observation {
    let names = ConfigurationNames.services.map { name in
      let (key, endpoint) = (service.getAPIKey(for: name), service.getEndpoint(for: name))
      return "\(name): \(key.debugDescription) \(endpoint.debugDescription)"
    }
    let flags = service.featureFlags.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return "\(service.isReady ? "ready" : "not ready"), " + (names + flags).joined(separator: ", ")
  }
}
