/// Why the authentication refused a request or a password.
public enum AuthenticationError: BilingualError, Equatable {
  case invalidPassword
  /// The new password is too short.
  /// - Parameter min: the least length, in characters.
  case passwordTooShort(min: Int)
  /// Too many failures in a row. Every password, even the right one, is refused until this time has passed.
  case rateLimited(retryAfter: Duration)
  /// The sensor did not recognise its user, or the user dismissed it.
  case biometricFailed
  /// The device has no sensor, nobody is enrolled, or biometrics failed too often. The password still works.
  case biometricUnavailable
  /// There is no password yet.
  case notConfigured
  /// There is a password already.
  case alreadyConfigured
  case locked

  public var chinese: String {
    switch self {
    case .invalidPassword: "密码不正确，请检查后重试。"
    case .passwordTooShort(let min): "密码太短，请使用至少 \(min) 个字符。"
    case .rateLimited(let delay): "密码错误次数过多，请在 \(Self.seconds(delay)) 秒后重试。"
    case .biometricFailed: "未能识别您的身份，请使用密码。"
    case .biometricUnavailable: "生物识别不可用，请使用密码。"
    case .notConfigured: "尚未设置主密码，请先设置。"
    case .alreadyConfigured: "主密码已设置，请用它解锁保险库。"
    case .locked: "保险库已锁定，请先解锁。"
    }
  }

  public var english: String {
    switch self {
    case .invalidPassword: "The password is not correct. Check it and try again."
    case .passwordTooShort(let min): "The password is too short. Choose one of at least \(min) characters."
    case .rateLimited(let delay): "Too many wrong passwords. Try again in \(Self.seconds(delay)) seconds."
    case .biometricFailed: "You were not recognised. Use the password."
    case .biometricUnavailable: "Biometrics are not available. Use the password."
    case .notConfigured: "No master password has been set yet. Set one first."
    case .alreadyConfigured: "A master password has been set already. Unlock the vault with it."
    case .locked: "The vault is locked. Unlock it first."
    }
  }

  /// The delay in whole seconds, rounded up: a user who waits this long may try again.
  private static func seconds(_ delay: Duration) -> Int64 {
    delay.components.seconds + (delay.components.attoseconds > 0 ? 1 : 0)
  }
}
