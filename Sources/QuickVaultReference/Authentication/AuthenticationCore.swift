import PlatformStandIns

/// What somebody wants of the authentication. One request ends before the next is asked for.
public enum AuthenticationRequest: Sendable, Equatable {
  /// - Parameter length: of the password, in characters.
  case setup(length: Int)
  case password
  case biometrics
  /// - Parameter length: of the new password, in characters.
  case change(length: Int)
}

/// How the work for a request ended.
public enum AuthenticationOutcome: Sendable, Equatable {
  /// The password was stored, or was right, or was replaced; or the sensor recognised its user.
  case succeeded
  /// The password was wrong.
  case wrongPassword
  /// The sensor gave no success.
  case notRecognised(BiometricOutcome)
  /// It could not be done: store, keychain or cipher refused.
  case failed
}

public enum AuthenticationEvent: Sendable, Equatable {
  case asked(AuthenticationRequest)
  case ended(AuthenticationRequest, AuthenticationOutcome)
  /// The user, the clock or the app locks.
  case lock
  case didEnterBackground
  case willEnterForeground
}

/// What is to be done, in this order.
public enum AuthenticationEffect: Sendable, Equatable {
  /// Do what was asked for, and say how it ended.
  case proceed
  /// It is over, with this error.
  case refuse(AuthenticationError)
  case persist(AttemptRecord)
  /// Open the keyring: the state has become `unlocked`.
  case unlock
  /// Close it: the state has become `locked`.
  case lock
}

/// Who gets in, and when, as a state machine (Req 9, 11). Times are since the device was started.
///
/// Locking wins: an unlock that ends after somebody asked to lock, or while the app is in the background, does not unlock.
/// A setup does in that case for no time at all: it unlocks and locks.
public struct AuthenticationCore: Sendable {
  public private(set) var state: AuthenticationState
  private let policy: VaultPolicy
  private var limiter: any AttemptLimiting
  private var record: AttemptRecord
  private var isInBackground = false
  /// Whether the request under way may not unlock any more.
  private var isOvertaken = false

  public init(
    isConfigured: Bool, record: AttemptRecord, policy: VaultPolicy, limiter: any AttemptLimiting
  ) {
    state = isConfigured ? .locked : .setupRequired
    self.policy = policy
    self.limiter = limiter
    self.record = record
  }

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

  /// What can be said without looking at anything.
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

  /// Nothing changes while the vault is unlocked: the session goes on.
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
