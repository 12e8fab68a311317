import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import StorageContract

/// A backup service over a store, with all that it works on.
struct BackupDriver {
  let service: any DataBackups
  let keychain: DeviceKeychain
  let notifications: NotificationScheduler
  let backups: MemoryBackupPlace

  /// - Parameter earlier: the session before a restart: keychain, notices and backups outlive the app.
  init(_ store: any Store, _ system: PersonalOSSystem, after earlier: BackupDriver? = nil) async throws {
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
    let attempt = try await BackupDriver(refusing.store, system, after: self)
    let failure = await thrownError { try await attempt.service.importData(file) }
    let isReached = refusing.events.count(where: \.isStep) > step
    try expect("whether the import failed", failure != nil, equals: isReached)
    return isReached
  }

  /// A row that does not read is no part of a backup: the export names it. The store is then as before.
  /// - Returns: false if there is no row that could be damaged.
  func expectNoExportOfUnreadableRows(_ store: any Store, _ dataset: UserDataset) async throws -> Bool {
    guard let row = dataset.records.first(where: { UUID(uuidString: $0.key) != nil }) else { return false }
    // Another spelling of its own key where there is one: in capitals it is a UUID's.
    let isSpelledOtherwise = row.key.lowercased() != row.key
    let (key, collection, fields) = (isSpelledOtherwise ? row.key.lowercased() : "not \(row.key)", row.collection, row.fields)
    try await store.write { _ = try $0.put(fields, at: key, in: collection) }
    let failure = await thrownError { _ = try await service.exportAllData() }
    if case .unreadable(let record)? = failure as? BackupError {
      try expect("the row that does not read", [record.collection, record.key], equals: [collection, key])
      try expect(
        "the key that it should have is in “\(record.requirement)”", record.requirement.contains(isSpelledOtherwise ? row.key : "UUID"))
    } else {
      try expect("that an export with a row at another's key is refused, not \(describe(failure))", false)
    }
    try await store.write { _ = try $0.delete(key, in: collection) }
    return true
  }

  /// - Parameter expected: nil where any error of a backup will do.
  func expectRefusal(of file: Data, _ what: String, as expected: BackupError? = nil) async throws {
    do {
      try await service.importData(file)
    } catch {
      try expect("that \(error) says what is wrong", error is BackupError)
      if let expected { try expect("what is wrong with \(what)", error as? BackupError, equals: expected) }
      return
    }
    try expect("that \(what) is refused", false)
  }
}
