/// What happens to the synchronization that the app does without being asked.
public enum AutomaticSyncEvent: Sendable, Equatable {
  /// Something was written on this device.
  case wrote
  /// What is new in the cloud should be fetched too: the user looks at the app, or the network is back.
  case asked
  case ended(succeeded: Bool)
  /// Time has passed.
  case looked
}

/// What follows.
public enum AutomaticSyncEffect: Sendable, Equatable {
  /// Synchronize; unless `always`, only if something waits to be sent.
  case run(always: Bool)
  case wake(at: Duration)
}

/// The rules of when the app synchronizes by itself, without cloud or clock.
public protocol AutomaticSyncStateMachine: Sendable {
  /// - Parameter isAllowed: whether the app is in the cloud and the device online.
  mutating func handle(_ event: AutomaticSyncEvent, isAllowed: Bool, at now: Duration) -> [AutomaticSyncEffect]
}

/// Synchronizes after each write, one run at a time: a write during a run is followed by one more run. A run that failed is
/// repeated after 30 seconds (002 Architecture Overview: cross-device syncing).
///
/// While it is not allowed nothing runs, and what is wanted stays so: whoever allows it again asks.
public struct AutomaticSyncMachine: AutomaticSyncStateMachine {
  public static let pause = Duration.seconds(30)

  private var isRunning = false
  private var hasWritten = false
  private var isAsked = false
  private var due: Duration?

  public init() {}

  public mutating func handle(
    _ event: AutomaticSyncEvent, isAllowed: Bool, at now: Duration
  ) -> [AutomaticSyncEffect] {
    switch event {
    case .wrote:
      hasWritten = true
    case .asked:
      isAsked = true
    case .ended(true):
      isRunning = false
    case .ended(false):
      isRunning = false
      isAsked = true
      guard isAllowed else { return [] }
      due = now + Self.pause
      return [.wake(at: now + Self.pause)]
    case .looked:
      guard let due, now >= due else { return [] }
    }
    return begin(isAllowed)
  }

  private mutating func begin(_ isAllowed: Bool) -> [AutomaticSyncEffect] {
    guard isAllowed, !isRunning, hasWritten || isAsked else { return [] }
    defer { (isRunning, hasWritten, isAsked, due) = (true, false, false, nil) }
    return [.run(always: isAsked)]
  }
}
