import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import StorageContract

/// What a deletion has not come to yet, in the order in which it deletes.
struct DeletionRemains: Sendable, Equatable {
  var notices: Int
  var keychainItems: Int
  var backups: Int
  var records: [RawRecord]

  /// A part that refuses leaves itself and all that comes after it; what comes before it is gone.
  mutating func lose(before refusal: DeletionRefusal) {
    notices = 0
    if refusal == .keychain { return }
    keychainItems = 0
    if refusal == .backups { return }
    backups = 0
    if refusal.isWrite { return }
    records = []
  }
}

/// An attempt to delete everything, over a device of which one part refuses its own share.
struct RefusedDeletion: Sendable {
  private let refusal: DeletionRefusal
  private let service: any DataBackups

  init(_ refusal: DeletionRefusal, _ store: any Store, _ session: BackupDriver, _ system: PersonalOSSystem) async throws {
    self.refusal = refusal
    let refusing = StoreTrace(store) { number, _ in if case .write(number) = refusal { throw Refused() } }
    var hooks = StoreHooks()
    hooks.compact = { store in
      if refusal == .compaction { throw Refused() }
      try await store.compact()
    }
    service = try await system.backup.openService(
      BackupSetup(
        data: DataActor(store: InterposedStore(refusing.store, hooks)),
        backups: ObstinatePlace(base: session.backups, refuses: refusal == .backups),
        keychain: ObstinateKeychain(base: session.keychain.keychain, refuses: refusal == .keychain),
        notifications: session.notifications))
  }

  func expectRefused() async throws {
    let failure = await thrownError { try await service.deleteAllUserData() }
    try expect("the failure of a deletion of which \(refusal) is refused", failure is Refused)
  }
}

private struct Refused: Error {}

private struct ObstinatePlace: BackupPlace {
  let base: any BackupPlace
  let refuses: Bool

  func write(_ bytes: [UInt8]) async throws -> URL { try await base.write(bytes) }
  func read(_ url: URL) async throws -> [UInt8] { try await base.read(url) }
  func all() async throws -> [URL] { try await base.all() }
  func deleteAll() async throws {
    if refuses { throw Refused() }
    try await base.deleteAll()
  }
}

private struct ObstinateKeychain: Keychain {
  let base: any Keychain
  let refuses: Bool

  func store(_ value: [UInt8], for key: String, accessibility: KeychainAccessibility) async throws {
    try await base.store(value, for: key, accessibility: accessibility)
  }
  func retrieve(_ key: String) async throws -> [UInt8]? { try await base.retrieve(key) }
  func delete(_ key: String) async throws { try await base.delete(key) }
  func deleteAll() async throws {
    if refuses { throw Refused() }
    try await base.deleteAll()
  }
}
