/// The app's environment, and the configuration that its server sends.
@MainActor
public struct AppConfiguration {
  /// The rules of the environment that the app was built for, with its base URLs.
  public let environment: any EnvironmentRules
  /// The encrypted cache of configurations in the app's store.
  public let cache: any ConfigurationCache
  /// The configuration in force. The launch loads it, after this service is made.
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
          // Register the keys before any other code can log the document.
          if let fetched = try? RemoteConfiguration(document: document) { Self.keepSecret(fetched.apiKeys, from: log) }
          return document
        },
        cache: cache, userID: platform.build.userID))
  }

  /// Registers the keys as secrets, so that the log never contains them.
  nonisolated static func keepSecret(_ apiKeys: [String: String], from log: any ErrorLog) {
    for key in apiKeys.values { log.register(secret: key) }
  }
}
