import Foundation

/// The rules that depend only on the environment that the app was built for.
public struct EnvironmentManager: EnvironmentRules {
  public let current: AppEnvironment
  private let baseURLs: [String: URL]

  /// Creates the rules of an environment.
  /// - Parameter baseURLs: The base URLs of the current environment, by service. The URLs of other environments are left
  ///   out, so they can never be returned.
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

/// The app's questions about its environment.
public protocol EnvironmentRules: Sendable {
  /// The environment that the app was built for.
  var current: AppEnvironment { get }
  /// The base URL of a service in the current environment. It is never the URL of another environment.
  /// - Throws: ``ConfigurationError/unknownService(_:environment:)`` if the current environment has no URL for the service.
  func baseURL(for service: String) throws(ConfigurationError) -> URL
  /// Whether the app may write sample data. It is false in production.
  func shouldSeedMockData() -> Bool
  /// Whether the app shows debugging features. It is true in development and staging.
  func isDebugMode() -> Bool
}
