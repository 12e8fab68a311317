import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import StorageContract

/// A backup service over a store, with all that it works on.
struct BackupSession {
  let service: any DataBackups
  let keychain: ItemKeychain
  let notifications: NotificationScheduler
  let backups: MemoryBackupPlace

  /// - Parameter earlier: the session before a restart: keychain, notices and backups outlive the app.
  init(_ store: any Store, _ system: PersonalOSSystem, after earlier: BackupSession? = nil) async throws {
    keychain = earlier?.keychain ?? ItemKeychain()
    notifications = earlier?.notifications ?? NotificationScheduler()
    backups = earlier?.backups ?? MemoryBackupPlace()
    service = try await system.backup.openService(
      BackupSetup(
        data: DataActor(store: store), backups: backups, keychain: keychain, notifications: notifications))
  }

  func expectRefusal(of file: Data, with damage: BackupDamage) async throws {
    do {
      try await service.importData(file)
    } catch {
      try expect("that \(error) says what is wrong", error is BackupError)
      return
    }
    try expect("that a backup with \(damage) is refused", false)
  }
}

/// A keychain that is always unlocked.
actor ItemKeychain: Keychain {
  private(set) var items: [String: [UInt8]] = [:]

  func store(_ value: [UInt8], for key: String, accessibility: KeychainAccessibility) { items[key] = value }
  func retrieve(_ key: String) -> [UInt8]? { items[key] }
  func delete(_ key: String) { items[key] = nil }
  func deleteAll() { items = [:] }
}
