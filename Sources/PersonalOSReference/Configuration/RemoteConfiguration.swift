import Foundation

/// The configuration that the server of one environment sends: API keys, endpoints and feature flags.
public struct RemoteConfiguration: Sendable, Equatable, Codable {
  /// The API key of each service.
  public var apiKeys: [String: String]
  /// The endpoint of each service: an `https` URL with a host.
  public var endpoints: [String: String]
  /// The flag of each feature, by the feature's name.
  public var featureFlags: [String: FeatureFlag]

  /// Creates a configuration without a check. Only ``init(document:)`` checks endpoints and rollouts.
  public init(apiKeys: [String: String], endpoints: [String: String], featureFlags: [String: FeatureFlag]) {
    self.apiKeys = apiKeys
    self.endpoints = endpoints
    self.featureFlags = featureFlags
  }

  /// Reads a document that a server sent, and checks its rollouts and endpoints.
  /// - Throws: ``ConfigurationError/invalidDocument(reason:)``.
  public init(document: [UInt8]) throws(ConfigurationError) {
    do {
      self = try JSONDecoder().decode(RemoteConfiguration.self, from: Data(document))
    } catch {
      throw .invalidDocument(reason: "\(error)")
    }
    for (name, flag) in featureFlags where !(0...FeatureFlag.all).contains(flag.rolloutBasisPoints) {
      throw .invalidDocument(
        reason:
          "flag \(name) has a rollout of \(flag.rolloutBasisPoints) basis points; 0 to 10000 are possible")
    }
    for (service, endpoint) in endpoints where !Self.isReachable(endpoint) {
      throw .invalidDocument(
        reason: "the endpoint of \(service) is \(endpoint); it has to be an https URL with a host")
    }
  }

  private static func isReachable(_ endpoint: String) -> Bool {
    guard let url = URL(string: endpoint), let host = url.host else { return false }
    return url.scheme?.lowercased() == "https" && !host.isEmpty
  }

  /// The configuration as JSON. Equal configurations have equal documents.
  public var document: [UInt8] {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys]
      return [UInt8](try encoder.encode(self))
    }
  }
}

/// A feature that can be turned on for a share of the users, and off for all of them at once.
public struct FeatureFlag: Sendable, Equatable, Codable {
  /// The rollout that includes every user, in basis points.
  public static let all = 10_000

  /// Whether the feature is on for the users in the rollout. False turns it off for all.
  public var enabled: Bool
  /// The share of users that has the feature, in hundredths of a percent, from 0 to ``all``.
  public var rolloutBasisPoints: Int
  /// Whether the feature is off for all users, even if ``enabled`` is true.
  public var killed: Bool

  /// Creates a flag, by default not killed. It does not check the range of the rollout.
  public init(enabled: Bool, rolloutBasisPoints: Int, killed: Bool = false) {
    self.enabled = enabled
    self.rolloutBasisPoints = rolloutBasisPoints
    self.killed = killed
  }
}

/// Why a configuration document is refused, or which service it lacks.
public enum ConfigurationError: Error, Sendable, Equatable {
  /// The document is not JSON of the right form, or contains a rollout or an endpoint that is not allowed.
  case invalidDocument(reason: String)
  /// The environment has no base URL for this service.
  case unknownService(String, environment: AppEnvironment)
}
