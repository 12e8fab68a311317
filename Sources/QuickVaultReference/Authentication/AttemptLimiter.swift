/// What a limiter is told of passwords. One attempt is judged before the next is asked for.
public enum AttemptEvent: Sendable, Equatable {
  /// Somebody wants a password to be looked at.
  case asked
  case succeeded
  case failed
  /// It could not be judged: the keychain could not be read, say.
  case abandoned
}

public enum AttemptEffect: Sendable, Equatable {
  /// The password may be looked at, once all else is done that stands before this.
  case allow
  /// It is not looked at, and does not count.
  case refuse(retryAfter: Duration)
  /// Store this.
  case persist(failures: Int, lastFailure: Duration)
}

/// Slows down who guesses passwords, as a state machine. Times are since the device was started.
public protocol AttemptLimiting: Sendable {
  mutating func handle(_ event: AttemptEvent, at now: Duration) -> [AttemptEffect]
}

/// After 3 failures in a row no password is looked at for 30 s, be it the right one; each further failure begins another
/// 30 s. A success forgets them (Req 11.4).
///
/// An attempt is stored as a failure before its password is looked at, so that nobody gets another guess by ending the app
/// in the middle of one. Before the time of the last failure the device has been started anew since: how long ago it was
/// nobody knows, and the whole delay begins again.
public struct AttemptLimiter: AttemptLimiting {
  private let policy: VaultPolicy
  private var failures: Int
  private var lastFailure: Duration

  public init(_ policy: VaultPolicy, _ record: AttemptRecord = AttemptRecord()) {
    self.policy = policy
    failures = max(0, record.failures)
    lastFailure = record.lastFailure
  }

  public mutating func handle(_ event: AttemptEvent, at now: Duration) -> [AttemptEffect] {
    switch event {
    case .asked:
      if now < lastFailure { lastFailure = now }
      if failures >= policy.allowedFailures, now - lastFailure < policy.attemptDelay {
        return [.refuse(retryAfter: policy.attemptDelay - (now - lastFailure))]
      }
      return [.persist(failures: failures + 1, lastFailure: now), .allow]
    case .succeeded: (failures, lastFailure) = (0, .zero)
    case .failed: (failures, lastFailure) = (failures + 1, now)
    case .abandoned: break
    }
    return [.persist(failures: failures, lastFailure: lastFailure)]
  }
}
