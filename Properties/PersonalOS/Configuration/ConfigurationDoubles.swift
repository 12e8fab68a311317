import PersonalOSReference
import PlatformStandIns
import StorageContract
import Synchronization

/// A cache that has room for one configuration.
struct SharedCache: ConfigurationCache {
  let base: any ConfigurationCache

  func load(_ environment: AppEnvironment) async throws -> RemoteConfiguration? {
    try await base.load(.development)
  }

  func save(_ configuration: RemoteConfiguration, for environment: AppEnvironment) async throws {
    try await base.save(configuration, for: .development)
  }
}

/// A cache in the store as anybody can read it.
struct PlainCache: ConfigurationCache {
  let data: any DataAccess

  func load(_ environment: AppEnvironment) async throws -> RemoteConfiguration? {
    let record = try await data.perform { try $0.live().get("plain", in: "configuration_\(environment)") }
    guard case .text(let document) = record?.fields["document"] else { return nil }
    return try RemoteConfiguration(document: Array(document.utf8))
  }

  func save(_ configuration: RemoteConfiguration, for environment: AppEnvironment) async throws {
    let document = String(decoding: try configuration.document, as: UTF8.self)
    _ = try await data.perform { scope in
      try scope.live().put(["document": .text(document)], at: "plain", in: "configuration_\(environment)")
    }
  }
}

/// A cache that keeps everything of a flag but that it was killed.
struct RevivingCache: ConfigurationCache {
  let base: any ConfigurationCache

  func load(_ environment: AppEnvironment) async throws -> RemoteConfiguration? {
    try await base.load(environment)
  }

  func save(_ configuration: RemoteConfiguration, for environment: AppEnvironment) async throws {
    var revived = configuration
    for name in revived.featureFlags.keys { revived.featureFlags[name]?.killed = false }
    try await base.save(revived, for: environment)
  }
}

/// Encrypts nothing.
struct OpenStorage: SecureStorage {
  let base: any SecureStorage

  func store(key: String, value: String, accessibility: KeychainAccessibility) async throws {
    try await base.store(key: key, value: value, accessibility: accessibility)
  }

  func retrieve(key: String) async throws -> String? { try await base.retrieve(key: key) }
  func delete(key: String) async throws { try await base.delete(key: key) }
  func encryptData(_ data: [UInt8]) async throws -> [UInt8] { data }
  func decryptData(_ data: [UInt8]) async throws -> [UInt8] { data }
  func dataCipher(makingKey: Bool) async throws -> DataCipher? { DataCipher(seal: { $0 }, open: { $0 }) }
}

/// One environment for all that ask.
final class SharedEnvironment: Sendable {
  private let state = Mutex<AppEnvironment?>(nil)

  var environment: AppEnvironment? {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

/// A service with another rule for flags.
@MainActor
final class FlagsAround: RemoteConfigurations {
  private let base: any RemoteConfigurations
  private let userID: String
  private let isEnabled: @Sendable (FeatureFlag?, String, String) -> Bool

  init(
    base: any RemoteConfigurations, userID: String,
    isEnabled: @escaping @Sendable (FeatureFlag?, String, String) -> Bool
  ) {
    self.base = base
    self.userID = userID
    self.isEnabled = isEnabled
  }

  var isReady: Bool { base.isReady }
  var configuration: RemoteConfiguration? { base.configuration }
  var apiEndpoints: [String: String] { base.apiEndpoints }

  var featureFlags: [String: Bool] {
    base.featureFlags.reduce(into: [:]) { $0[$1.key] = isFeatureEnabled($1.key) }
  }

  func initialize() async throws { try await base.initialize() }
  func fetchLatestConfig() async throws { try await base.fetchLatestConfig() }

  func isFeatureEnabled(_ feature: String) -> Bool {
    isEnabled(base.configuration?.featureFlags[feature], feature, userID)
  }

  func getAPIKey(for service: String) -> String? { base.getAPIKey(for: service) }
  func getEndpoint(for service: String) -> String? { base.getEndpoint(for: service) }
  func makeRequest(to service: String) -> ServiceRequest? { base.makeRequest(to: service) }
}
