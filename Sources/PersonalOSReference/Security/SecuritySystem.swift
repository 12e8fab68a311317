import PlatformStandIns
import StorageContract

/// Encryption, keychain and certificate pinning, as the properties see it: how each component is made.
public struct SecuritySystem: Sendable {
  public var openKeychain: @Sendable (KeychainSetup) async throws -> any BackedUpKeychain
  public var openSecureStorage: @Sendable (SecureStorageSetup) async throws -> any SecureStorage
  /// What seals sensitive fields on their way to a store.
  public var makeSealing: @Sendable (any SecureStorage) -> any FieldSealing
  /// A place of backups, with each of them encrypted.
  public var sealBackups: @Sendable (any BackupPlace, any SecureStorage) -> any BackupPlace
  public var makeValidator: @Sendable (SecurityValidator.Setup) -> any CertificateValidating
  public var makePinnedClient:
    @Sendable (any CertificateValidating, any TLSConnector) -> any PinnedRequesting

  /// The reference.
  public static let reference = SecuritySystem(
    openKeychain: { try KeychainStore(store: $0.store, device: $0.device, deviceKey: $0.deviceKey) },
    openSecureStorage: { SecureStorageService($0) },
    makeSealing: { StorageSealing($0) }, sealBackups: { SealedBackups($0, $1) },
    makeValidator: { SecurityValidator($0) }, makePinnedClient: { PinnedClient($0, $1) })
}

/// What a keychain lies over.
public struct KeychainSetup: Sendable {
  public var store: any Store
  public var device: DeviceLock
  /// See ``KeychainStore/init(store:device:deviceKey:)``.
  public var deviceKey: [UInt8]

  public init(store: any Store, device: DeviceLock, deviceKey: [UInt8]) {
    self.store = store
    self.device = device
    self.deviceKey = deviceKey
  }
}
