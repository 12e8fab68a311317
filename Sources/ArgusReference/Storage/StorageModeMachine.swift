/// What happens to the storage mode.
public enum StorageModeEvent: Sendable, Equatable {
  /// The app starts; the cloud was looked for.
  case started(isAvailable: Bool)
  case healthChanged(CloudHealth)
  /// Time has passed.
  case looked
  /// The system says that the user's cloud account is another one, or none.
  case accountChanged
  case networkAvailable
  case networkLost
  /// A recovery has ended: whether everything that waited is in the cloud and everything new came from there.
  case attemptEnded(succeeded: Bool)
  /// The cloud was looked for again, since the account changed.
  case checked(isAvailable: Bool)
}

/// What follows for the app.
public enum StorageModeEffect: Sendable, Equatable {
  case enter(StorageMode)
  /// Tell the user of the new mode.
  case tell(StorageMode)
  /// Look for the cloud and recover from the outage. It ends with ``StorageModeEvent/attemptEnded(succeeded:)``.
  case attempt
  /// Look for the cloud. It ends with ``StorageModeEvent/checked(isAvailable:)``.
  case check
  case wake(at: Duration)
}

/// The rules of the storage mode, without cloud or clock.
public protocol StorageModeStateMachine: Sendable {
  var mode: StorageMode { get }
  mutating func handle(_ event: StorageModeEvent, at now: Duration) -> [StorageModeEffect]
}

/// Leaves the cloud when it has failed and returns after a recovery (002 Graceful Degradation Pattern, Error Handling).
///
/// While the app is local, a recovery is attempted every 15 minutes, and at once when the account or the network changes or the
/// cloud turns out to be healthy. One runs at a time; what asks for another meanwhile is served by it.
public struct StorageModeMachine: StorageModeStateMachine {
  public static let period = Duration.seconds(900)

  public private(set) var mode = StorageMode.local
  private let decide: @Sendable (CloudHealth, StorageMode) -> StorageMode
  private var isAttempting = false
  private var isChecking = false
  private var due: Duration?

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
    // The next one is planned when this one has ended.
    due = nil
    return [.attempt]
  }

  private mutating func arm(at now: Duration) -> [StorageModeEffect] {
    due = now + Self.period
    return [.wake(at: now + Self.period)]
  }
}
