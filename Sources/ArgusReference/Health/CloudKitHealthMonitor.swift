import Synchronization

/// Watches how cloud operations end, and tells the app when the cloud's health changes.
public protocol CloudHealthMonitoring: Sendable {
  /// As the last outcome that was taken into account left it.
  var health: CloudHealth { get }
  /// Takes one outcome into account. Outcomes are applied one at a time; when this returns, the listener has been told of the
  /// change, if there was one.
  /// - Parameter operation: what the operation was called, for the log.
  func report(_ outcome: OperationOutcome, of operation: String) async
}

/// What a health monitor is made from.
public struct HealthSetup: Sendable {
  public var machine: any HealthStateMachine
  public var time: ArgusTime
  /// Is told of each change in the order in which they happened, when ``CloudHealthMonitoring/health`` shows it already.
  public var announce: @Sendable (HealthTransition) -> Void

  public init(
    machine: any HealthStateMachine, time: ArgusTime, announce: @escaping @Sendable (HealthTransition) -> Void
  ) {
    self.machine = machine
    self.time = time
    self.announce = announce
  }
}

/// An actor around ``HealthMachine``. Health is not stored: each launch begins with `unknown`, since what the cloud was like
/// when the app last ran says little about now.
public actor CloudKitHealthMonitor: CloudHealthMonitoring {
  private var machine: any HealthStateMachine
  private let time: ArgusTime
  private let announce: @Sendable (HealthTransition) -> Void
  private let published: Mutex<CloudHealth>

  public init(_ setup: HealthSetup) {
    machine = setup.machine
    time = setup.time
    announce = setup.announce
    published = Mutex(setup.machine.health)
  }

  /// Readable without waiting for the actor, so that a listener can look at it from within an announcement.
  public nonisolated var health: CloudHealth { published.withLock { $0 } }

  public func report(_ outcome: OperationOutcome, of operation: String) {
    for transition in machine.handle(outcome, at: time.uptime()) {
      published.withLock { $0 = transition.to }
      announce(transition)
    }
  }
}
