import CountMeGenerators
import CountMeReference
import DeterministicScheduling
import PropertyTesting

/// A pass over the offline queue: every operation gets its turn, whatever became of those before it, and
/// whatever else happens at the time.
public enum SyncProcessingProperties: PropertyGroup {
  public static let all: [Property<CountMeSystem>] = [processingContinues]

  // Feature: robustness-hardening, Property 14: Queue processing continues despite individual failures
  static let processingContinues = Requirement<CountMeSystem>(
    "CM-14", "Queue processing continues despite individual failures",
    says: """
      A pass sends every queued operation in order of time, whatever failed before, and retries \
      temporary failures after 1, 2 and 4 seconds but refusals never. Sent and failed operations leave \
      the queue, the log gets each failure, and newcomers wait. Passes never overlap, and a cancelled \
      pass loses nothing.
      """,
    covers: "8.4", "8.1", "8.2", "8.3",
    of: "FirebaseSyncEngine.processQueue, RetryManager", needs: [.storage, .concurrency, .virtualTime],
    mustCatch: [
      .stopsAtTheFirstFailure, .removesByEntity, .countsRetriesForEver, .retriesRefusals,
      .staysSyncingAfterAFailure, .queuesFailuresAgain, .sendsInQueueOrder, .logsNothing,
      .processesTwiceAtOnce, .takesWhatIsQueuedMeanwhile, .removesOnlyInMemory, .retriesOneTimeLess,
      .waitsTheSameEachTime, .replacesTheOperationInFlight, .removesOutOfTurn, .suspendsBeforeItStarts,
      .retriesCancellations, .takesCancellationsForFailures, .goesOnAfterACancellation,
      .staysSyncingAfterACancellation, .keepsACancelledOperationInFlight,
    ]
  ).holds(
    forAll: .syncScenario, scheduled: .mixed,
    requiring: [
      "succeeds after retries": 0.2, "runs out of retries": 0.2, "is refused": 0.2,
      "goes on past a failure": 0.2, "is queued again while it is sent": 0.06,
      "asks for a second pass": 0.01,
      "a pass is turned away": 0.08, "two passes run one after the other": 0.03,
      "queued before the pass takes its queue": 0.01, "queued while the pass runs": 0.06,
      "a pass is cancelled with operations left": 0.06, "an upload is cancelled": 0.03,
    ]
  ) { scenario, system, trial in
    var session = try await ProcessingSession(system)
    for pass in scenario.passes {
      for operation in pass.queued { try await session.queue(operation) }
      if pass.startsWithRelaunch { try await session.relaunch() }
      switch pass.course {
      case .alone: try await session.process(pass, trial)
      case .inCompany(let company): try await session.process(pass, in: company, trial)
      }
    }
    try await session.relaunch()
    try await session.process(.ofTheRest, trial)
    try await session.end()
  }
}
