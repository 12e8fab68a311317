import PlatformStandIns

/// Decides who may use the vault (Req 9, 11). It runs on the main actor, so locking is one synchronous step: when
/// ``lock()`` returns, the key is erased and every observer has been called.
@MainActor
public protocol AuthenticationService: AnyObject, Sendable {
  /// The state of the vault now.
  var authenticationState: AuthenticationState { get }

  /// Sets the first password and unlocks the vault.
  /// - Throws: ``AppError``: `passwordTooShort`, `alreadyConfigured`; `database`, and then there is still no password.
  func setupMasterPassword(_ password: String) async throws
  /// Unlocks the vault with the password. If the vault is unlocked already, it only checks the password.
  /// - Throws: ``AppError``: `invalidPassword`, `rateLimited`, `notConfigured`; `locked` if somebody locked the vault
  ///   in the meantime; `database`.
  func authenticateWithPassword(_ password: String) async throws
  /// Unlocks the vault if the sensor recognises the device's user.
  /// - Throws: ``AppError``: `biometricFailed`, `biometricUnavailable`, `notConfigured`; `locked` if somebody locked
  ///   the vault in the meantime; `database`. The user can try the password after each of them.
  func authenticateWithBiometric() async throws
  /// Replaces the password, in one write.
  /// - Throws: ``AppError``: `locked`, `notConfigured`, `passwordTooShort`, `invalidPassword` (which counts as an
  ///   attempt), `rateLimited`, `database`. The old password stays valid.
  func changePassword(oldPassword: String, newPassword: String) async throws
  /// Locks the vault at once. A request under way cannot unlock it any more.
  func lock()

  /// Locks the vault. No request leaves it unlocked before ``willEnterForeground()``.
  func didEnterBackground()
  /// Lets later requests unlock the vault again. The vault stays locked.
  func willEnterForeground()

  /// Calls the closure at each later change of the state, in the step that changes it.
  func observeTransitions(_ observer: @escaping @MainActor @Sendable (AuthenticationTransition) -> Void)
}

/// The parts that an authentication service uses.
public struct AuthenticationSetup: Sendable {
  /// Holds the wrapped key, the key for biometrics and the record of failed attempts.
  public var keychain: any KeychainService
  /// The service opens it with the data key at each unlock, and closes it at each lock.
  public var keyring: VaultKeyring
  /// Derives keys from passwords, which wrap the data key.
  public var crypto: any CryptoService
  /// The sensor, asked once for each biometric request.
  public var biometrics: any BiometricAuthenticator
  /// Makes the limiter from the policy and the stored record, once, when the service opens.
  public var limiter: @Sendable (VaultPolicy, AttemptRecord) -> any AttemptLimiting
  /// The least length of a password, and the limits on failures.
  public var policy: VaultPolicy
  /// The clocks. The service reads the uptime only.
  public var time: VaultTime
  /// Returns this many random bytes: for the data key, and for the nonces that wrap it.
  public var randomBytes: @Sendable (Int) throws -> [UInt8]

  /// Creates a setup. By default it has an ``AttemptLimiter`` and the system's secure random bytes.
  public init(
    keychain: any KeychainService, keyring: VaultKeyring, crypto: any CryptoService,
    biometrics: any BiometricAuthenticator,
    limiter: @escaping @Sendable (VaultPolicy, AttemptRecord) -> any AttemptLimiting = { AttemptLimiter($0, $1) },
    policy: VaultPolicy, time: VaultTime,
    randomBytes: @escaping @Sendable (Int) throws -> [UInt8] = { try SecureRandom.bytes($0) }
  ) {
    self.keychain = keychain
    self.keyring = keyring
    self.crypto = crypto
    self.biometrics = biometrics
    self.limiter = limiter
    self.policy = policy
    self.time = time
    self.randomBytes = randomBytes
  }
}
