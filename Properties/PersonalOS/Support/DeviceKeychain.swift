import PersonalOSReference
import PlatformStandIns
import StorageContract

/// The keychain of an unlocked device, on a disk of its own: it outlives the app's launches, and what is done
/// to the app's store does not reach it.
struct DeviceKeychain: Sendable {
  let keychain: any BackedUpKeychain
  private let location = MemoryLocation()
  private let store: any Store

  init(_ system: PersonalOSSystem) async throws {
    store = try await location.open()
    keychain = try await system.security.openKeychain(
      KeychainSetup(store: store, device: DeviceLock(), deviceKey: try SecureRandom.bytes(32)))
  }

  /// What encrypts the data of an app with this keychain.
  func secureStorage(_ system: PersonalOSSystem, for data: any DataAccess) async throws -> any SecureStorage {
    try await system.security.openSecureStorage(
      SecureStorageSetup(
        keychain: keychain, data: data, sandbox: AppSandbox(), log: DiagnosticLog(), now: { .distantPast }))
  }

  /// Its records as they lie on its disk: what they say is not to be read there.
  func records() async throws -> [RawRecord] { try await store.contents().records }

  /// Ends its life: what lies on its disk then.
  func end() async throws -> [UInt8] {
    try await store.close()
    return try await location.rawBytes()
  }
}
