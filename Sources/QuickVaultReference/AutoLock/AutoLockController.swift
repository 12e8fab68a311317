/// What an auto-lock is told.
public enum AutoLockEvent: Sendable, Equatable {
  case unlocked
  case locked
  /// The user did something.
  case activity
  /// A timer went off, or somebody wants what is in the vault: a process that was suspended has missed its timers.
  case looked
  /// Nil for never.
  case timeoutChanged(Duration?)
}

public enum AutoLockEffect: Sendable, Equatable {
  case lock
  /// Tell ``AutoLockEvent/looked`` at this time, if nothing else happens before.
  case wake(at: Duration)
}

/// Locks a vault that nobody uses, as a state machine. Times are since the device was started.
public protocol AutoLocking: Sendable {
  mutating func handle(_ event: AutoLockEvent, at now: Duration) -> [AutoLockEffect]
}

/// Locks when the last activity is as long ago as the timeout, or longer (Req 12.1). Activity that comes too late does not
/// keep the vault open.
public struct AutoLockController: AutoLocking {
  private var timeout: Duration?
  /// Nil while locked.
  private var lastActivity: Duration?

  /// - Parameter timeout: nil for never.
  public init(timeout: Duration?) {
    self.timeout = timeout
  }

  public mutating func handle(_ event: AutoLockEvent, at now: Duration) -> [AutoLockEffect] {
    switch event {
    case .unlocked:
      lastActivity = now
      return wake
    case .locked:
      lastActivity = nil
      return []
    case .timeoutChanged(let timeout):
      self.timeout = timeout
    case .activity, .looked: break
    }
    guard let last = lastActivity else { return [] }
    if let timeout, now - last >= timeout { return [.lock] }
    if event == .activity { lastActivity = max(last, now) }
    return wake
  }

  private var wake: [AutoLockEffect] {
    guard let lastActivity, let timeout else { return [] }
    return [.wake(at: lastActivity + timeout)]
  }
}
