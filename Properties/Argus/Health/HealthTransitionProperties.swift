import ArgusGenerators
import ArgusReference
import DeterministicScheduling
import PlatformStandIns
import PropertyTesting
import Synchronization

/// The health as a whole: its edges, its announcements, and the storage mode that follows from it.
public enum HealthTransitionProperties: PropertyGroup {
  public static let all: [Property<ArgusSystem>] = [noOtherTransition, storageFollowsHealth, oneEventPerTransition]

  // Feature: argus-system-patterns, Property 8: No health transition outside the diagram
  static let noOtherTransition = Requirement<ArgusSystem>(
    "ARG-08", "No health transition outside the diagram",
    says: """
      However many tasks report at the same time, and however much time passes in between, the monitor applies the \
      outcomes one at a time and loses none. The health changes only along the six edges of the diagram, to the state \
      that the transition table gives.
      """,
    covers: "002 Health Monitoring State Machine", of: "CloudKitHealthMonitor", needs: [.concurrency],
    mustCatch: [.losesAReport]
  ).holds(
    forAll: Generator<[[OperationOutcome]]>.array(of: .runsOfOutcomes(runs: 1...3), count: 1...4), scheduled: .mixed,
    requiring: [
      "several report": 0.4, "unknown → healthy": 0.2, "unknown → degraded": 0.2, "healthy → degraded": 0.2,
      "degraded → failed": 0.2, "degraded → healthy": 0.2, "failed → degraded": 0.15,
    ]
  ) { reporters, system, trial in
    var system = system
    let applied = AppliedOutcomes()
    let make = system.parts.makeHealthMachine
    system.parts.makeHealthMachine = { RecordingHealthMachine(make(), applied) }
    let monitor = MonitorDriver(system)
    let tasks = reporters.enumerated().map { number, outcomes in
      Task(name: "reporter \(number + 1)") {
        for outcome in outcomes {
          await monitor.report(outcome)
          monitor.clock.advance(by: .seconds(1_800))
        }
      }
    }
    for task in tasks { await task.value }
    let order = applied.outcomes
    let given = reporters.flatMap(\.self)
    try expect("successes applied", order.filter { $0 == .success }.count, equals: given.filter { $0 == .success }.count)
    try expect("outcomes applied", order.count, equals: given.count)
    let walk = HealthTable.walk(order)
    try expect("health after \(order.letters)", monitor.health, equals: walk.last ?? .unknown)
    let found = monitor.heard.map { [$0.transition.from, $0.transition.to] }
    for edge in found {
      try expect("\(edge[0].rawValue) → \(edge[1].rawValue) is in the diagram", HealthTable.edges.contains(edge))
    }
    trial.label("several report", if: reporters.count > 1)
    for edge in found { trial.label("\(edge[0].rawValue) → \(edge[1].rawValue)") }
  }

  // Feature: argus-system-patterns, Property 9: Storage decision follows health threshold
  static let storageFollowsHealth = Requirement<ArgusSystem>(
    "ARG-09", "Storage decision follows health threshold",
    says: """
      The app switches to local storage when the cloud has failed, and back when the cloud is healthy. Unknown and \
      degraded leave the mode as it is, so the mode does not flap. Under the alternative policy, the app already \
      switches to local storage at degraded.
      """,
    covers: "002 Health Monitoring", "Graceful Degradation", "Error Handling", of: "StorageModeController",
    mustCatch: [.flapsAtDegraded, .returnsAtDegraded, .ignoresThePolicy]
  ).holds(
    forAll: Generator<([OperationOutcome], StorageModePolicy, StorageMode)>.zip(
      .runsOfOutcomes(runs: 1...4), .anyCase(), .anyCase()),
    requiring: ["goes local": 0.2, "returns to the cloud": 0.08, "stays local while degraded": 0.1]
  ) { history, system, trial in
    let (outcomes, policy, start) = history
    let monitor = MonitorDriver(system)
    var mode = start
    var expected = start
    for health in [CloudHealth.unknown] + (await monitor.walk(outcomes)) {
      let before = expected
      if health == .healthy { expected = .cloud }
      if health == .failed { expected = .local }
      if health == .degraded && policy == .localWhenDegraded { expected = .local }
      mode = system.parts.decideStorage(policy, health, mode)
      try expect("mode when \(health.rawValue), \(before.rawValue) before", mode, equals: expected)
      trial.label("goes local", if: (before, expected) == (.cloud, .local))
      trial.label("returns to the cloud", if: (before, expected) == (.local, .cloud))
      trial.label("stays local while degraded", if: health == .degraded && before == .local)
    }
  }

  // Feature: argus-system-patterns, Property 10: One event per health transition
  static let oneEventPerTransition = Requirement<ArgusSystem>(
    "ARG-10", "One event per health transition",
    says: """
      After every string of up to ten outcomes, the monitor has announced exactly the changes of health, each once, in \
      order and with its time. Each announcement starts from the health that the one before led to. When the monitor \
      announces a change, it already shows the new health.
      """,
    covers: "002 Health Monitoring State Machine", of: "CloudKitHealthMonitor",
    mustCatch: []
  ).holds(forAll: .outcomes(count: 0...5)) { beginning, system in
    for number in 0..<32 {
      let rest = (0..<5).map { number >> $0 & 1 == 0 ? OperationOutcome.success : .failure }
      let outcomes = beginning + rest
      let monitor = MonitorDriver(system)
      for outcome in outcomes {
        monitor.clock.advance(by: .seconds(1))
        await monitor.report(outcome)
      }
      let walk = HealthTable.walk(outcomes)
      let changes = outcomes.indices.filter { walk[$0] != walk[$0 + 1] }.map { place in
        MonitorDriver.Announcement(
          transition: HealthTransition(from: walk[place], to: walk[place + 1], at: .seconds(place + 1)),
          shown: walk[place + 1])
      }
      try expect("announced after \(outcomes.letters)", monitor.heard, equals: changes)
    }
  }
}

/// The outcomes that reached the rules, in the order in which they did.
private final class AppliedOutcomes: Sendable {
  private let list = Mutex<[OperationOutcome]>([])
  var outcomes: [OperationOutcome] { list.withLock { $0 } }
  func append(_ outcome: OperationOutcome) { list.withLock { $0.append(outcome) } }
}

private struct RecordingHealthMachine: HealthStateMachine {
  private var machine: any HealthStateMachine
  private let applied: AppliedOutcomes

  init(_ machine: any HealthStateMachine, _ applied: AppliedOutcomes) {
    self.machine = machine
    self.applied = applied
  }

  var health: CloudHealth { machine.health }

  mutating func handle(_ outcome: OperationOutcome, at now: Duration) -> [HealthTransition] {
    applied.append(outcome)
    return machine.handle(outcome, at: now)
  }
}
