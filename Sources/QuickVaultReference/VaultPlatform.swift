import Foundation
import PlatformStandIns
import StorageContract

/// What the device provides: storage, sensors, clocks and randomness, with the policy that the app follows.
public struct VaultPlatform: Sendable {
  /// The database for cards and attachments. Field values and files are encrypted before they get there.
  public var store: any Store
  /// Holds the wrapped key, the key for biometrics and the record of failed attempts.
  public var keychain: any Keychain
  /// The sensor that recognises the device's user.
  public var biometrics: any BiometricAuthenticator
  /// The system's pasteboard, which every app on the device can read.
  public var clipboard: Clipboard
  /// Preferences, where the auto-lock keeps the user's timeout, and files, where shared attachments lie unencrypted.
  public var sandbox: AppSandbox
  /// The clocks for delays, timeouts and the dates of cards.
  public var time: VaultTime
  /// The limits and delays of the app.
  public var policy: VaultPolicy
  /// Returns this many random bytes, for keys, salts and nonces.
  public var randomBytes: @Sendable (Int) throws -> [UInt8]
  /// Makes the ids of cards, attachments and blank fields.
  public var makeID: @Sendable () -> UUID

  /// Creates a platform. By default it has the standard policy, the system's secure random bytes and random ids.
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
