import ArgusReference
import DeterministicScheduling
import PropertyTesting

/// Cloud operations in turn: who runs, who waits, who goes first, and what comes of each.
public enum CoordinatorProperties: PropertyGroup {
  public static let all: [Property<ArgusSystem>] = [oneOfAType, typesAreIndependent, byPriority, settlesOnce, failuresAreTold]

  // Feature: argus-system-patterns, Property 11: One running operation per type
  static let oneOfAType = Requirement<ArgusSystem>(
    "ARG-11", "One running operation per type",
    says: """
      At most one operation of each type runs at a time, whatever the operations' names. This holds even if two \
      requests arrive at the same moment, or the caller of the running operation is cancelled: the operation keeps \
      the slot until its body ends.
      """,
    covers: "002 CloudKit Request Coordination", of: "CloudKitRequestCoordinator", needs: [.concurrency],
    mustCatch: CoordinatorTwin.twin.faults(
      .looksBeforeItWaits, .freesTheSlotAtCancellation, .keepsSlotsByName, .stopsTheRunning)
  ).holds(
    of: CoordinatorMachine.machine.keeping(CoordinatorMachine.running), commands: 0...24, scheduled: .mixed,
    requiring: ["has to wait": 0.3, "two come at once": 0.2, "is cancelled while running": 0.15],
    making: { CoordinatorDriver($0) }, tearDown: { try await $0.close() })

  // Feature: argus-system-patterns, Property 12: Types do not block each other
  static let typesAreIndependent = Requirement<ArgusSystem>(
    "ARG-12", "Types do not block each other",
    says: """
      If no other operation of its type runs, an operation starts at once, whatever operations of other types do, \
      wait for or failed with. All five types can run together.
      """,
    covers: "002 CloudKit Request Coordination", of: "CloudKitRequestCoordinator", needs: [.concurrency],
    mustCatch: CoordinatorTwin.twin.faults(.hasOneQueue, .runsFourAtMost, .pausesAfterAFailure)
  ).holds(
    of: CoordinatorMachine.independence.keeping(CoordinatorMachine.running), commands: 0...20, scheduled: .mixed,
    requiring: ["starts beside others": 0.4, "all five types run": 0.2, "starts after a failure": 0.2],
    making: { CoordinatorDriver($0) }, tearDown: { try await $0.close() })

  // Feature: argus-system-patterns, Property 13: Pending operations leave by priority, then by arrival
  static let byPriority = Requirement<ArgusSystem>(
    "ARG-13", "Pending operations leave by priority, then by arrival",
    says: """
      When an operation ends, the pending operation of its type with the highest priority starts; among equals, the \
      one that arrived first. A cancelled operation takes no turn. Operations of other types do not matter. The \
      coordinator never stops a running operation.
      """,
    covers: "002 CloudKit Request Coordination", of: "CloudKitRequestCoordinator", needs: [.concurrency],
    mustCatch: CoordinatorTwin.twin.faults(
      .takesTheFirst, .takesTheLastOfEquals, .takesTheLowest, .comparesAcrossTypes, .letsTheCancelledHaveTheirTurn,
      .stopsTheRunning)
  ).holds(
    of: CoordinatorMachine.queueing.keeping(CoordinatorMachine.started, CoordinatorMachine.load), commands: 0...30,
    scheduled: .mixed,
    requiring: [
      "overtakes who came before": 0.15, "a tie is broken by arrival": 0.1, "is cancelled when the slot becomes free": 0.2,
    ],
    making: { CoordinatorDriver($0) }, tearDown: { try await $0.close() })

  // Feature: argus-system-patterns, Property 14: Every request settles exactly once with its own result
  static let settlesOnce = Requirement<ArgusSystem>(
    "ARG-14", "Every request settles exactly once with its own result",
    says: """
      Each caller gets the value or the error of its own operation exactly once, and the body runs once. If a request is \
      cancelled while it waits, it throws a cancellation at once and its body never runs. If a request is cancelled \
      while its body runs, the caller gets the body's result.
      """,
    covers: "002 Actor Pattern", "Request Coordination", of: "CloudKitRequestCoordinator", needs: [.concurrency],
    mustCatch: CoordinatorTwin.twin.faults(
      .givesTheLastResult, .forgetsTheCancelled, .runsTheCancelled, .triesAgain, .replacesTheError)
  ).holds(
    of: CoordinatorMachine.queueing.keeping(CoordinatorMachine.settled, CoordinatorMachine.started), commands: 0...24,
    scheduled: .mixed,
    requiring: [
      "is cancelled while pending": 0.1, "ends after its cancellation": 0.08, "the next one starts": 0.3,
      "is cancelled when the slot becomes free": 0.2,
    ],
    making: { CoordinatorDriver($0) }, tearDown: { try await $0.close() })

