import Synchronization

/// Observes the outcomes of cloud operations, and announces changes of the cloud's health.
public protocol CloudHealthMonitoring: Sendable {
  /// The health after the last outcome that was taken into account.
  var health: CloudHealth { get }
  /// Takes one outcome into account. Outcomes are applied one at a time. If the health changes, the listener has been
  /// notified when the call returns.
  /// - Parameter operation: the name of the operation, for the log.
  func report(_ outcome: OperationOutcome, of operation: String) async
}

/// The parts that a health monitor is made from.
public struct HealthSetup: Sendable {
  /// The rules of the cloud's health, in their initial state.
  public var machine: any HealthStateMachine
  /// Stamps the transitions.
  public var time: ArgusTime
  /// Called for each change, in order, when ``CloudHealthMonitoring/health`` has its new value already.
  public var announce: @Sendable (HealthTransition) -> Void

  /// Creates a setup from its parts.
  public init(
    machine: any HealthStateMachine, time: ArgusTime, announce: @escaping @Sendable (HealthTransition) -> Void
  ) {
    self.machine = machine
    self.time = time
    self.announce = announce
  }
}

/// An actor around a ``HealthStateMachine``. Health is not stored: each launch begins with `unknown`, because the
/// cloud's health at the last launch says little about the present.
public actor CloudKitHealthMonitor: CloudHealthMonitoring {
  private var machine: any HealthStateMachine
  private let time: ArgusTime
  private let announce: @Sendable (HealthTransition) -> Void
  private let published: Mutex<CloudHealth>

  /// Creates a monitor in the machine's initial health.
  public init(_ setup: HealthSetup) {
    machine = setup.machine
    time = setup.time
    announce = setup.announce
    published = Mutex(setup.machine.health)
  }

  /// Readable without the actor, so that a listener can read it during an announcement.
  public nonisolated var health: CloudHealth { published.withLock { $0 } }

  public func report(_ outcome: OperationOutcome, of operation: String) {
    for transition in machine.handle(outcome, at: time.uptime()) {
      published.withLock { $0 = transition.to }
      announce(transition)
    }
  }
}
