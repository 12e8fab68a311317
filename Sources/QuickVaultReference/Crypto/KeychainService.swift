import PlatformStandIns

/// The vault's items in the device's keychain.
public protocol KeychainService: Sendable {
  /// Adds the item, or replaces it in one write.
  /// - Throws: `KeychainError`, what the store beneath throws; the item is as it was.
  func save(_ data: [UInt8], forKey key: String) async throws
  /// - Throws: ``MissingItem`` where there is none; `KeychainError` where it cannot be read now.
  func load(forKey key: String) async throws -> [UInt8]
  /// Deleting an absent item is no error.
  func delete(forKey key: String) async throws
  /// True as well for an item that is there and cannot be read: locked or damaged.
  func exists(forKey key: String) async throws -> Bool
}

/// The keychain has no item with this name.
public struct MissingItem: Error, Sendable, Equatable {
  public let key: String

  public init(key: String) {
    self.key = key
  }
}

/// Which items there are.
public enum VaultItem {
  /// The data key, wrapped by the password.
  public static let wrappedKey = "quickvault/wrapped-key"
  /// The data key, for who is recognised by the device.
  public static let biometricKey = "quickvault/biometric-key"
  /// How often somebody failed to get in.
  public static let attempts = "quickvault/attempts"

  /// The wrapped key may go into backups, where it is of no use without the password. Everything else stays on the device.
  static func accessibility(of key: String) -> KeychainAccessibility {
    key == wrappedKey ? .whenUnlocked : .whenUnlockedThisDeviceOnly
  }
}

/// The items over any keychain.
public struct VaultKeychainService: KeychainService {
  private let keychain: any Keychain

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
