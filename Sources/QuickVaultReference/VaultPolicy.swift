/// The numbers that the source names; properties scale some of them down.
public struct VaultPolicy: Sendable, Equatable {
  /// Of PBKDF2 (Req 10.4).
  public var derivationRounds: Int
  /// In characters (Req 11.2).
  public var minimumPasswordLength: Int
  /// Failures in a row before passwords are not looked at for a while (Req 11.4).
  public var allowedFailures: Int
  /// How long they are not.
  public var attemptDelay: Duration
  /// Failures of biometrics before they are out of use until the password was right.
  public var allowedBiometricFailures: Int
  /// Of a file as it was given, in bytes, inclusive (Req 5.3).
  public var maximumFileSize: Int64
  /// After how long without activity the vault locks, until the user chooses (Req 12.1); nil for never.
  public var autoLockTimeout: Duration?

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

  public static let standard = VaultPolicy()
}
