import ArgusReference
import PropertyTesting
import Synchronization

/// A second monitor around the rules, which keeps reports in a queue and applies them from there.
actor HealthMonitorTwin: CloudHealthMonitoring {
  enum Defect: String, CaseIterable, Sendable {
    case appliesQueuedReportsAtOnce = "applies reports that wait together as the last of them"
    case losesAReport = "drops a report that comes while another is applied"
    case announcesEveryReport = "announces the health at each report"
    case announcesFirst = "announces a change before it shows it"
    case announcesBackwards = "announces the old health as the new one"
  }

  static let twin = Twin<ArgusSystem, Defect>("HealthMonitorTwin") { system, defect in
    system.parts.makeHealthMonitor = { HealthMonitorTwin($0, defect) }
  }

  private var setup: HealthSetup
  private let defect: Defect?
  private var waiting: [OperationOutcome] = []
  private var isApplying = false
  private let shown: Mutex<CloudHealth>

  init(_ setup: HealthSetup, _ defect: Defect?) {
    self.setup = setup
    self.defect = defect
    shown = Mutex(setup.machine.health)
  }

  nonisolated var health: CloudHealth { shown.withLock { $0 } }

  func report(_ outcome: OperationOutcome, of operation: String) async {
    if isApplying && defect == .losesAReport { return }
    waiting.append(outcome)
    if isApplying {
      // Whoever applies takes this one with it.
      while isApplying { await Task.yield() }
      return
    }
    isApplying = true
    await Task.yield()
    while !waiting.isEmpty {
      if defect == .appliesQueuedReportsAtOnce, let last = waiting.last { waiting = [last] }
      apply(waiting.removeFirst())
      await Task.yield()
    }
    isApplying = false
  }

  private func apply(_ outcome: OperationOutcome) {
    let now = setup.time.uptime()
    let before = setup.machine.health
    var transitions = setup.machine.handle(outcome, at: now)
    if defect == .announcesEveryReport { transitions = [HealthTransition(from: before, to: setup.machine.health, at: now)] }
    if defect == .announcesBackwards { transitions = transitions.map { HealthTransition(from: $0.to, to: $0.from, at: $0.at) } }
    if defect == .announcesFirst { transitions.forEach(setup.announce) }
    shown.withLock { $0 = setup.machine.health }
    if defect != .announcesFirst { transitions.forEach(setup.announce) }
  }
}

// What ARG-01 and ARG-09 must catch.
extension Fault<ArgusSystem> {
  static let restoresTheLastHealth = Fault("restoresTheLastHealth", "goes on with the health of the last launch") { system in
    let last = Mutex<CloudHealth>(.unknown)
    let make = system.parts.makeHealthMachine
    system.parts.makeHealthMachine = { RestoredHealthMachine(make(), last: last.withLock { $0 }) { new in last.withLock { $0 = new } } }
  }

  static let announcesItsBeginning = Fault("announcesItsBeginning", "announces unknown as a change when it is made") { system in
    let make = system.parts.makeHealthMonitor
    system.parts.makeHealthMonitor = { setup in
      setup.announce(HealthTransition(from: .unknown, to: .unknown, at: setup.time.uptime()))
      return make(setup)
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

/// Shows the health of the last launch until an outcome changes it.
private struct RestoredHealthMachine: HealthStateMachine {
  private var machine: any HealthStateMachine
  private(set) var health: CloudHealth
  private let save: @Sendable (CloudHealth) -> Void

  init(_ machine: any HealthStateMachine, last: CloudHealth, save: @escaping @Sendable (CloudHealth) -> Void) {
    self.machine = machine
    health = last
    self.save = save
  }

  mutating func handle(_ outcome: OperationOutcome, at now: Duration) -> [HealthTransition] {
    let transitions = machine.handle(outcome, at: now)
    health = machine.health
    save(health)
    return transitions
  }
}
