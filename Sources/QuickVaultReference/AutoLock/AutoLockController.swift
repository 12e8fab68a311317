/// What happens to the vault and its user, as input for an auto-lock.
public enum AutoLockEvent: Sendable, Equatable {
  case unlocked
  case locked
  /// The user did something.
  case activity
  /// A timer fired, or somebody wants to use the vault. A process that was suspended has missed its timers.
  case looked
  /// The user chose another timeout. Nil means never.
  case timeoutChanged(Duration?)
}

/// What to do in response to an ``AutoLockEvent``.
public enum AutoLockEffect: Sendable, Equatable {
  /// Lock the vault.
  case lock
  /// Send ``AutoLockEvent/looked`` at this time, unless another event comes first.
  case wake(at: Duration)
}

/// A state machine that locks a vault that nobody uses. Times are since the device started.
public protocol AutoLocking: Sendable {
  /// Takes an event into account.
  /// - Returns: what to do. Without a ``AutoLockEffect/wake(at:)``, no timer is needed any more.
  mutating func handle(_ event: AutoLockEvent, at now: Duration) -> [AutoLockEffect]
}

/// Locks the vault when the time since the last activity reaches the timeout (Req 12.1). Activity after that does not
/// keep the vault open.
public struct AutoLockController: AutoLocking {
  private var timeout: Duration?
  /// The time of the last activity, or nil while the vault is locked.
  private var lastActivity: Duration?

  /// Starts locked.
  /// - Parameter timeout: the time without activity before a lock. Nil means never.
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
