/// The figures that the specification names. Properties use smaller values for some of them.
public struct VaultPolicy: Sendable, Equatable {
  /// The rounds of PBKDF2 for a new key or hash (Req 10.4).
  public var derivationRounds: Int
  /// The least length of a new password, in characters (Req 11.2).
  public var minimumPasswordLength: Int
  /// After this many wrong passwords in a row, passwords are refused for ``attemptDelay`` (Req 11.4).
  public var allowedFailures: Int
  /// How long passwords are refused after the last failure.
  public var attemptDelay: Duration
  /// After this many biometric failures, biometrics are refused until a password was right.
  public var allowedBiometricFailures: Int
  /// The largest file that can be attached, in bytes before encryption, inclusive (Req 5.3).
  public var maximumFileSize: Int64
  /// The time without activity after which the vault locks, unless the user has chosen another (Req 12.1). Nil means
  /// never.
  public var autoLockTimeout: Duration?

  /// Creates a policy. The defaults are those of ``standard``.
  public init(
    derivationRounds: Int = 100_000, minimumPasswordLength: Int = 8, allowedFailures: Int = 3,
    attemptDelay: Duration = .seconds(30), allowedBiometricFailures: Int = 3,
    maximumFileSize: Int64 = 10 * 1024 * 1024, autoLockTimeout: Duration? = .seconds(300)
  ) {
    self.derivationRounds = derivationRounds
    self.minimumPasswordLength = minimumPasswordLength
    self.allowedFailures = allowedFailures
    self.attemptDelay = attemptDelay
    self.allowedBiometricFailures = allowedBiometricFailures
    self.maximumFileSize = maximumFileSize
    self.autoLockTimeout = autoLockTimeout
  }

  /// The app's own policy: 100,000 rounds, 8 characters, 3 failures, 30 s, 3 biometric failures, 10 MiB, 300 s.
  public static let standard = VaultPolicy()
}
