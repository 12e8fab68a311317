/// When an item of the keychain may be read: the classes of Apple's `kSecAttrAccessible`.
public enum KeychainAccessibility: String, Codable, Sendable, CaseIterable {
  case whenUnlocked
  case afterFirstUnlock
  case whenUnlockedThisDeviceOnly
  case afterFirstUnlockThisDeviceOnly

  /// Whether its items stay out of backups.
  public var staysOnThisDevice: Bool {
    self == .whenUnlockedThisDeviceOnly || self == .afterFirstUnlockThisDeviceOnly
  }
}

/// Why a keychain did not do what it was asked for.
public enum KeychainError: Error, Sendable, Equatable {
  /// The item's class does not let it be read or written while the device is locked.
  case locked(key: String, accessibility: KeychainAccessibility)
  /// What lies there was not written by this keychain, or was changed since.
  case damaged(key: String)
}

/// Where credentials and keys are kept, apart from all other data.
public protocol Keychain: Sendable {
  /// Adds the item, or replaces the one with this key, class included.
  /// - Throws: ``KeychainError``, and the item is as it was; what the store beneath throws.
  func store(_ value: [UInt8], for key: String, accessibility: KeychainAccessibility) async throws

  /// The item's value, byte for byte; nil where there is none.
  /// - Throws: ``KeychainError`` where the item is there and must not be read now.
  func retrieve(_ key: String) async throws -> [UInt8]?

  /// Removes the item; removing an absent one is no error.
  func delete(_ key: String) async throws

  /// Removes every item.
  func deleteAll() async throws
}

/// A keychain whose items go into the device's backups, apart from those that may not leave the device.
public protocol BackedUpKeychain: Keychain {
  /// The items whose class is none of `…ThisDeviceOnly`, encrypted with `backupKey` (32 bytes).
  /// - Throws: ``KeychainError`` where one of them must not be read now, and nothing is exported.
  func exportBackup(key backupKey: [UInt8]) async throws -> [UInt8]

  /// Adds the items of a backup, each in place of the one with its key: all of them, or none where it throws.
  /// - Throws: `CryptographyError.sealBroken` where it is no backup made with this key, or was changed.
  func restoreBackup(_ backup: [UInt8], key backupKey: [UInt8]) async throws
}
