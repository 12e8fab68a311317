/// The conditions that a background task needs.
public struct TaskNeeds: Sendable, Hashable {
  /// Whether the task needs a network, throughout its run.
  public var network: Bool
  /// Whether the task needs a charger. It is checked only when a run begins.
  public var externalPower: Bool

  /// Creates needs from their parts.
  public init(network: Bool, externalPower: Bool) {
    self.network = network
    self.externalPower = externalPower
  }

  /// Whether the device has everything that the task needs.
  public func areMet(by values: DeviceConditions.Values) -> Bool {
    (!network || values.isOnline) && (!externalPower || values.hasExternalPower)
  }
}

/// The outcome of a launch of a background task.
public enum BackgroundOutcome: Sendable, Equatable, CaseIterable {
  /// The body has returned.
  case succeeded
  /// The body threw an error.
  case failed
  /// The body exceeded its limit.
  case timedOut
  /// The system took its time back.
  case expired
}

/// An event of a background task.
public enum BackgroundEvent: Sendable, Equatable {
  /// The system has launched the task.
  case launched
  /// The device's network or power has changed.
  case conditionsChanged
  /// The body of this run has returned or thrown.
  case ended(run: Int, succeeded: Bool)
  /// This run has used up its limit.
  case limitReached(run: Int)
  /// The system takes its time back.
  case expired
}

/// An action that the manager has to carry out for a background task.
public enum BackgroundEffect: Sendable, Equatable {
  /// Run the body, from its beginning.
  case start(run: Int)
  /// Cancel the body of this run.
  case cancel(run: Int)
  /// Close the scope of this run, so that its later writes fail.
  case close(run: Int)
  /// Report to the system that the app has finished.
  case complete(success: Bool)
  /// Request the next launch.
  case scheduleNext
  /// Report this outcome to the app.
  case report(BackgroundOutcome)
}

/// The rules of one background task, without a clock, the system or the body.
public protocol BackgroundStateMachine: Sendable {
  /// Applies an event under the current conditions.
  /// - Returns: the actions that follow, in order.
  mutating func handle(_ event: BackgroundEvent, _ conditions: DeviceConditions.Values) -> [BackgroundEffect]
}

/// Completes each launch once, and requests the next launch after it (002 Background Processing).
///
/// A run begins as soon as the needs of the task are met. If the task needs a network and loses it, the run ends, and
/// the launch waits for the network. The machine checks power only when a run begins. It ignores events of a run that
/// is over.
public struct BackgroundTaskMachine: BackgroundStateMachine {
  private enum State: Equatable {
    case idle
    /// The task was launched, but a condition that it needs is missing.
    case waiting
    /// The run of this number has begun.
    case running(Int)
  }

  private let needs: TaskNeeds
  private var state = State.idle
  private var runs = 0

  /// Creates the rules of an idle task with these needs.
  public init(needs: TaskNeeds) {
    self.needs = needs
  }

  public mutating func handle(
    _ event: BackgroundEvent, _ conditions: DeviceConditions.Values
  ) -> [BackgroundEffect] {
    switch (event, state) {
    case (.launched, .idle):
      state = .waiting
      return startIfMet(conditions)
    case (.conditionsChanged, .waiting):
      return startIfMet(conditions)
    case (.conditionsChanged, .running(let run)) where needs.network && !conditions.isOnline:
      state = .waiting
      return [.cancel(run: run), .close(run: run)]
    case (.ended(let ended, let succeeded), .running(let run)) where ended == run:
      return [.close(run: run)] + end(success: succeeded, succeeded ? .succeeded : .failed)
    case (.limitReached(let late), .running(let run)) where late == run:
      return [.cancel(run: run), .close(run: run)] + end(success: false, .timedOut)
    case (.expired, .running(let run)):
      return [.cancel(run: run), .close(run: run)] + end(success: false, .expired)
    case (.expired, .waiting):
      return end(success: false, .expired)
    default:
      return []
    }
  }

  private mutating func startIfMet(_ conditions: DeviceConditions.Values) -> [BackgroundEffect] {
    guard needs.areMet(by: conditions) else { return [] }
    runs += 1
    state = .running(runs)
    return [.start(run: runs)]
  }

  private mutating func end(success: Bool, _ outcome: BackgroundOutcome) -> [BackgroundEffect] {
    state = .idle
    return [.complete(success: success), .scheduleNext, .report(outcome)]
  }
}
