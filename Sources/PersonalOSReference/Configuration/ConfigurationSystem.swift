import Foundation

/// Remote configuration, environments and feature flags, as the properties see it.
public struct ConfigurationSystem: Sendable {
  /// A cache in the store, which may encrypt what it keeps there.
  public var openCache: @Sendable (any DataAccess, any SecureStorage) -> any ConfigurationCache
  public var openService: @Sendable (ConfigurationSetup) async throws -> any RemoteConfigurations
  /// The rules of an environment, with the base URLs of all three by service.
  public var openEnvironment:
    @Sendable (AppEnvironment, _ baseURLs: [AppEnvironment: [String: URL]]) -> any EnvironmentRules
  public var isFeatureEnabled: @Sendable (FeatureFlag?, _ feature: String, _ userID: String) -> Bool

  /// The reference.
  public static let reference = ConfigurationSystem(
    openCache: { StoredConfigurationCache($0, $1) }, openService: { await RemoteConfigService($0) },
    openEnvironment: { EnvironmentManager(current: $0, baseURLs: $1[$0] ?? [:]) },
    isFeatureEnabled: { FeatureFlagEvaluator.isEnabled($0, named: $1, userID: $2) })
}
