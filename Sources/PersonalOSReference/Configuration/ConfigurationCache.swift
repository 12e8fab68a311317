import StorageContract

/// The last good configuration of each environment.
public protocol ConfigurationCache: Sendable {
  /// Nil where nothing was saved.
  /// - Throws: where something was saved and cannot be read.
  func load(_ environment: AppEnvironment) async throws -> RemoteConfiguration?

  /// Replaces what was saved for this environment. Where it throws, that is still there.
  func save(_ configuration: RemoteConfiguration, for environment: AppEnvironment) async throws
}

/// In the app's store, a collection for each environment: encrypted, since a configuration holds API keys.
/// Once the keychain with the key is emptied, nothing can be loaded any more.
public struct StoredConfigurationCache: ConfigurationCache {
  private static let key = "snapshot"
  private let data: any DataAccess
  private let storage: any SecureStorage

  public init(_ data: any DataAccess, _ storage: any SecureStorage) {
    self.data = data
    self.storage = storage
  }

  public func load(_ environment: AppEnvironment) async throws -> RemoteConfiguration? {
    let record = try await data.perform { scope in
      try scope.live().get(Self.key, in: Self.collection(of: environment))
    }
    guard case .bytes(let document) = record?.fields["document"] else { return nil }
    return try RemoteConfiguration(document: try await storage.decryptData(document))
  }

  public func save(_ configuration: RemoteConfiguration, for environment: AppEnvironment) async throws {
    let document = try await storage.encryptData(try configuration.document)
    try await data.perform { scope in
      _ = try scope.live().put(
        ["document": .bytes(document)], at: Self.key, in: Self.collection(of: environment))
    }
  }

  private static func collection(of environment: AppEnvironment) -> String {
    "configuration_" + environment.rawValue
  }
}
