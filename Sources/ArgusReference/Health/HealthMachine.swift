/// The rules of the cloud's health, without a clock, an actor or a listener.
public protocol HealthStateMachine: Sendable {
  /// The health after the outcomes so far.
  var health: CloudHealth { get }
  /// Takes one outcome into account.
  /// - Parameter now: the time since the device's start, for the transition.
  /// - Returns: the change of health, or an empty array. Never more than one change.
  mutating func handle(_ outcome: OperationOutcome, at now: Duration) -> [HealthTransition]
}

/// Degrades at the first failure, recovers after two successes, and fails after three failures (002 Health Monitoring
/// State Machine).
///
/// Both counters count outcomes in a row: a success resets the failures, and a failure resets the successes. A
/// transition resets neither (A2). So the failure that degrades the health is the first of the three that fail it (A1),
/// and the success that leads out of `failed` is the first of the two that make it healthy. Time changes nothing.
public struct HealthMachine: HealthStateMachine {
  /// The health after the outcomes so far, `unknown` at first.
  public private(set) var health = CloudHealth.unknown
  private var successes = 0
  private var failures = 0

  private static let successesToRecover = 2
  private static let failuresToFail = 3

  /// Creates the rules without outcomes.
  public init() {}

  public mutating func handle(_ outcome: OperationOutcome, at now: Duration) -> [HealthTransition] {
    switch outcome {
    case .success:
      successes += 1
      failures = 0
    case .failure:
      failures += 1
      successes = 0
    }
    let before = health
    health = next(after: outcome)
    return health == before ? [] : [HealthTransition(from: before, to: health, at: now)]
  }

  private func next(after outcome: OperationOutcome) -> CloudHealth {
    switch (health, outcome) {
    case (.unknown, .success), (.degraded, .success):
      successes >= Self.successesToRecover ? .healthy : health
    case (.healthy, .success): .healthy
    case (.failed, .success): .degraded
    case (.unknown, .failure), (.healthy, .failure): .degraded
    case (.degraded, .failure):
      failures >= Self.failuresToFail ? .failed : .degraded
    case (.failed, .failure): .failed
    }
  }
}
