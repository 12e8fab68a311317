import ArgusGenerators
import ArgusReference
import PropertyTesting

/// The states of the cloud's health and what leads from each to the next. Each property meets every short string of outcomes.
public enum HealthProperties: PropertyGroup {
  public static let all: [Property<ArgusSystem>] = [
    startsUnknown, healthyAfterTwoSuccesses, degradesOnTheFirstFailure, degradesOnAnyFailure, recoversAfterTwoSuccesses,
    failsAtThreeFailures, failedRisesToDegraded,
  ]

  // Feature: argus-system-patterns, Property 1: Health starts unknown
  static let startsUnknown = Requirement<ArgusSystem>(
    "ARG-01", "Health starts unknown",
    says: """
      A new monitor shows unknown and announces nothing, even if an earlier launch ended in another health. The \
      health stays unknown until an operation ends, however long that takes.
      """,
    covers: "002 Health Monitoring State Machine", of: "CloudKitHealthMonitor",
    mustCatch: [.restoresTheLastHealth, .announcesItsBeginning]
  ).holds(
    forAll: Generator<([OperationOutcome], Int)>.zip(.outcomes(count: 0...4), .int(in: 0...2)),
    requiring: ["the last launch ended healthy": 0.05, "the last launch ended failed": 0.03]
  ) { launch, system, trial in
    let (earlier, days) = launch
    let last = MonitorDriver(system)
    for outcome in earlier { await last.report(outcome) }
    trial.label("the last launch ended \(last.health.rawValue)")
    let monitor = MonitorDriver(system)
    monitor.clock.advance(by: .seconds(days * 86_400))
    try expect("health at first", monitor.health, equals: .unknown)
    try expect("announcements at first", monitor.heard, equals: [])
    // The outcomes of the earlier launch do not count either: one success is not the second one.
    try expect("health after S", await monitor.walk([.success])[1], equals: .unknown)
  }

  // Feature: argus-system-patterns, Property 2: Unknown turns healthy only after two successes
  static let healthyAfterTwoSuccesses = Requirement<ArgusSystem>(
    "ARG-02", "Unknown turns healthy only after two successes",
    says: """
      From unknown, the health turns healthy exactly with the second success in a row, not with the first and \
      not later. Further successes leave it healthy.
      """,
    covers: "002 Health Monitoring State Machine", of: "CloudKitHealthMonitor",
    mustCatch: []
  ).holds(
    forAll: .outcomes(count: 0...5), requiring: ["two successes": 0.1, "one success": 0.1]
  ) { outcomes, system, trial in
    let successes = outcomes.prefix { $0 == .success }.count
    trial.label(successes >= 2 ? "two successes" : "one success", if: successes > 0)
    let found = await MonitorDriver(system).walk(outcomes)
    for count in 0...successes {
      let expected: CloudHealth = count < 2 ? .unknown : .healthy
      try expect("health after \(Array(outcomes.prefix(count)).letters)", found[count], equals: expected)
    }
  }

  // Feature: argus-system-patterns, Property 3: Unknown degrades on its first failure
  static let degradesOnTheFirstFailure = Requirement<ArgusSystem>(
    "ARG-03", "Unknown degrades on its first failure",
    says: """
      From unknown, the first failure turns the health degraded, even if one success came before. The health \
      neither stays unknown nor turns failed at once.
      """,
    covers: "002 Health Monitoring State Machine", of: "CloudKitHealthMonitor",
    mustCatch: []
  ).holds(
    forAll: .outcomes(count: 0...5), requiring: ["unknown turns degraded": 0.2, "fails after one success": 0.1]
  ) { outcomes, system, trial in
    trial.label("fails after one success", if: outcomes.starts(with: [.success, .failure]))
    try await expectEdges(from: .unknown, after: outcomes, in: system, trial)
  }

  // Feature: argus-system-patterns, Property 4: Healthy degrades on any failure
  static let degradesOnAnyFailure = Requirement<ArgusSystem>(
    "ARG-04", "Healthy degrades on any failure",
    says: """
      A single failure turns a healthy cloud degraded, however many successes came before. It does not turn \
      the cloud failed or unknown. Successes leave the cloud healthy.
      """,
    covers: "002 Health Monitoring State Machine", of: "CloudKitHealthMonitor",
    mustCatch: []
  ).holds(
    forAll: .outcomes(count: 0...4, after: [["S", "S"], ["S", "S", "S"], ["S", "S", "S", "S"]]),
    requiring: ["healthy turns degraded": 0.4, "stays healthy": 0.4]
  ) { try await expectEdges(from: .healthy, after: $0, in: $1, $2) }

  // Feature: argus-system-patterns, Property 5: Degraded recovers only after two successes
  static let recoversAfterTwoSuccesses = Requirement<ArgusSystem>(
    "ARG-05", "Degraded recovers only after two successes",
    says: """
      A degraded cloud turns healthy with the second of two successes in a row. A failure between them starts the \
      count again. The cause of the degradation makes no difference.
      """,
    covers: "002 Health Monitoring State Machine", of: "CloudKitHealthMonitor",
    mustCatch: []
  ).holds(
    forAll: .outcomes(count: 0...4, after: [["F"], ["S", "S", "F"], ["F", "F", "F", "S"]]),
    requiring: ["degraded turns healthy": 0.15, "stays degraded": 0.4]
  ) { try await expectEdges(from: .degraded, after: $0, in: $1, $2) }

  // Feature: argus-system-patterns, Property 6: Degraded fails at three consecutive failures
  static let failsAtThreeFailures = Requirement<ArgusSystem>(
    "ARG-06", "Degraded fails at three consecutive failures",
    says: """
      A degraded cloud turns failed with the third failure in a row, including the failure that degraded it. \
      Any success between them starts the count again, including the success that led out of failed.
      """,
    covers: "002 Health Monitoring State Machine", of: "CloudKitHealthMonitor",
    mustCatch: []
  ).holds(
    forAll: .outcomes(count: 0...4, after: [["F"], ["S", "S", "F"], ["F", "F", "F", "S"]]),
    requiring: ["degraded turns failed": 0.1, "stays degraded": 0.4]
  ) { try await expectEdges(from: .degraded, after: $0, in: $1, $2) }

  // Feature: argus-system-patterns, Property 7: Failed rises to degraded on any success and never straight to healthy
  static let failedRisesToDegraded = Requirement<ArgusSystem>(
    "ARG-07", "Failed rises to degraded on any success and never straight to healthy",
    says: """
      A failed cloud turns degraded with the next success, and healthy with one more success in a row, because a \
      transition resets no counter. Failures leave it failed, however many there are.
      """,
    covers: "002 Health Monitoring State Machine", of: "CloudKitHealthMonitor",
    mustCatch: []
  ).holds(
    forAll: .outcomes(count: 0...4, after: [["F", "F", "F"], ["F", "F", "F", "F"], ["S", "S", "F", "F", "F"]]),
    requiring: ["failed turns degraded": 0.4, "stays failed": 0.4]
  ) { outcomes, system, trial in
    try await expectEdges(from: .failed, after: outcomes, in: system, trial)
    // The second success, which the source's diagram leaves to degraded (A2).
    if let rise = outcomes.indices.first(where: { HealthTable.walk(outcomes)[$0] == .failed && outcomes[$0] == .success }) {
      let two = Array(outcomes[...rise]) + [.success]
      try expect("health after \(two.letters)", await MonitorDriver(system).walk(two).last, equals: .healthy)
    }
  }
}
