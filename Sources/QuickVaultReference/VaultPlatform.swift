import Foundation
import PlatformStandIns
import StorageContract

/// What the device gives the app.
public struct VaultPlatform: Sendable {
  public var store: any Store
  public var keychain: any Keychain
  public var biometrics: any BiometricAuthenticator
  public var clipboard: Clipboard
  public var sandbox: AppSandbox
  public var time: VaultTime
  public var policy: VaultPolicy
  public var randomBytes: @Sendable (Int) throws -> [UInt8]
  public var makeID: @Sendable () -> UUID

  public init(
    store: any Store, keychain: any Keychain, biometrics: any BiometricAuthenticator, clipboard: Clipboard,
    sandbox: AppSandbox, time: VaultTime, policy: VaultPolicy = .standard,
    randomBytes: @escaping @Sendable (Int) throws -> [UInt8] = { try SecureRandom.bytes($0) },
    makeID: @escaping @Sendable () -> UUID = { UUID() }
  ) {
    self.store = store
    self.keychain = keychain
    self.biometrics = biometrics
    self.clipboard = clipboard
    self.sandbox = sandbox
    self.time = time
    self.policy = policy
    self.randomBytes = randomBytes
    self.makeID = makeID
  }
}
