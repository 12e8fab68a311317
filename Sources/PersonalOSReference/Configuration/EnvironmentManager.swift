import Foundation

/// What depends on the environment the app was built for, and on nothing else.
public struct EnvironmentManager: EnvironmentRules {
  public let current: AppEnvironment
  private let baseURLs: [String: URL]

  /// - Parameter baseURLs: of the current environment, by service. The other environments' are not at hand.
  public init(current: AppEnvironment, baseURLs: [String: URL]) {
    self.current = current
    self.baseURLs = baseURLs
  }

  public func baseURL(for service: String) throws(ConfigurationError) -> URL {
    guard let url = baseURLs[service] else { throw .unknownService(service, environment: current) }
    return url
  }

  public func shouldSeedMockData() -> Bool { current != .production }

  public func isDebugMode() -> Bool { current != .production }
}

/// What the app asks about its environment.
public protocol EnvironmentRules: Sendable {
  var current: AppEnvironment { get }
  /// - Throws: ``ConfigurationError/unknownService(_:environment:)``; never another environment's URL.
  func baseURL(for service: String) throws(ConfigurationError) -> URL
  /// Never in production.
  func shouldSeedMockData() -> Bool
  /// In development and staging.
  func isDebugMode() -> Bool
}
