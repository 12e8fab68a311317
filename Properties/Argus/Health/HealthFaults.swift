import ArgusReference
import PropertyTesting
import StorageContract

// What ARG-01 to ARG-10 must catch.
extension Fault<ArgusSystem> {
  static let restoresTheLastHealth = Fault("restoresTheLastHealth", "goes on with the health of the last launch") { system in
    let last = Remembered<any HealthStateMachine>(system.parts.makeHealthMachine())
    system.parts.makeHealthMachine = { LastingHealthMachine(machine: last) }
  }

  static let announcesItsBeginning = Fault("announcesItsBeginning", "announces unknown as a change when it is made") { system in
    let make = system.parts.makeHealthMonitor
    system.parts.makeHealthMonitor = { setup in
      setup.announce(HealthTransition(from: .unknown, to: .unknown, at: setup.time.uptime()))
      return make(setup)
    }
  }

  static let losesAReport = Fault("losesAReport", "drops a report that comes while another is applied") { system in
    let make = system.parts.makeHealthMonitor
    system.parts.makeHealthMonitor = { LosingHealthMonitor(make($0)) }
  }

  static let flapsAtDegraded = storage("flapsAtDegraded", "goes local at degraded under either policy") { policy, health, mode in
    health == .degraded ? .local : policy.mode(at: health, in: mode)
  }

  static let returnsAtDegraded = storage("returnsAtDegraded", "returns to the cloud at degraded") { policy, health, mode in
    health == .degraded && policy == .localWhenFailed ? .cloud : policy.mode(at: health, in: mode)
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

/// What every launch goes on with.
private struct LastingHealthMachine: HealthStateMachine {
  let machine: Remembered<any HealthStateMachine>

  var health: CloudHealth { machine.now.health }

  func handle(_ outcome: OperationOutcome, at now: Duration) -> [HealthTransition] {
    machine.withValue { $0.handle(outcome, at: now) }
  }
}

/// Loses reports that come while another is applied.
private actor LosingHealthMonitor: CloudHealthMonitoring {
  private let monitor: any CloudHealthMonitoring
  private var isApplying = false

  init(_ monitor: any CloudHealthMonitoring) { self.monitor = monitor }

  nonisolated var health: CloudHealth { monitor.health }

  func report(_ outcome: OperationOutcome, of operation: String) async {
    if isApplying { return }
    isApplying = true
    await Task.yield()
    await monitor.report(outcome, of: operation)
    isApplying = false
  }
}
