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
    mustCatch: [.keepsSlotsByPriority]
  ).holds(
    of: CoordinatorMachine.all.keeping(CoordinatorInvariants.running), commands: 0...24, scheduled: .mixed,
    requiring: ["has to wait": 0.3, "two come at once": 0.2, "is cancelled while running": 0.15],
    making: CoordinatorDriver.init, tearDown: { try await $0.close() })

  // Feature: argus-system-patterns, Property 12: Types do not block each other
  static let typesAreIndependent = Requirement<ArgusSystem>(
    "ARG-12", "Types do not block each other",
    says: """
      If no other operation of its type runs, an operation starts at once, whatever operations of other types do, \
      wait for or failed with. All five types can run together.
      """,
    covers: "002 CloudKit Request Coordination", of: "CloudKitRequestCoordinator", needs: [.concurrency],
    mustCatch: [.hasOneQueue]
  ).holds(
    of: CoordinatorMachine.independent.keeping(CoordinatorInvariants.running), commands: 0...20, scheduled: .mixed,
    requiring: ["starts beside others": 0.4, "all five types run": 0.2, "starts after a failure": 0.2],
    making: CoordinatorDriver.init, tearDown: { try await $0.close() })

  // Feature: argus-system-patterns, Property 13: Pending operations leave by priority, then by arrival
  static let byPriority = Requirement<ArgusSystem>(
    "ARG-13", "Pending operations leave by priority, then by arrival",
    says: """
      When an operation ends, the pending operation of its type with the highest priority starts; among equals, the \
      one that arrived first. A cancelled operation takes no turn. Operations of other types do not matter. The \
      coordinator never stops a running operation.
      """,
    covers: "002 CloudKit Request Coordination", of: "CloudKitRequestCoordinator", needs: [.concurrency],
    mustCatch: [.takesTheFirst]
  ).holds(
    of: CoordinatorMachine.queueing.keeping(CoordinatorInvariants.started, CoordinatorInvariants.load), commands: 0...30,
    scheduled: .mixed,
    requiring: [
      "overtakes who came before": 0.15, "a tie is broken by arrival": 0.1, "is cancelled when the slot becomes free": 0.2,
    ],
    making: CoordinatorDriver.init, tearDown: { try await $0.close() })

  // Feature: argus-system-patterns, Property 14: Every request settles exactly once with its own result
  static let settlesOnce = Requirement<ArgusSystem>(
    "ARG-14", "Every request settles exactly once with its own result",
    says: """
      Each caller gets the value or the error of its own operation exactly once, and the body runs once. If a request is \
      cancelled while it waits, it throws a cancellation at once and its body never runs. If a request is cancelled \
      while its body runs, the caller gets the body's result.
      """,
    covers: "002 Actor Pattern", "Request Coordination", of: "CloudKitRequestCoordinator", needs: [.concurrency],
    mustCatch: [.forgetsTheCancelled]
  ).holds(
    of: CoordinatorMachine.queueing.keeping(CoordinatorInvariants.settled, CoordinatorInvariants.started), commands: 0...24,
    scheduled: .mixed,
    requiring: [
      "is cancelled while pending": 0.1, "ends after its cancellation": 0.08, "the next one starts": 0.3,
      "is cancelled when the slot becomes free": 0.2,
    ],
    making: CoordinatorDriver.init, tearDown: { try await $0.close() })

  // Feature: argus-system-patterns, Property 16: Operation errors are reported consistently and do not stall the queue
  static let failuresAreTold = Requirement<ArgusSystem>(
    "ARG-16", "Operation errors are reported consistently and do not stall the queue",
    says: """
      A failed operation is reported three times: to its caller, to the health monitor, and in one log line that \
      names it, its type and its error. A cancellation is reported only to the caller. After either, the next operation \
      of the type starts.
      """,
    covers: "002 Request Coordination", "Error Handling", of: "CloudKitRequestCoordinator", needs: [.concurrency],
    mustCatch: [.logsNothing]
  ).holds(
    of: CoordinatorMachine.queueing.keeping(
      CoordinatorInvariants.settled, CoordinatorInvariants.reported, CoordinatorInvariants.logged, CoordinatorInvariants.running),
    commands: 0...24, scheduled: .mixed,
    requiring: ["the next one starts after a failure": 0.15, "throws a cancellation of its own": 0.2],
    making: CoordinatorDriver.init, tearDown: { try await $0.close() })
}
