/// The rules of the cloud's health, without clock, actor or listener: an operation ended, and what follows.
public protocol HealthStateMachine: Sendable {
  var health: CloudHealth { get }
  /// Takes one outcome into account.
  /// - Returns: the change that it brought, or none. Never more than one.
  mutating func handle(_ outcome: OperationOutcome, at now: Duration) -> [HealthTransition]
}

/// Degrades at once, recovers after two successes, fails after three failures (002 Health Monitoring State Machine).
///
/// Both counters count outcomes in a row: a success ends a row of failures, and a failure one of successes. A transition
/// resets neither (A2): the failure that degrades the health is the first of the three that fail it (A1), and the success
/// that leads out of `failed` is the first of the two that make it healthy. Time changes nothing.
public struct HealthMachine: HealthStateMachine {
  public private(set) var health = CloudHealth.unknown
  private var successes = 0
  private var failures = 0

  private static let successesToRecover = 2
  private static let failuresToFail = 3

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
