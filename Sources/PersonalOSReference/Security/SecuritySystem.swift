import PlatformStandIns
import StorageContract

/// The security components that the properties test, one closure to make each: encryption, keychain and certificate
/// pinning.
public struct SecuritySystem: Sendable {
  /// Opens the keychain over the store in the setup.
  public var openKeychain: @Sendable (KeychainSetup) async throws -> any BackedUpKeychain
  /// Opens the secure storage over the keychain in the setup.
  public var openSecureStorage: @Sendable (SecureStorageSetup) async throws -> any SecureStorage
  /// Makes the component that seals sensitive fields before they reach a store.
  public var makeSealing: @Sendable (any SecureStorage) -> any FieldSealing
  /// Makes a place that encrypts each backup and keeps it in the given place.
  public var sealBackups: @Sendable (any BackupPlace, any SecureStorage) -> any BackupPlace
  /// Makes the validator of servers' certificates and of the device.
  public var makeValidator: @Sendable (SecurityValidator.Setup) -> any CertificateValidating & DeviceChecking
  /// Makes the client that sends a request only after the validator has accepted the server's certificates.
  public var makePinnedClient:
    @Sendable (any CertificateValidating, any TLSConnector) -> any PinnedRequesting

  /// The reference implementation.
  public static let reference = SecuritySystem(
    openKeychain: { try KeychainStore(store: $0.store, device: $0.device, deviceKey: $0.deviceKey) },
    openSecureStorage: { SecureStorageService($0) },
    makeSealing: { StorageSealing($0) }, sealBackups: { SealedBackups($0, $1) },
    makeValidator: { SecurityValidator($0) }, makePinnedClient: { PinnedClient($0, $1) })
}

/// The parts of a keychain.
public struct KeychainSetup: Sendable {
  /// Keeps the encrypted items.
  public var store: any Store
  /// The lock of the device, which decides which items may be used.
  public var device: DeviceLock
  /// The 32 bytes that stand for the key in the device's hardware: see `KeychainStore/init(store:device:deviceKey:)`.
  public var deviceKey: [UInt8]

  /// Creates a setup from its parts. It does not check the size of `deviceKey`.
  public init(store: any Store, device: DeviceLock, deviceKey: [UInt8]) {
    self.store = store
    self.device = device
    self.deviceKey = deviceKey
  }
}
