import Foundation

/// How the properties use remote configuration, environments and feature flags: one closure for each component.
public struct ConfigurationSystem: Sendable {
  /// Makes a cache in the store. It may encrypt the configurations with the secure storage.
  public var openCache: @Sendable (any DataAccess, any SecureStorage) -> any ConfigurationCache
  /// Opens a configuration service. It has no configuration until it is initialised.
  public var openService: @Sendable (ConfigurationSetup) async throws -> any RemoteConfigurations
  /// Makes the rules of an environment. `baseURLs` has the base URLs of all three environments, by service.
  public var openEnvironment:
    @Sendable (AppEnvironment, _ baseURLs: [AppEnvironment: [String: URL]]) -> any EnvironmentRules
  /// Whether the user has the feature. The flag is nil if the configuration does not contain the feature.
  public var isFeatureEnabled: @Sendable (FeatureFlag?, _ feature: String, _ userID: String) -> Bool

  /// The components of the reference core.
  public static let reference = ConfigurationSystem(
    openCache: { StoredConfigurationCache($0, $1) }, openService: { await RemoteConfigService($0) },
    openEnvironment: { EnvironmentManager(current: $0, baseURLs: $1[$0] ?? [:]) },
    isFeatureEnabled: { FeatureFlagEvaluator.isEnabled($0, named: $1, userID: $2) })
}
