import PlatformStandIns
import PropertyTesting
import QuickVaultReference

// What QV-P2 must catch: items that are kept otherwise.
extension Fault<QuickVaultSystem> {
  static let keepsKeysWhileTheDeviceIsLocked = keychain(
    "keepsKeysWhileTheDeviceIsLocked", "lets the wrapped key be read while the device is locked"
  ) { $0 == VaultItem.wrappedKey ? .afterFirstUnlock : .whenUnlockedThisDeviceOnly }
  static let putsTheBiometricKeyIntoBackups = keychain(
    "putsTheBiometricKeyIntoBackups", "puts the key for biometrics into backups"
  ) { _ in .whenUnlocked }
  static let keepsTheWrapOnTheDevice = keychain(
    "keepsTheWrapOnTheDevice", "leaves the wrapped key out of backups"
  ) { _ in .whenUnlockedThisDeviceOnly }

  static let takesALockedDeviceForNew = Fault(
    "takesALockedDeviceForNew", "treats a vault with unreadable keys as new"
  ) { system in
    let make = system.parts.makeKeychain
    system.parts.makeKeychain = { BlindKeychain(base: make($0)) }
  }
  static let forgetsBiometricsOnOtherDevices = Fault(
    "forgetsBiometricsOnOtherDevices", "stores the key for biometrics only at setup"
  ) { system in
    let make = system.parts.makeKeychain
    system.parts.makeKeychain = { OnceKeychain(base: make($0)) }
  }

  static let startsToCountAnew = Fault(
    "startsToCountAnew", "treats an unreadable count of failures as 0"
  ) { system in
    let make = system.parts.makeKeychain
    system.parts.makeKeychain = { CarelessKeychain(base: make($0)) }
  }

  private static func keychain(
    _ id: String, _ fact: String, _ accessibility: @escaping @Sendable (_ key: String) -> KeychainAccessibility
  ) -> Fault {
    Fault(id, fact) { $0.parts.makeKeychain = { OtherClasses(base: VaultKeychainService($0), keychain: $0, accessibility: accessibility) } }
  }
}

private struct OtherClasses: KeychainService {
  let base: VaultKeychainService
  let keychain: any Keychain
  let accessibility: @Sendable (String) -> KeychainAccessibility

  func save(_ data: [UInt8], forKey key: String) async throws {
    try await keychain.store(data, for: key, accessibility: accessibility(key))
  }
  func load(forKey key: String) async throws -> [UInt8] { try await base.load(forKey: key) }
  func delete(forKey key: String) async throws { try await base.delete(forKey: key) }
  func exists(forKey key: String) async throws -> Bool { try await base.exists(forKey: key) }
}

private struct BlindKeychain: KeychainService {
  let base: any KeychainService

  func save(_ data: [UInt8], forKey key: String) async throws { try await base.save(data, forKey: key) }
  func load(forKey key: String) async throws -> [UInt8] { try await base.load(forKey: key) }
  func delete(forKey key: String) async throws { try await base.delete(forKey: key) }
  func exists(forKey key: String) async throws -> Bool { (try? await base.load(forKey: key)) != nil }
}

private struct CarelessKeychain: KeychainService {
  let base: any KeychainService

  func save(_ data: [UInt8], forKey key: String) async throws { try await base.save(data, forKey: key) }
  func load(forKey key: String) async throws -> [UInt8] {
    let data = try await base.load(forKey: key)
    if key == VaultItem.attempts, (try? AttemptRecord(bytes: data)) == nil { throw MissingItem(key: key) }
    return data
  }
  func delete(forKey key: String) async throws { try await base.delete(forKey: key) }
  func exists(forKey key: String) async throws -> Bool { try await base.exists(forKey: key) }
}

private struct OnceKeychain: KeychainService {
  let base: any KeychainService

  func save(_ data: [UInt8], forKey key: String) async throws {
    if key == VaultItem.biometricKey, try await base.exists(forKey: VaultItem.wrappedKey) { return }
    try await base.save(data, forKey: key)
  }
  func load(forKey key: String) async throws -> [UInt8] { try await base.load(forKey: key) }
  func delete(forKey key: String) async throws { try await base.delete(forKey: key) }
  func exists(forKey key: String) async throws -> Bool { try await base.exists(forKey: key) }
}
