/// The configuration that the app's server sends.
@MainActor
public struct AppConfiguration {
  /// The encrypted cache of configurations in the app's store.
  public let cache: any ConfigurationCache
  /// The configuration in force. The launch loads it, after this service is made.
  public let remote: any RemoteConfigurations

  init(_ core: AppCore, _ servers: AppServers) async throws {
    let (platform, parts) = (core.platform, core.parts)
    cache = parts.configuration.openCache(core.data, core.secureStorage)
    remote = try await parts.configuration.openService(
      ConfigurationSetup(
        environment: platform.build.environment,
        fetch: { [log = core.log] _ in
          let document = try await servers.configuration()
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
