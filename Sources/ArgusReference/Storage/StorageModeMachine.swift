/// An event that can change the storage mode.
public enum StorageModeEvent: Sendable, Equatable {
  /// The app has started, and has checked the cloud.
  case started(isAvailable: Bool)
  /// The cloud's health is now this one.
  case healthChanged(CloudHealth)
  /// Time has passed, so a recovery may be due.
  case looked
  /// The user's cloud account is another one, or gone.
  case accountChanged
  case networkAvailable
  case networkLost
  /// A recovery has ended. It succeeded if all pending changes were sent and all new ones fetched.
  case attemptEnded(succeeded: Bool)
  /// A check of the cloud that ``StorageModeEffect/check`` asked for has ended.
  case checked(isAvailable: Bool)
}

/// An action that the controller has to carry out.
public enum StorageModeEffect: Sendable, Equatable {
  /// Make this the app's mode.
  case enter(StorageMode)
  /// Notify the user of the new mode.
  case tell(StorageMode)
  /// Check the cloud and try to recover. It ends with ``StorageModeEvent/attemptEnded(succeeded:)``.
  case attempt
  /// Check the cloud. It ends with ``StorageModeEvent/checked(isAvailable:)``.
  case check
  /// Send ``StorageModeEvent/looked`` at this time since the device's start. It replaces an earlier timer.
  case wake(at: Duration)
}

/// The rules of the storage mode, without a cloud or a clock.
public protocol StorageModeStateMachine: Sendable {
  /// The mode after the events so far.
  var mode: StorageMode { get }
  /// Applies an event.
  /// - Parameter now: the time since the device's start.
  /// - Returns: the actions that follow, in order.
  mutating func handle(_ event: StorageModeEvent, at now: Duration) -> [StorageModeEffect]
}

/// Leaves the cloud when the health demands it, and returns after a recovery (002 Graceful Degradation Pattern, Error
/// Handling).
///
/// While the app is local, the machine attempts a recovery 15 minutes after it became local, and again 15 minutes after
/// each failed one. It also attempts one at once when the account changes, the network comes back or the cloud turns
/// out to be healthy. Recoveries do not overlap: the one that runs also serves a reason for another one.
public struct StorageModeMachine: StorageModeStateMachine {
  /// The pause before the next recovery: 15 minutes.
  public static let period = Duration.seconds(900)

  /// The mode after the events so far. Local at first.
  public private(set) var mode = StorageMode.local
  private let decide: @Sendable (CloudHealth, StorageMode) -> StorageMode
  private var isAttempting = false
  private var isChecking = false
  private var due: Duration?

  /// Creates the rules in the local mode.
  /// - Parameter decide: returns the mode that a health demands, given the current mode.
  public init(decide: @escaping @Sendable (CloudHealth, StorageMode) -> StorageMode) {
    self.decide = decide
  }

  public mutating func handle(_ event: StorageModeEvent, at now: Duration) -> [StorageModeEffect] {
    switch event {
    case .started(let isAvailable):
      mode = isAvailable ? .cloud : .local
      return [.enter(mode)] + (mode == .local ? arm(at: now) : [])
    case .healthChanged(let health):
      let wanted = decide(health, mode)
      if wanted == mode { return [] }
      return wanted == .local ? leave(at: now) : attempt()
    case .looked:
      guard let due, now >= due else { return [] }
      return attempt()
    case .accountChanged:
      if mode == .local { return attempt() }
      if isChecking { return [] }
      isChecking = true
      return [.check]
    case .networkAvailable:
      return mode == .local ? attempt() : []
    case .networkLost:
      return []
    case .attemptEnded(let succeeded):
      isAttempting = false
      if mode == .cloud { return [] }
      guard succeeded else { return arm(at: now) }
      mode = .cloud
      due = nil
      return [.enter(.cloud), .tell(.cloud)]
    case .checked(let isAvailable):
      isChecking = false
      return mode == .cloud && !isAvailable ? leave(at: now) : []
    }
  }

  private mutating func leave(at now: Duration) -> [StorageModeEffect] {
    mode = .local
    return [.enter(.local), .tell(.local)] + arm(at: now)
  }

  private mutating func attempt() -> [StorageModeEffect] {
    guard !isAttempting else { return [] }
    isAttempting = true
    // The next recovery is scheduled when this one has ended.
    due = nil
    return [.attempt]
  }

  private mutating func arm(at now: Duration) -> [StorageModeEffect] {
    due = now + Self.period
    return [.wake(at: now + Self.period)]
  }
}
