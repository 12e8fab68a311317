import Foundation
import Observation

/// The parts that a configuration service works on.
public struct ConfigurationSetup: Sendable {
  /// The environment whose configuration is fetched and cached.
  public var environment: AppEnvironment
  /// Fetches the configuration document from the server of an environment.
  public var fetch: @Sendable (AppEnvironment) async throws -> [UInt8]
  /// Keeps the configuration from one launch to the next. Nil means that nothing is kept.
  public var cache: (any ConfigurationCache)?
  /// The user's id, which decides in which rollouts he takes part.
  public var userID: String

  /// Creates a setup from its parts. It fetches nothing.
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

/// The service of the configuration that is in force.
@MainActor
public protocol RemoteConfigurations: AnyObject, Sendable {
  /// Whether a configuration is in force. It never becomes false again.
  var isReady: Bool { get }
  /// The configuration in force. It is nil until the first one is loaded.
  var configuration: RemoteConfiguration? { get }
  /// Whether the user has each feature that the configuration contains, by name. It is empty without a configuration.
  var featureFlags: [String: Bool] { get }
  /// The URL of each endpoint, by service. It is empty without a configuration.
  var apiEndpoints: [String: String] { get }

  /// Fetches the configuration and saves it in the cache. If the fetch fails, this takes the cached one instead. So it does
  /// at a launch whose task is cancelled, because the launch goes on; a cancelled request reads no cache. A failure to save
  /// is ignored, because it is no reason not to start.
  /// - Throws: what the fetch threw, if the cache has no readable configuration either. Then the configuration in force
  ///   stays as it was.
  func initialize() async throws

  /// Fetches the configuration, replaces the one in force, and saves it in the cache.
  /// - Throws: what the fetch threw, or ``ConfigurationError/invalidDocument(reason:)``: then the configuration in force
  ///   stays. What the cache threw: then the new configuration is in force, and only the cache still has the old one. So a
  ///   feature can be killed even if the disk is full.
  func fetchLatestConfig() async throws

  /// Whether the user has the feature. It is false for a feature that the configuration does not contain.
  func isFeatureEnabled(_ feature: String) -> Bool

  /// The API key of a service. It is nil if the configuration in force has no key for the service, and for a service that
  /// the app reaches only through a proxy with its own key.
  func getAPIKey(for service: String) -> String?

  /// The endpoint of a service. It is nil if the configuration in force does not contain the service.
  func getEndpoint(for service: String) -> String?

  /// A request to the endpoint of the service, with its present key. It is nil if the service has no endpoint.
  func makeRequest(to service: String) -> ServiceRequest?
}

/// The endpoint and the API key of a request.
public struct ServiceRequest: Sendable, Equatable {
  /// The endpoint of the service, an `https` URL.
  public let url: String
  /// The API key to send, or nil to send none.
  public let apiKey: String?

  /// Creates a request from its parts.
  public init(url: String, apiKey: String?) {
    self.url = url
    self.apiKey = apiKey
  }
}

/// The app's configuration service. Observers see each change of the configuration.
@MainActor
@Observable
public final class RemoteConfigService: RemoteConfigurations {
  /// The services that the app reaches only through our proxy. The app never uses a key for them, even if a configuration
  /// contains one.
  public static let proxiedServices: Set<String> = ["news"]

  public private(set) var configuration: RemoteConfiguration?
  private let setup: ConfigurationSetup

  /// Creates a service without a configuration. It neither fetches nor reads the cache yet.
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
