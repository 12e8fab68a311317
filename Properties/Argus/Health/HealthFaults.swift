import ArgusReference
import PropertyTesting
import Synchronization

// What ARG-01 to ARG-10 must catch.
extension Fault<ArgusSystem> {
  static let restoresTheLastHealth = Fault("restoresTheLastHealth", "goes on with the health of the last launch") { system in
    let last = Mutex<CloudHealth>(.unknown)
    let make = system.parts.makeHealthMachine
    system.parts.makeHealthMachine = {
      ChangedHealthMachine(make(), beginning: last.withLock { $0 }) { _, _, after in
        last.withLock { $0 = after }
        return after
      }
    }
  }

  static let announcesItsBeginning = Fault("announcesItsBeginning", "announces unknown as a change when it is made") { system in
    let make = system.parts.makeHealthMonitor
    system.parts.makeHealthMonitor = { setup in
      setup.announce(HealthTransition(from: .unknown, to: .unknown, at: setup.time.uptime()))
      return make(setup)
    }
  }

  static let healthyAfterOneSuccess = rules("healthyAfterOneSuccess", "is healthy after one success") { before, outcomes, after in
    before == .unknown && outcomes.last == .success ? .healthy : after
  }

  static let failsFromUnknown = rules("failsFromUnknown", "fails at once from unknown") { before, outcomes, after in
    before == .unknown && outcomes.last == .failure ? .failed : after
  }

  static let goesBackToUnknown = rules("goesBackToUnknown", "goes back to unknown when a healthy cloud fails") {
    before, outcomes, after in
    before == .healthy && outcomes.last == .failure ? .unknown : after
  }

  static let recoversAfterOneSuccess = rules("recoversAfterOneSuccess", "recovers after one success") { before, outcomes, after in
    before == .degraded && outcomes.last == .success ? .healthy : after
  }

  static let failsAtTwoFailures = rules("failsAtTwoFailures", "fails at two failures") { before, outcomes, after in
    before == .degraded && outcomes.suffix(2) == [.failure, .failure] ? .failed : after
  }

  static let neverLeavesFailed = rules("neverLeavesFailed", "stays failed once it has failed") { before, _, after in
    before == .failed ? .failed : after
  }

  private static func rules(
    _ id: String, _ fact: String,
    _ change: @escaping @Sendable (CloudHealth, [OperationOutcome], CloudHealth) -> CloudHealth
  ) -> Fault {
    Fault(id, fact) { system in
      let make = system.parts.makeHealthMachine
      system.parts.makeHealthMachine = { ChangedHealthMachine(make(), change) }
    }
  }

  static let appliesQueuedReportsAtOnce = Fault(
    "appliesQueuedReportsAtOnce", "applies reports that wait together as the last of them"
  ) { system in
    let make = system.parts.makeHealthMonitor
    system.parts.makeHealthMonitor = { LosingHealthMonitor(make($0), keepsTheLast: true) }
  }

  static let losesAReport = Fault("losesAReport", "drops a report that comes while another is applied") { system in
    let make = system.parts.makeHealthMonitor
    system.parts.makeHealthMonitor = { LosingHealthMonitor(make($0), keepsTheLast: false) }
  }

  static let announcesBackwards = Fault("announcesBackwards", "announces the old health as the new one") { system in
    system.parts.makeHealthMonitor = changingSetup(of: system.parts.makeHealthMonitor) { setup in
      let announce = setup.announce
      setup.announce = { announce(HealthTransition(from: $0.to, to: $0.from, at: $0.at)) }
    }
  }

  static let flapsAtDegraded = storage("flapsAtDegraded", "goes local at degraded under either policy") { policy, health, mode in
    health == .degraded ? .local : policy.mode(at: health, in: mode)
  }

  static let returnsAtDegraded = storage("returnsAtDegraded", "returns to the cloud at degraded") { policy, health, mode in
    health == .degraded && policy == .localWhenFailed ? .cloud : policy.mode(at: health, in: mode)
  }

  static let ignoresFailed = storage("ignoresFailed", "stays in the cloud when it has failed") { policy, health, mode in
    health == .failed ? mode : policy.mode(at: health, in: mode)
  }

  static let goesLocalAtUnknown = storage("goesLocalAtUnknown", "goes local while nothing is known") { policy, health, mode in
    health == .unknown ? .local : policy.mode(at: health, in: mode)
  }

  static let neverReturns = storage("neverReturns", "stays local when the cloud is healthy") { policy, health, mode in
    mode == .local ? .local : policy.mode(at: health, in: mode)
  }

  static let ignoresThePolicy = storage("ignoresThePolicy", "waits for failed, whatever the policy says") { _, health, mode in
    StorageModePolicy.localWhenFailed.mode(at: health, in: mode)
  }

  private static func storage(
    _ id: String, _ fact: String,
    _ decide: @escaping @Sendable (StorageModePolicy, CloudHealth, StorageMode) -> StorageMode
  ) -> Fault {
    Fault(id, fact) { $0.parts.decideStorage = decide }
  }
}

/// Shows another health after some outcomes than the rules say.
private struct ChangedHealthMachine: HealthStateMachine {
  /// What is shown, from what was shown before, the outcomes so far, and what the rules say.
  typealias Change = @Sendable (_ before: CloudHealth, _ outcomes: [OperationOutcome], _ after: CloudHealth) -> CloudHealth

  private var machine: any HealthStateMachine
  private(set) var health: CloudHealth
  private var outcomes: [OperationOutcome] = []
  private let change: Change

  init(_ machine: any HealthStateMachine, beginning health: CloudHealth = .unknown, _ change: @escaping Change) {
    self.machine = machine
    self.health = health
    self.change = change
  }

  mutating func handle(_ outcome: OperationOutcome, at now: Duration) -> [HealthTransition] {
    _ = machine.handle(outcome, at: now)
    outcomes.append(outcome)
    let before = health
    health = change(before, outcomes, machine.health)
    return health == before ? [] : [HealthTransition(from: before, to: health, at: now)]
  }
}

/// Loses reports that come while another is applied: all of them, or all but the last.
private actor LosingHealthMonitor: CloudHealthMonitoring {
  private let monitor: any CloudHealthMonitoring
  private let keepsTheLast: Bool
  private var isApplying = false
  private var waiting: OperationOutcome?

  init(_ monitor: any CloudHealthMonitoring, keepsTheLast: Bool) {
    self.monitor = monitor
    self.keepsTheLast = keepsTheLast
  }

  nonisolated var health: CloudHealth { monitor.health }

  func report(_ outcome: OperationOutcome, of operation: String) async {
    if isApplying {
      if keepsTheLast { waiting = outcome }
      return
    }
    isApplying = true
    await Task.yield()
    await monitor.report(outcome, of: operation)
    while let last = waiting {
      waiting = nil
      await monitor.report(last, of: operation)
    }
    isApplying = false
  }
}
