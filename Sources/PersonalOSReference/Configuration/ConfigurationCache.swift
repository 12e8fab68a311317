import StorageContract

/// Keeps the last good configuration of each environment.
public protocol ConfigurationCache: Sendable {
  /// The saved configuration of this environment, or nil if none was saved.
  /// - Throws: an error if a saved configuration cannot be read or decrypted.
  func load(_ environment: AppEnvironment) async throws -> RemoteConfiguration?

  /// Replaces the saved configuration of this environment. If this throws, the old one is still saved.
  func save(_ configuration: RemoteConfiguration, for environment: AppEnvironment) async throws
}

/// Keeps the configurations in the app's store, each environment in its own collection. They are encrypted, because a
/// configuration contains API keys. Once the keychain with the encryption key is emptied, no saved configuration can be
/// loaded.
public struct StoredConfigurationCache: ConfigurationCache {
  private static let key = "snapshot"
  private let data: any DataAccess
  private let storage: any SecureStorage

  /// Creates a cache in the store of `data`. `storage` encrypts and decrypts the configurations.
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
