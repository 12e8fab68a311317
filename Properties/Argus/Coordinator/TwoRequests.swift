import ArgusReference
import DeterministicScheduling
import PropertyTesting

/// Two requests in every order that differs from the default in few switches.
public enum TwoRequestProperties: PropertyGroup {
  public static let all: [Property<ArgusSystem>] = [inEveryOrder]

  static let inEveryOrder = Requirement<ArgusSystem>(
    "ARG-C1", "Two Requests in Every Order",
    says: """
      Whatever the results of two requests, of one type or two, cancelled or not, and in every order of their tasks with up to \
      two switches: each caller continues once, no two bodies of a type overlap, each end is reported once, and nothing is left \
      over.
      """,
    covers: "002 CloudKit Request Coordination", "002 Actor Pattern", of: "CloudKitRequestCoordinator",
    needs: [.concurrency],
    mustCatch: CoordinatorTwin.twin.faults(
      .looksBeforeItWaits, .keepsTheSlotAfterAFailure, .freesTheSlotAtCancellation, .reportsOnlyFailures,
      .reportsAtTheStart, .reportsCancellations)
  ).holds(forAll: .twoRequests) { storm, system, trial in
    try trial.schedule(.exhaustive(switches: 2, limit: 20_000)) {
      let log = StormLog(system)
      let coordinator = system.parts.makeCoordinator(
        CoordinatorSetup(queue: system.parts.makeRequestQueue(), health: log, logger: Logger(), time: .device))
      try await storm.run(coordinator, log)
      try storm.expectSettled(in: log)
      try storm.expectNoOverlap(in: log)
      try expect("load when all is quiet", await coordinator.load, equals: CoordinatorLoad(running: 0, pending: 0))
      try storm.expectReports(in: log, trial)
    }
  }
}

extension Generator where Value == RequestStorm {
  /// One of 54 pairs: few enough for all of them to be tried.
  static let twoRequests = Generator { source in
    let isOneType = try source(.bool)
    let end = Generator<OperationEnd>.element(of: [.value, .failure, .cancelled])
    let ends = [try source(end), try source(end)]
    let cancelled = try source(.int(in: 0...2))
    return RequestStorm(
      requests: [0, 1].map { number in
        RequestStorm.Request(
          type: isOneType || number == 0 ? .export : .fetch, priority: .normal, turns: 1, end: ends[number],
          cancelledAfter: cancelled == number + 1 ? 1 : nil)
      })
  }
}
