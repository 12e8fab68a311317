/// When an item of the keychain may be read: the classes of Apple's `kSecAttrAccessible`.
public enum KeychainAccessibility: String, Sendable, CaseIterable {
  case whenUnlocked
  case afterFirstUnlock
  case whenUnlockedThisDeviceOnly
  case afterFirstUnlockThisDeviceOnly
}

/// Why a keychain did not do what it was asked for.
public enum KeychainError: Error, Sendable, Equatable {
  /// The item's class does not let it be read or written while the device is locked.
  case locked(key: String, accessibility: KeychainAccessibility)
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
