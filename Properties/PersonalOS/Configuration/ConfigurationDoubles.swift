import PersonalOSReference
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
