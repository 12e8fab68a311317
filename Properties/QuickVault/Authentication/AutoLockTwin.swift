import PropertyTesting
import QuickVaultReference

/// A second auto-lock, which keeps the instant at which it will lock.
struct AutoLockTwin: AutoLocking {
  enum Defect: String, CaseIterable, Sendable {
    case letsActivityRescue = "lets activity after the deadline keep the vault open"
    case locksLate = "locks only after the timeout, and not at it"
    case takesMinutes = "treats seconds as minutes"
    case keepsTheOldTimeout = "takes a new timeout into account at the next unlock"
    case countsLooks = "counts a look at the clock as activity"
    case goesOnFromTheLastActivity = "goes on from the last activity before the lock"
    case doesNotKnowNever = "locks after five minutes if it is never to lock"
    case neverLooks = "locks only at the next activity, not at an earlier access"
    case ignoresActivity = "locks one timeout after the unlock, whatever the user does"
    case restartsWithTheTimeout = "restarts the idle time when the timeout changes"
  }

  static let twin = Twin<QuickVaultSystem, Defect>("AutoLockTwin") { system, defect in
    system.parts.makeAutoLock = { AutoLockTwin(timeout: $0, defect: defect) }
  }

  private var timeout: Duration?
  private var lastActivity: Duration?
  private var isOpen = false
  private let defect: Defect?

  init(timeout: Duration?, defect: Defect?) {
    self.timeout = defect == .doesNotKnowNever ? timeout ?? .seconds(300) : timeout
    self.defect = defect
  }

  private var deadline: Duration? {
    guard isOpen, let lastActivity, let timeout else { return nil }
    return lastActivity + (defect == .takesMinutes ? timeout * 60 : timeout)
  }

  private func isDue(at now: Duration) -> Bool {
    guard let deadline else { return false }
    return defect == .locksLate ? now > deadline : now >= deadline
  }

  mutating func handle(_ event: AutoLockEvent, at now: Duration) -> [AutoLockEffect] {
    let isDueBefore = isDue(at: now)
    switch event {
    case .unlocked:
      isOpen = true
      if defect != .goesOnFromTheLastActivity || lastActivity == nil { lastActivity = now }
    case .locked:
      isOpen = false
    case .activity:
      if isDueBefore && defect != .letsActivityRescue { return close() }
      if isOpen && defect != .ignoresActivity { lastActivity = now }
    case .looked:
      if isDueBefore && defect != .neverLooks { return close() }
      if defect == .countsLooks { lastActivity = now }
    case .timeoutChanged(let next):
      if defect == .restartsWithTheTimeout { lastActivity = now }
      if defect != .keepsTheOldTimeout { timeout = defect == .doesNotKnowNever ? next ?? .seconds(300) : next }
      if isDue(at: now) { return close() }
    }
    return deadline.map { [.wake(at: $0)] } ?? []
  }

  private mutating func close() -> [AutoLockEffect] {
    isOpen = false
    return [.lock]
  }
}
