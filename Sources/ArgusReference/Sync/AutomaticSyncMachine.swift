/// An event that can lead to an automatic synchronization.
public enum AutomaticSyncEvent: Sendable, Equatable {
  /// Something was written on this device.
  case wrote
  /// New changes in the cloud should be fetched, too: the user opened the app, or the network is back.
  case asked
  /// A run has ended.
  case ended(succeeded: Bool)
  /// Time has passed, so a retry may be due.
  case looked
}

/// An action that the automatic synchronization has to carry out.
public enum AutomaticSyncEffect: Sendable, Equatable {
  /// Synchronize. If `always` is false, do so only if a change waits to be sent.
  case run(always: Bool)
  /// Send ``AutomaticSyncEvent/looked`` at this time since the device's start. It replaces an earlier timer.
  case wake(at: Duration)
}

/// The rules of automatic synchronization, without a cloud or a clock.
public protocol AutomaticSyncStateMachine: Sendable {
  /// Applies an event.
  /// - Parameters:
  ///   - isAllowed: whether the app is in the cloud mode and the device is online.
  ///   - now: the time since the device's start.
  /// - Returns: the actions that follow, in order.
  mutating func handle(_ event: AutomaticSyncEvent, isAllowed: Bool, at now: Duration) -> [AutomaticSyncEffect]
}

/// Synchronizes after each write, one run at a time. A write during a run leads to one more run. A failed run is
/// repeated after 30 seconds, or earlier if another event asks for one (002 Architecture Overview: cross-device
/// syncing).
///
/// While synchronization is not allowed, nothing runs, and the machine remembers what was asked for. The caller that
/// allows it again must send an event.
public struct AutomaticSyncMachine: AutomaticSyncStateMachine {
  /// The pause after a failed run: 30 seconds.
  public static let pause = Duration.seconds(30)

  private var isRunning = false
  private var hasWritten = false
  private var isAsked = false
  private var due: Duration?

  /// Creates the rules, with nothing to synchronize.
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
