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
        environment: platform.build.environment,
        fetch: { [log = core.log] environment in
          let document = try await platform.network.fetchConfiguration(environment)
          // Before anything can be said of it.
          if let fetched = try? RemoteConfiguration(document: document) { Self.keepSecret(fetched.apiKeys, from: log) }
          return document
        },
        cache: cache, userID: platform.build.userID))
  }

  /// The keys never get into the log, wherever they occur.
  nonisolated static func keepSecret(_ apiKeys: [String: String], from log: any ErrorLog) {
    for key in apiKeys.values { log.register(secret: key) }
  }
}
