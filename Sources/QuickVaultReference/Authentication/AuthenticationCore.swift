import PlatformStandIns

/// A request to the authentication. It ends before the next one is asked for.
public enum AuthenticationRequest: Sendable, Equatable {
  /// Set the first password.
  /// - Parameter length: the length of the password, in characters.
  case setup(length: Int)
  /// Unlock with the password.
  case password
  /// Unlock with the sensor.
  case biometrics
  /// Replace the password.
  /// - Parameter length: the length of the new password, in characters.
  case change(length: Int)
}

/// How the work for a request ended.
public enum AuthenticationOutcome: Sendable, Equatable {
  /// The password was stored, was right or was replaced, or the sensor recognised its user.
  case succeeded
  /// The password was wrong.
  case wrongPassword
  /// Biometrics do not let the user in: the sensor gave this answer, or the key for biometrics is missing.
  case notRecognised(BiometricOutcome)
  /// The work threw an error, for instance one of the keychain.
  case failed
}

/// What happens to the authentication, as input for ``AuthenticationCore``.
public enum AuthenticationEvent: Sendable, Equatable {
  /// Somebody makes a request.
  case asked(AuthenticationRequest)
  /// The work for a request is over. Only a request that got ``AuthenticationEffect/proceed`` ends.
  case ended(AuthenticationRequest, AuthenticationOutcome)
  /// The user, the auto-lock or the app locks the vault.
  case lock
  case didEnterBackground
  case willEnterForeground
}

/// What to do in response to an event. The effects of one event are carried out in order.
public enum AuthenticationEffect: Sendable, Equatable {
  /// Do the work for the request, and report the outcome with ``AuthenticationEvent/ended(_:_:)``.
  case proceed
  /// The request has failed with this error.
  case refuse(AuthenticationError)
  /// Store this record in the keychain in place of the earlier one.
  case persist(AttemptRecord)
  /// Open the keyring: the state is `unlocked` now.
  case unlock
  /// Close the keyring: the state is `locked` now.
  case lock
}

/// The state machine that decides who gets in, and when (Req 9, 11). Times are since the device started.
///
/// Locking wins. If somebody locks the vault during a request, or the app is in the background when the request ends,
/// the request does not unlock the vault. A setup unlocks it in this case and locks it again in the same step.
public struct AuthenticationCore: Sendable {
  /// The state after the last event. At first it is `locked` or `setupRequired`.
  public private(set) var state: AuthenticationState
  private let policy: VaultPolicy
  private var limiter: any AttemptLimiting
  private var record: AttemptRecord
  private var isInBackground = false
  /// Whether somebody has locked the vault since the request under way began. The request must not unlock it then.
  private var isOvertaken = false

  /// Starts as `locked` if there is a password, and as `setupRequired` otherwise.
  /// - Parameter record: the stored counts. The limiter must have the same ones.
  public init(
    isConfigured: Bool, record: AttemptRecord, policy: VaultPolicy, limiter: any AttemptLimiting
  ) {
    state = isConfigured ? .locked : .setupRequired
    self.policy = policy
    self.limiter = limiter
    self.record = record
  }

  /// Takes an event into account.
  /// - Returns: what to do, in this order.
  public mutating func handle(_ event: AuthenticationEvent, at now: Duration) -> [AuthenticationEffect] {
    switch event {
    case .asked(let request): return ask(request, now)
    case .ended(let request, let outcome): return end(request, outcome, now)
    case .lock: return lock()
    case .didEnterBackground:
      isInBackground = true
      return lock()
    case .willEnterForeground:
      isInBackground = false
      return []
    }
  }

  private mutating func ask(_ request: AuthenticationRequest, _ now: Duration) -> [AuthenticationEffect] {
    if let refusal = refusal(of: request) { return [.refuse(refusal)] }
    isOvertaken = false
    switch request {
    case .setup, .biometrics: return [.proceed]
    case .password, .change: return attempt(.asked, now)
    }
  }

  /// The error that is known without the password and the sensor, or nil.
  private func refusal(of request: AuthenticationRequest) -> AuthenticationError? {
    switch (request, state) {
    case (.setup, .locked), (.setup, .unlocked): .alreadyConfigured
    case (.setup(let length), .setupRequired): tooShort(length)
    case (_, .setupRequired): .notConfigured
    case (.change, .locked): .locked
    case (.change(let length), .unlocked): tooShort(length)
    case (.biometrics, _) where record.biometricFailures >= policy.allowedBiometricFailures: .biometricUnavailable
    default: nil
    }
  }

  private func tooShort(_ length: Int) -> AuthenticationError? {
    length < policy.minimumPasswordLength ? .passwordTooShort(min: policy.minimumPasswordLength) : nil
  }

  private mutating func end(
    _ request: AuthenticationRequest, _ outcome: AuthenticationOutcome, _ now: Duration
  ) -> [AuthenticationEffect] {
    switch (request, outcome) {
    case (.setup, .succeeded):
      state = .unlocked
      return [.unlock] + (mayUnlock ? [] : lock())
    case (.setup, _): return []
    case (.password, .succeeded):
      record.biometricFailures = 0
      return attempt(.succeeded, now) + unlock()
    case (.change, .succeeded):
      record.biometricFailures = 0
      return attempt(.succeeded, now)
    case (.password, .wrongPassword), (.change, .wrongPassword):
      return attempt(.failed, now) + [.refuse(.invalidPassword)]
    case (.password, _), (.change, _): return attempt(.abandoned, now)
    case (.biometrics, .succeeded): return unlock()
    case (.biometrics, .notRecognised(.failed)):
      record.biometricFailures += 1
      return [.persist(record), .refuse(.biometricFailed)]
    case (.biometrics, .notRecognised(.unavailable)): return [.refuse(.biometricUnavailable)]
    case (.biometrics, .notRecognised): return [.refuse(.biometricFailed)]
    case (.biometrics, _): return []
    }
  }

  /// Changes nothing if the vault is unlocked already: the session goes on. Refuses if the request must not unlock.
  private mutating func unlock() -> [AuthenticationEffect] {
    guard mayUnlock else { return [.refuse(.locked)] }
    guard state == .locked else { return [] }
    state = .unlocked
    return [.unlock]
  }

  private var mayUnlock: Bool { !isInBackground && !isOvertaken }

  private mutating func lock() -> [AuthenticationEffect] {
    isOvertaken = true
    guard state == .unlocked else { return [] }
    state = .locked
    return [.lock]
  }

  private mutating func attempt(_ event: AttemptEvent, _ now: Duration) -> [AuthenticationEffect] {
    limiter.handle(event, at: now).map { effect in
      switch effect {
      case .allow: return .proceed
      case .refuse(let delay): return .refuse(.rateLimited(retryAfter: delay))
      case .persist(let failures, let lastFailure):
        (record.failures, record.lastFailure) = (failures, lastFailure)
        return .persist(record)
      }
    }
  }
}
