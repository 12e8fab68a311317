/// What a background task cannot do without.
public struct TaskNeeds: Sendable, Hashable {
  public var network: Bool
  public var externalPower: Bool

  public init(network: Bool, externalPower: Bool) {
    self.network = network
    self.externalPower = externalPower
  }

  public func areMet(by values: DeviceConditions.Values) -> Bool {
    (!network || values.isOnline) && (!externalPower || values.hasExternalPower)
  }
}

/// How a launch of a background task ended.
public enum BackgroundOutcome: Sendable, Equatable, CaseIterable {
  case succeeded
  case failed
  /// It took longer than its limit.
  case timedOut
  /// The system wanted its time back.
  case expired
}

/// What happens to a background task.
public enum BackgroundEvent: Sendable, Equatable {
  case launched
  /// The network or the power came or went.
  case conditionsChanged
  case ended(run: Int, succeeded: Bool)
  case limitReached(run: Int)
  case expired
}

/// What follows for a background task.
public enum BackgroundEffect: Sendable, Equatable {
  /// Run the body, from its beginning.
  case start(run: Int)
  case cancel(run: Int)
  /// From now on nothing that this run writes may take effect.
  case close(run: Int)
  /// Tell the system that its time was used.
  case complete(success: Bool)
  case scheduleNext
  case report(BackgroundOutcome)
}

/// The rules of one background task, without clock, system or body.
public protocol BackgroundStateMachine: Sendable {
  mutating func handle(_ event: BackgroundEvent, _ conditions: DeviceConditions.Values) -> [BackgroundEffect]
}

/// Each launch is completed once and followed by one request for the next (002 Background Processing).
///
/// A task begins when its needs hold, at once or later. It loses its network: the run ends and the launch waits for the network;
/// power is looked at only when a run begins. Whatever a run says after its end is ignored.
public struct BackgroundTaskMachine: BackgroundStateMachine {
  private enum State: Equatable {
    case idle
    /// Launched; something that it needs is missing.
    case waiting
    case running(Int)
  }

  private let needs: TaskNeeds
  private var state = State.idle
  private var runs = 0

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
