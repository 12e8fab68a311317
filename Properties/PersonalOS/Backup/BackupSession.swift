import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import StorageContract

/// A backup service over a store, with all that it works on.
struct BackupSession {
  let service: any DataBackups
  let keychain: DeviceKeychain
  let notifications: NotificationScheduler
  let backups: MemoryBackupPlace

  /// - Parameter earlier: the session before a restart: keychain, notices and backups outlive the app.
  init(_ store: any Store, _ system: PersonalOSSystem, after earlier: BackupSession? = nil) async throws {
    keychain = if let earlier { earlier.keychain } else { try await DeviceKeychain(system) }
    notifications = earlier?.notifications ?? NotificationScheduler()
    backups = earlier?.backups ?? MemoryBackupPlace()
    service = try await system.backup.openService(
      BackupSetup(
        data: DataActor(store: store), backups: backups, keychain: keychain.keychain,
        notifications: notifications))
  }

  /// Imports into a store that refuses one write, or the commit.
  /// - Returns: whether that was reached; the import then said so.
  func importFile(_ file: Data, into store: any Store, refusing step: Int, _ system: PersonalOSSystem)
    async throws -> Bool
  {
    struct Refused: Error {}
    let refusing = StoreTrace(store) { number, _ in if number == step { throw Refused() } }
    let attempt = try await BackupSession(refusing.store, system, after: self)
    let failure = await thrownError { try await attempt.service.importData(file) }
    let isReached = refusing.events.count(where: \.isStep) > step
    try expect("whether the import failed", failure != nil, equals: isReached)
    return isReached
  }

  func expectRefusal(of file: Data, _ what: String) async throws {
    do {
      try await service.importData(file)
    } catch {
      try expect("that \(error) says what is wrong", error is BackupError)
      return
    }
    try expect("that \(what) is refused", false)
  }
}
