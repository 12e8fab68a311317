import Foundation
import Observation

/// What a configuration service works on.
public struct ConfigurationSetup: Sendable {
  public var environment: AppEnvironment
  /// Asks the environment's server for its document.
  public var fetch: @Sendable (AppEnvironment) async throws -> [UInt8]
  /// Nil: nothing is kept from one launch to the next.
  public var cache: (any ConfigurationCache)?
  /// For whom features are on or off.
  public var userID: String

  public init(
    environment: AppEnvironment, fetch: @escaping @Sendable (AppEnvironment) async throws -> [UInt8],
    cache: (any ConfigurationCache)?, userID: String
  ) {
    self.environment = environment
    self.fetch = fetch
    self.cache = cache
    self.userID = userID
  }
}

/// The configuration that is in force.
@MainActor
public protocol RemoteConfigurations: AnyObject, Sendable {
  /// Whether a configuration is in force.
  var isReady: Bool { get }
  /// Nil before the first one.
  var configuration: RemoteConfiguration? { get }
  /// Which features the user has.
  var featureFlags: [String: Bool] { get }
  var apiEndpoints: [String: String] { get }

  /// Fetches; where that fails, takes what the cache holds.
  /// - Throws: what the fetch threw, where the cache holds nothing that can be read; then ``isReady`` is
  ///   false, unless it was true before. A cache that cannot be written is no reason not to start.
  func initialize() async throws

  /// Replaces the whole configuration, then the cache's.
  /// - Throws: what the fetch threw, or ``ConfigurationError/invalidDocument(reason:)``; then the
  ///   configuration in force stays. What the cache threw; then the new configuration is in force, so that
  ///   a feature is killed were the disk full, and only the cache still has the old one.
  func fetchLatestConfig() async throws

  /// False for a feature that is not known.
  func isFeatureEnabled(_ feature: String) -> Bool

  /// Nil for a service that the configuration in force has no key for, and for one that is only reached
  /// through a proxy that holds the key.
  func getAPIKey(for service: String) -> String?

  /// Nil for a service that the configuration in force does not name.
  func getEndpoint(for service: String) -> String?

  /// A request to the service with the key of this moment; nil without an endpoint.
  func makeRequest(to service: String) -> ServiceRequest?
}

/// Where a request goes, and with which key.
public struct ServiceRequest: Sendable, Equatable {
  public let url: String
  public let apiKey: String?

  public init(url: String, apiKey: String?) {
    self.url = url
    self.apiKey = apiKey
  }
}

@MainActor
@Observable
public final class RemoteConfigService: RemoteConfigurations {
  /// Services whose key stays with our proxy, whatever is served.
  public static let proxiedServices: Set<String> = ["news"]

  public private(set) var configuration: RemoteConfiguration?
  private let setup: ConfigurationSetup

  public init(_ setup: ConfigurationSetup) {
    self.setup = setup
  }

  public var isReady: Bool { configuration != nil }
  public var apiEndpoints: [String: String] { configuration?.endpoints ?? [:] }

  public var featureFlags: [String: Bool] {
    (configuration?.featureFlags ?? [:]).reduce(into: [:]) { $0[$1.key] = isFeatureEnabled($1.key) }
  }

  public func initialize() async throws {
    do {
      configuration = try await fetch()
    } catch {
      guard let cached = try? await setup.cache?.load(setup.environment) else { throw error }
      configuration = cached
      return
    }
    try? await cacheConfiguration()
  }

  public func fetchLatestConfig() async throws {
    configuration = try await fetch()
    try await cacheConfiguration()
  }

  private func fetch() async throws -> RemoteConfiguration {
    try RemoteConfiguration(document: try await setup.fetch(setup.environment))
  }

  private func cacheConfiguration() async throws {
    guard let configuration else { return }
    try await setup.cache?.save(configuration, for: setup.environment)
  }

  public func isFeatureEnabled(_ feature: String) -> Bool {
    FeatureFlagEvaluator.isEnabled(
      configuration?.featureFlags[feature], named: feature, userID: setup.userID)
  }

  public func getAPIKey(for service: String) -> String? {
    Self.proxiedServices.contains(service) ? nil : configuration?.apiKeys[service]
  }

  public func getEndpoint(for service: String) -> String? { configuration?.endpoints[service] }

  public func makeRequest(to service: String) -> ServiceRequest? {
    getEndpoint(for: service).map { ServiceRequest(url: $0, apiKey: getAPIKey(for: service)) }
  }
}
