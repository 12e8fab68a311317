import ArgusGenerators
import ArgusReference
import DeterministicScheduling
import PropertyTesting

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
    mustCatch: [.reportsNothing]
  ).holds(
    forAll: .clients(1...8), scheduled: .mixed,
    requiring: ["several are reported": 0.3, "is cancelled before it runs": 0.1, "throws a cancellation": 0.12]
  ) { clients, system, trial in
    // Taking a report takes its time, so that several wait.
    let history = try await RequestHistory.of(clients, on: system, turns: 6)
    history.label(trial)
    try history.expectReports()
    try history.expectHealth()
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
    mustCatch: [.keepsSlotsByPriority]
  ).holds(
    forAll: .clients(2...32, of: .element(of: [.export, .fetch, .modify])), scheduled: .mixed,
    requiring: ["eight or more at once": 0.3, "is cancelled before it runs": 0.3, "several are reported": 0.4]
  ) { clients, system, trial in
    let history = try await RequestHistory.of(clients, on: system)
    history.label(trial)
    try history.expectSettled()
    try history.expectNoOverlap()
    try history.expectReports()
  }
}

/// Requests at the same time, in every order that there can be of few, and in some order that explains many.
public enum RequestOrderProperties: PropertyGroup {
  public static let all: [Property<ArgusSystem>] = [inEveryOrder, haveAnOrder]

  static let inEveryOrder = Requirement<ArgusSystem>(
    "ARG-C1", "Two Requests in Every Order",
    says: """
      Whatever the results of two requests, of one type or two, cancelled or not, and in every order of their tasks with up to \
      two switches: each caller continues once, no two bodies of a type overlap, each end is reported once, and nothing is left \
      over.
      """,
    covers: "002 CloudKit Request Coordination", "002 Actor Pattern", of: "CloudKitRequestCoordinator",
    needs: [.concurrency],
    mustCatch: [.forgetsTheCancelled]
  ).holds(forAll: .twoRequests) { clients, system, trial in
    try trial.schedule(.exhaustive(switches: 2, limit: 20_000)) {
      let history = try await RequestHistory.of(clients, on: system)
      history.label(trial)
      try history.expectSettled()
      try history.expectNoOverlap()
      try history.expectReports()
    }
  }

  static let haveAnOrder = Requirement<ArgusSystem>(
    "ARG-C2", "Requests at the Same Time Have an Order",
    says: """
      Each operation reads a number of its type, waits, and writes a greater one. Whatever clients request and cancel at the \
      same time, some sequential order of the requests explains every result. A request that was cancelled before it ran has no \
      effect.
      """,
    covers: "002 CloudKit Request Coordination", "002 Actor Pattern", of: "CloudKitRequestCoordinator", needs: [.concurrency],
    mustCatch: [.keepsSlotsByPriority]
  ).holds(
    forAll: .clients(3...4, requests: 1...3, of: .frequency((5, .constant(.export)), (1, .constant(.fetch))), turns: 1...3),
    scheduled: .randomWalk,
    requiring: ["two of a type overlap": 0.5, "is cancelled before it runs": 0.1, "a client asks again": 0.5]
  ) { clients, system, trial in
    let history = try await RequestHistory.of(clients, on: system)
    history.label(trial)
    try history.calls.expectLinearizable(by: CountCall.model, notingIn: trial)
  }
}
