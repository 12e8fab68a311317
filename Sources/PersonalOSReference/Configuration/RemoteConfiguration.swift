import Foundation

/// What a server says how the app is to behave: one environment's keys, endpoints and feature flags.
public struct RemoteConfiguration: Sendable, Equatable, Codable {
  /// By service.
  public var apiKeys: [String: String]
  /// By service; `https` URLs with a host.
  public var endpoints: [String: String]
  /// By name.
  public var featureFlags: [String: FeatureFlag]

  public init(apiKeys: [String: String], endpoints: [String: String], featureFlags: [String: FeatureFlag]) {
    self.apiKeys = apiKeys
    self.endpoints = endpoints
    self.featureFlags = featureFlags
  }

  /// Reads a served document.
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

  /// Equal text for equal configurations.
  public var document: [UInt8] {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys]
      return [UInt8](try encoder.encode(self))
    }
  }
}

/// A feature that can be turned on for a part of the users, and off for all at once.
public struct FeatureFlag: Sendable, Equatable, Codable {
  /// The rollout that reaches everybody.
  public static let all = 10_000

  public var enabled: Bool
  /// The share of users that has it, in hundredths of a percent.
  public var rolloutBasisPoints: Int
  /// Off, whatever the rest says.
  public var killed: Bool

  public init(enabled: Bool, rolloutBasisPoints: Int, killed: Bool = false) {
    self.enabled = enabled
    self.rolloutBasisPoints = rolloutBasisPoints
    self.killed = killed
  }
}

/// What is wrong with a configuration, or missing from it.
public enum ConfigurationError: Error, Sendable, Equatable {
  case invalidDocument(reason: String)
  case unknownService(String, environment: AppEnvironment)
}
