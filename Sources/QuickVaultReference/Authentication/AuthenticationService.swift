import PlatformStandIns

/// Who may use the vault (Req 9, 11). On the main actor, so that locking is one synchronous step: when ``lock()`` returns,
/// the key is gone and every observer has been told.
@MainActor
public protocol AuthenticationService: AnyObject, Sendable {
  var authenticationState: AuthenticationState { get }

  /// Sets the first password and unlocks.
  /// - Throws: ``AppError``: `passwordTooShort`, `alreadyConfigured`; `database`, and nothing has been set.
  func setupMasterPassword(_ password: String) async throws
  /// Unlocks with the password. While the vault is unlocked, it only says whether the password is right.
  /// - Throws: ``AppError``: `invalidPassword`, `rateLimited`, `notConfigured`; `locked` if somebody locked meanwhile.
  func authenticateWithPassword(_ password: String) async throws
  /// Unlocks for the user that the device recognises.
  /// - Throws: ``AppError``: `biometricFailed`, `biometricUnavailable`, `notConfigured`; `locked` as above. The password
  ///   can be tried after each of them.
  func authenticateWithBiometric() async throws
  /// Replaces the password, in one write.
  /// - Throws: ``AppError``: `locked`, `notConfigured`, `passwordTooShort`, `invalidPassword` (counted as an attempt),
  ///   `rateLimited`; the old password is still the one.
  func changePassword(oldPassword: String, newPassword: String) async throws
  func lock()

  func didEnterBackground()
  func willEnterForeground()

  /// Calls the closure at each change of the state from now on, before anybody else can act on it.
  func observeTransitions(_ observer: @escaping @MainActor @Sendable (AuthenticationTransition) -> Void)
}

/// What an authentication works with.
public struct AuthenticationSetup: Sendable {
  public var keychain: any KeychainService
  public var keyring: VaultKeyring
  public var crypto: any CryptoService
  public var biometrics: any BiometricAuthenticator
  public var limiter: @Sendable (VaultPolicy, AttemptRecord) -> any AttemptLimiting
  public var policy: VaultPolicy
  public var time: VaultTime
  public var randomBytes: @Sendable (Int) throws -> [UInt8]

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
