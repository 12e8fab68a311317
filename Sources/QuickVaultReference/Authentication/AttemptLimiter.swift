/// An event of a password attempt, as input for a limiter. Each attempt ends before the next one is asked for.
public enum AttemptEvent: Sendable, Equatable {
  /// Somebody wants a password to be checked.
  case asked
  /// The password was right.
  case succeeded
  /// The password was wrong.
  case failed
  /// The password could not be checked, for instance because the keychain could not be read.
  case abandoned
}

/// What to do in response to an ``AttemptEvent``.
public enum AttemptEffect: Sendable, Equatable {
  /// Check the password, after all effects before this one are done.
  case allow
  /// Do not check the password. The attempt does not count, and the delay has this long to go.
  case refuse(retryAfter: Duration)
  /// Store these figures in the ``AttemptRecord``.
  case persist(failures: Int, lastFailure: Duration)
}

/// A state machine that slows down guessing of passwords. Times are since the device started.
public protocol AttemptLimiting: Sendable {
  /// Takes an event into account.
  /// - Returns: what to do, in this order.
  mutating func handle(_ event: AttemptEvent, at now: Duration) -> [AttemptEffect]
}

/// Refuses every password for 30 s after 3 failures in a row, even the right one. Each further failure starts another
/// 30 s. A success clears the failures (Req 11.4). The figures are those of the standard policy.
///
/// The limiter asks for an attempt to be stored as a failure before the password is checked, so nobody gains a guess by
/// ending the app during one. If the time is before the last failure's, the device has restarted since. Nobody knows
/// how long ago the failure was then, so the whole delay starts again, with the first attempt.
public struct AttemptLimiter: AttemptLimiting {
  private let policy: VaultPolicy
  private var failures: Int
  private var lastFailure: Duration

  /// Continues from a stored record. The default is a record without failures; a negative count counts as zero.
  public init(_ policy: VaultPolicy, _ record: AttemptRecord = AttemptRecord()) {
    self.policy = policy
    failures = max(0, record.failures)
    lastFailure = record.lastFailure
  }

  public mutating func handle(_ event: AttemptEvent, at now: Duration) -> [AttemptEffect] {
    switch event {
    case .asked:
      let isRestarted = now < lastFailure
      if isRestarted { lastFailure = now }
      if failures >= policy.allowedFailures, now - lastFailure < policy.attemptDelay {
        let refusal = AttemptEffect.refuse(retryAfter: policy.attemptDelay - (now - lastFailure))
        // Stored, so that a launch of the app does not start the delay again.
        return isRestarted ? [.persist(failures: failures, lastFailure: lastFailure), refusal] : [refusal]
      }
      return [.persist(failures: failures + 1, lastFailure: now), .allow]
    case .succeeded: (failures, lastFailure) = (0, .zero)
    case .failed: (failures, lastFailure) = (failures + 1, now)
    case .abandoned: break
    }
    return [.persist(failures: failures, lastFailure: lastFailure)]
  }
}
