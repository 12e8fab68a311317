import CountMeGenerators
import CountMeReference
import DeterministicScheduling
import PropertyTesting

/// The offline queue: never longer than its cap, and nothing lost below it; whoever queues, and however many
/// do at once.
public enum SyncQueueProperties: PropertyGroup {
  public static let all: [Property<CountMeSystem>] = [queueSizeInvariant]

  // Feature: robustness-hardening, Property 13: Queue size invariant
  static let queueSizeInvariant = Requirement<CountMeSystem>(
    "CM-13", "Queue size invariant",
    says: """
      The sync queue never holds more than 1,000 operations, in memory or stored; at the cap a new \
      operation displaces the oldest. A new operation replaces a pending one on the same entity and \
      joins the tail. Nothing else gets lost, with concurrent callers, during a pass or over a relaunch.
      """,
    covers: "7.1", "7.2", "7.3", of: "FirebaseSyncEngine queue", needs: [.storage, .concurrency, .virtualTime],
    mustCatch: [
      .checksTheCapBeforeReplacing, .dropsTheNewestAtTheCap, .refusesAtTheCap, .loadsWithoutTheCap,
      .holdsOneTooMany, .keepsDroppedOperationsStored, .keepsDuplicates, .replacesInPlace,
      .forgetsThatACreateIsPending, .ignoresTheEntityType, .keepsOneRecordReadStale, .losesUnflushedWrites,
      .queuesOutOfTurn, .storesOutOfTurn, .doesNotLookAgain,
    ]
  ).holds(
    forAll: .syncHistory, scheduled: .ofLongHistories,
    requiring: [
      "drops at the cap": 0.3, "replaces a pending operation": 0.15, "replaces at the cap": 0.05,
      "loads more than its cap": 0.05, "queues during a pass": 0.03,
      "queues several at once": 0.3, "queues at once on one entity": 0.05,
      "queues at once at the cap": 0.2, "queues at once below the cap": 0.1,
      "comes out in another order": 0.1,
    ]
  ) { history, system, trial in
    var session = try await SyncSession(system, cap: history.cap)
    for number in 0..<history.prefilled { try await session.queueNewEntity(number) }
    var newEntities = history.prefilled

    for step in history.steps {
      trial.note(describe(step))
      switch step {
      case .queue(let operation):
        try await session.queue(operation)
      case .queueNewEntities(let count):
        for number in newEntities..<(newEntities + count) { try await session.queueNewEntity(number) }
        newEntities += count
      case .process(let queued):
        try await session.process(queuedDuringAttempts: queued)
        trial.label("queues during a pass", if: session.queuedDuringPass)
      case .queueAtOnce(let operations, let thenRelaunch):
        for label in try await session.queueAtOnce(operations) { trial.label(label) }
        if thenRelaunch { try await session.relaunch(cap: session.model.cap) }
      case .relaunch(let capChange):
        let dropped = session.model.droppedCount
        try await session.relaunch(cap: max(1, session.model.cap + capChange))
        trial.label("loads more than its cap", if: session.model.droppedCount > dropped)
      }
      try await session.expectQueueMatchesModel()
    }
    trial.label("drops at the cap", if: session.model.droppedCount > 0)
    trial.label("replaces a pending operation", if: session.model.replacedCount > 0)
    trial.label("replaces at the cap", if: session.model.replacedAtCapCount > 0)
    trial.label("true cap", if: history.cap == SpecifiedLimits.queuedOperations)

    // What is stored is what was in memory, no more and no less: seen with a cap that trims nothing.
    try await session.relaunch(cap: session.model.cap + 100)
    try await session.expectQueueMatchesModel()
    try await session.end()
  }
}

extension Schedules {
  /// A full queue takes thousands of steps to fill and to send.
  static let ofLongHistories = Schedules(.mixed, stepLimit: 10_000_000)
}
