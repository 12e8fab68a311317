import StorageContract

/// The last good configuration of each environment.
public protocol ConfigurationCache: Sendable {
  func load(_ environment: AppEnvironment) async throws -> RemoteConfiguration?
  func save(_ configuration: RemoteConfiguration, for environment: AppEnvironment) async throws
}

/// In the app's store: a collection for each environment.
public struct StoredConfigurationCache: ConfigurationCache {
  public static let collectionPrefix = "configuration_"
  private static let key = "snapshot"
  private let data: DataActor

  public init(_ data: DataActor) {
    self.data = data
  }

  public func load(_ environment: AppEnvironment) async throws -> RemoteConfiguration? {
    let record = try await data.perform { scope in
      try scope.live().get(Self.key, in: Self.collectionPrefix + environment.rawValue)
    }
    guard case .text(let document) = record?.fields["document"] else { return nil }
    return try RemoteConfiguration(document: Array(document.utf8))
  }

  public func save(_ configuration: RemoteConfiguration, for environment: AppEnvironment) async throws {
    let document = String(decoding: try configuration.document, as: UTF8.self)
    try await data.perform { scope in
      _ = try scope.live().put(
        ["document": .text(document)], at: Self.key, in: Self.collectionPrefix + environment.rawValue)
    }
  }
}
