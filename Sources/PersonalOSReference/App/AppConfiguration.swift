/// The app's environment, and what its server says how it is to behave.
@MainActor
public struct AppConfiguration {
  public let environment: any EnvironmentRules
  public let cache: any ConfigurationCache
  public let remote: any RemoteConfigurations

  init(_ core: AppCore) async throws {
    let (platform, parts) = (core.platform, core.parts)
    environment = parts.configuration.openEnvironment(platform.build.environment, platform.build.baseURLs)
    cache = parts.configuration.openCache(core.data, core.secureStorage)
    remote = try await parts.configuration.openService(
      ConfigurationSetup(
        environment: platform.build.environment, fetch: platform.network.fetchConfiguration, cache: cache,
        userID: platform.build.userID))
  }
}
