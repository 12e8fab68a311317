import CountMeGenerators
import CountMeReference
import DeterministicScheduling
import PropertyTesting
import StorageContract
import StorageFaults

/// The offline queue: never longer than its cap, nothing lost below it, and every operation gets its turn, whoever else
/// queues or asks for a pass at the time.
public enum SyncProperties: PropertyGroup {
  public static let all: [Property<CountMeSystem>] = [queueSizeInvariant, processingContinues]

  // Feature: robustness-hardening, Property 13: Queue size invariant
  static let queueSizeInvariant = Requirement<CountMeSystem>(
    "CM-13", "Queue size invariant",
    says: """
      The sync queue holds at most 1,000 operations, in memory and in the store. At the cap, a new operation \
      displaces the oldest. Each replaces a pending one on its entity and joins the tail; an update of a create \
      becomes a create. Callers take turns as they arrive. Nothing else is lost, with concurrent callers, in \
      a pass or on relaunch. An unreadable row is reported and kept. A failed write throws.
      """,
    covers: "7.1", "7.2", "7.3", of: "FirebaseSyncEngine queue", needs: [.storage, .virtualTime],
    mustCatch: SyncEngineTwin.twin.faults(
      .dropsTheNewestAtTheCap, .loadsWithoutTheCap, .keepsDroppedOperationsStored),
    [.keepsOneRecordReadStale, .losesUnflushedWrites]
  ).holds(
    of: SyncQueueMachine.machine, scheduled: .ofLongHistories,
    requiring: [
      "drops at the cap": 0.4, "replaces a pending operation": 0.25, "replaces at the cap": 0.2,
      "loads more than its cap": 0.15, "queues during a pass": 0.1, "queues several at once": 0.3,
      "queues at once on one entity": 0.1, "queues at once at the cap": 0.25, "queues at once below the cap": 0.15,
      "comes out in another order": 0.2, "a stored row does not read": 0.1,
      "the store refuses an operation": 0.1,
    ],
    making: SyncQueueMachine.launch, tearDown: { try await $0.end() })

  // Feature: robustness-hardening, Property 14: Queue processing continues despite individual failures
  static let processingContinues = Requirement<CountMeSystem>(
    "CM-14", "Queue processing continues despite individual failures",
    says: """
      A sync pass sends every queued operation in order of time, even after failures. It retries a temporary failure \
      after 1, 2 and 4 seconds, never a refusal. Sent and failed operations leave the queue, and the log gets each \
      failure, but none that the store does not let go. What is queued meanwhile waits for the next pass. Passes never \
      overlap. A cancelled pass throws, and keeps what is left.
      """,
    covers: "8.4", "8.1", "8.2", "8.3", of: "FirebaseSyncEngine.processQueue, RetryManager",
    needs: [.storage, .virtualTime],
    mustCatch: SyncEngineTwin.twin.faults(.stopsAtTheFirstFailure)
  ).holds(
    of: SyncPassMachine.machine, scheduled: .mixed,
    requiring: [
      "succeeds after retries": 0.2, "runs out of retries": 0.2, "is refused": 0.2, "goes on past a failure": 0.2,
      "is queued again while it is sent": 0.06, "asks for a second pass": 0.01, "a pass is turned away": 0.08,
      "two passes run one after the other": 0.03, "queued before the pass takes its queue": 0.01,
      "queued while the pass runs": 0.06, "a pass is cancelled with operations left": 0.06,
      "an upload is cancelled": 0.03, "an update waits behind a cancelled create": 0.02,
      "an answer comes after the cancellation, with operations left": 0.02,
      "the store keeps an operation that failed": 0.02,
    ],
    making: { try await SyncApp($0) }, tearDown: { try await $0.end() })
}

extension Schedules {
  /// A full queue takes thousands of steps to fill and to send.
  fileprivate static let ofLongHistories = Schedules(.mixed, stepLimit: 10_000_000)
}

extension Fault<CountMeSystem> {
  /// The reference never writes a row twice, so stale reads cannot harm it; they harm an engine that
  /// stores its queue as a whole, as the source's own does.
  static let keepsOneRecordReadStale = Fault(
    "keepsOneRecordReadStale", "stores its queue as one record of a backend that serves stale reads (BF-3)"
  ) { countMe in
    let place = AnyStoreLocation(open: countMe.openStore).with(.servesStaleReads)
    countMe.openStore = { try await place.open() }
    countMe.openSyncEngine = { try await SyncEngineTwin.open($0, nil, isOneRecord: true) }
  }

  /// The defect remembers what it does from one launch to the next, within one case.
  static let losesUnflushedWrites = Fault(
    "losesUnflushedWrites", "stores over a backend that loses acknowledged writes (BF-9)"
  ) { countMe in
    let place = AnyStoreLocation(open: countMe.openStore).with(.losesUnflushedWrites)
    countMe.openStore = { try await place.open() }
  }
}
