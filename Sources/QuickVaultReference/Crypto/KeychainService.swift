import PlatformStandIns

/// Keeps the vault's items in the device's keychain.
public protocol KeychainService: Sendable {
  /// Adds the item, or replaces it in one write.
  /// - Throws: `KeychainError` or the error of the store beneath. The item is as it was then.
  func save(_ data: [UInt8], forKey key: String) async throws
  /// The item's bytes.
  /// - Throws: ``MissingItem`` if there is none; `KeychainError` if it cannot be read now.
  func load(forKey key: String) async throws -> [UInt8]
  /// Deletes the item. If there is none, this is not an error.
  func delete(forKey key: String) async throws
  /// Whether there is an item. It is true also for an item that cannot be read because it is locked or damaged.
  func exists(forKey key: String) async throws -> Bool
}

/// The keychain has no item with this name.
public struct MissingItem: Error, Sendable, Equatable {
  /// The name of the missing item.
  public let key: String

  /// Creates an error for the item with this name.
  public init(key: String) {
    self.key = key
  }
}

/// The names of the vault's items.
public enum VaultItem {
  /// The data key, wrapped with the password.
  public static let wrappedKey = "quickvault/wrapped-key"
  /// The data key, for a user whom the device recognises.
  public static let biometricKey = "quickvault/biometric-key"
  /// The record of failed attempts: see ``AttemptRecord``.
  public static let attempts = "quickvault/attempts"

  /// Lets only the wrapped key go into backups, where it is useless without the password. Everything else stays on the
  /// device.
  static func accessibility(of key: String) -> KeychainAccessibility {
    key == wrappedKey ? .whenUnlocked : .whenUnlockedThisDeviceOnly
  }
}

/// Keeps the vault's items in any keychain.
public struct VaultKeychainService: KeychainService {
  private let keychain: any Keychain

  /// Creates a service, which reads and writes the keychain only when it is called.
  public init(_ keychain: any Keychain) {
    self.keychain = keychain
  }

  public func save(_ data: [UInt8], forKey key: String) async throws {
    try await keychain.store(data, for: key, accessibility: VaultItem.accessibility(of: key))
  }

  public func load(forKey key: String) async throws -> [UInt8] {
    guard let data = try await keychain.retrieve(key) else { throw MissingItem(key: key) }
    return data
  }

  public func delete(forKey key: String) async throws { try await keychain.delete(key) }

  public func exists(forKey key: String) async throws -> Bool {
    do {
      return try await keychain.retrieve(key) != nil
    } catch is KeychainError {
      return true
    }
  }
}