  // Feature: argus-system-patterns, Property 16: Operation errors are reported consistently and do not stall the queue
  static let failuresAreTold = Requirement<ArgusSystem>(
    "ARG-16", "Operation errors are reported consistently and do not stall the queue",
    says: """
      A failed operation is reported three times: to its caller, to the health monitor, and in one log line that \
      names it, its type and its error. A cancellation is reported only to the caller. After either, the next operation \
      of the type starts.
      """,
    covers: "002 Request Coordination", "Error Handling", of: "CloudKitRequestCoordinator", needs: [.concurrency],
    mustCatch: CoordinatorTwin.twin.faults(
      .keepsTheSlotAfterAFailure, .stallsAfterACancellation, .logsTwice, .logsCancellations, .logsNothing, .logsNoReason,
      .replacesTheError, .reportsCancellations)
  ).holds(
    of: CoordinatorMachine.queueing.keeping(
      CoordinatorMachine.settled, CoordinatorMachine.reported, CoordinatorMachine.logged, CoordinatorMachine.running),
    commands: 0...24, scheduled: .mixed,
    requiring: ["the next one starts after a failure": 0.15, "throws a cancellation of its own": 0.2],
    making: { CoordinatorDriver($0) }, tearDown: { try await $0.close() })
}

/// Requests from many tasks at once.
public enum RequestStormProperties: PropertyGroup {
  public static let all: [Property<ArgusSystem>] = [resultsFeedTheMonitor, survivesConcurrency]

  // Feature: argus-system-patterns, Property 15: Results feed the health monitor
  static let resultsFeedTheMonitor = Requirement<ArgusSystem>(
    "ARG-15", "Results feed the health monitor",
    says: """
      The coordinator reports each ended operation to the health monitor once, as success or failure, after its body \
      and before its caller continues. So reports arrive in the order of completion. A cancelled operation is not \
      reported. The monitor's health follows from these reports.
      """,
    covers: "002 CloudKit Request Coordination", of: "CloudKitRequestCoordinator, CloudKitHealthMonitor",
    needs: [.concurrency],
    mustCatch: CoordinatorTwin.twin.faults(
      .reportsOnlyFailures, .reportsAtTheStart, .reportsCancellations, .reportsOncePerType, .reportsLater)
  ).holds(
    forAll: .requestStorm(count: 1...8, types: CloudOperationType.allCases), scheduled: .mixed,
    requiring: ["several are reported": 0.3, "is cancelled before it runs": 0.1, "throws a cancellation": 0.12]
  ) { storm, system, trial in
    // Taking a report takes its time, so that several wait.
    let log = StormLog(system, turns: 6)
    let coordinator = system.parts.makeCoordinator(
      CoordinatorSetup(queue: system.parts.makeRequestQueue(), health: log, logger: Logger(), time: .device))
    try await storm.run(coordinator, log)
    try storm.expectReports(in: log, trial)
    try expect("health after \(log.outcomes.letters)", log.health, equals: HealthTable.walk(log.outcomes).last ?? .unknown)
  }

  // Feature: argus-system-patterns, Property 17: Coordinator state survives concurrent enqueues
  static let survivesConcurrency = Requirement<ArgusSystem>(
    "ARG-17", "Coordinator state survives concurrent enqueues",
    says: """
      Whatever requests and cancellations many tasks make at the same time, every caller continues exactly once. Each \
      body runs at most once, and never beside another of its type. When all tasks have ended, nothing runs and nothing \
      waits.
      """,
    covers: "002 Actor Pattern", "Stress testing", of: "CloudKitRequestCoordinator", needs: [.concurrency],
    mustCatch: CoordinatorTwin.twin.faults(
      .looksBeforeItWaits, .leaksCallers, .keepsTheSlotAfterAFailure, .freesTheSlotAtCancellation)
  ).holds(
    forAll: .requestStorm(count: 2...32, types: [.export, .fetch, .modify]), scheduled: .mixed,
    requiring: ["eight or more at once": 0.3, "is cancelled before it runs": 0.3, "several are reported": 0.4]
  ) { storm, system, trial in
    let log = StormLog(system)
    let coordinator = system.parts.makeCoordinator(
      CoordinatorSetup(queue: system.parts.makeRequestQueue(), health: log, logger: Logger(), time: .device))
    try await storm.run(coordinator, log)
    trial.label("eight or more at once", if: storm.requests.count >= 8)
    try storm.expectSettled(in: log)
    try storm.expectNoOverlap(in: log)
    try expect("load when all is quiet", await coordinator.load, equals: CoordinatorLoad(running: 0, pending: 0))
    try storm.expectReports(in: log, trial)
  }
}
