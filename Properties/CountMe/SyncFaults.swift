import CountMeReference
import PropertyTesting
import StorageContract
import StorageFaults

// Faults of the offline queue: another engine with one defect, or the good one over a store with one.

extension Fault<CountMeSystem> {
  // CM-13.

  static let checksTheCapBeforeReplacing = engine(
    "drops the oldest at the cap even when it only replaces", .checksTheCapBeforeReplacing)
  static let dropsTheNewestAtTheCap = engine(
    "drops the newest operation at the cap", .dropsTheNewestAtTheCap)
  static let refusesAtTheCap = engine("refuses operations at the cap", .refusesAtTheCap)
  static let loadsWithoutTheCap = engine(
    "loads a longer queue without trimming it", .loadsWithoutTheCap)
  static let holdsOneTooMany = engine("holds one operation more than the cap", .holdsOneTooMany)
  static let keepsDroppedOperationsStored = engine(
    "keeps dropped operations in the store", .keepsDroppedOperationsStored)
  static let keepsDuplicates = engine("keeps two operations on one entity", .keepsDuplicates)
  static let replacesInPlace = engine(
    "puts the newcomer in the place of the one it replaces", .replacesInPlace)
  static let forgetsThatACreateIsPending = engine(
    "turns a create that was never sent into an update", .forgetsThatACreateIsPending)
  static let ignoresTheEntityType = engine(
    "replaces operations on another type with the same id", .ignoresTheEntityType)
  /// The reference never writes a row twice, so stale reads cannot harm it; they harm an engine that
  /// stores its queue as a whole, as the source's own does.
  static let keepsOneRecordReadStale = Fault(
    "stores its queue as one record of a backend that serves stale reads (BF-3)"
  ) { system in
    let place = AnyStoreLocation(open: system.openStore).with(.servesStaleReads)
    system.openStore = { try await place.open() }
    system.openSyncEngine = { try await DefectiveSyncEngine.open($0, nil, layout: .oneRecord) }
  }

  static let losesUnflushedWrites = store(
    "stores over a backend that loses acknowledged writes (BF-9)", .losesUnflushedWrites)

  static let queuesOutOfTurn = engine(
    "computes a change from the queue before another that is being stored", .queuesOutOfTurn)
  static let storesOutOfTurn = engine(
    "stores its queue as one record, whichever change comes first", .storesOutOfTurn, .oneRecord)
  static let doesNotLookAgain = engine(
    "takes its turn without looking whether somebody came in between", .doesNotLookAgain)

  // CM-14.

  static let stopsAtTheFirstFailure = engine("stops at the first failure", .stopsAtTheFirstFailure)
  static let removesByEntity = engine(
    "removes by entity, and with it what was queued meanwhile", .removesByEntity)
  static let countsRetriesForEver = engine(
    "counts retries for each entity for ever", .countsRetriesForEver)
  static let retriesRefusals = engine("retries what no retry can cure", .retriesRefusals)
  static let staysSyncingAfterAFailure = engine(
    "stays syncing when the last operation failed", .staysSyncingAfterAFailure)
  static let queuesFailuresAgain = engine("queues failed operations again", .queuesFailuresAgain)
  static let sendsInQueueOrder = engine(
    "sends in queue order instead of by time", .sendsInQueueOrder)
  static let logsNothing = engine("logs no failures", .logsNothing)
  static let processesTwiceAtOnce = engine(
    "starts a second pass while one is running", .processesTwiceAtOnce)
  static let takesWhatIsQueuedMeanwhile = engine(
    "goes on with what was queued during the pass", .takesWhatIsQueuedMeanwhile)
  static let removesOnlyInMemory = engine(
    "removes sent operations from memory alone", .removesOnlyInMemory)
  static let retriesOneTimeLess = engine(
    "retries twice instead of three times", .retriesOneTimeLess)
  static let replacesTheOperationInFlight = engine(
    "replaces the operation that is being sent", .replacesTheOperationInFlight)
  static let waitsTheSameEachTime = engine("waits as long before each retry", .waitsTheSameEachTime)

  static let removesOutOfTurn = engine(
    "removes what it sent from the queue as it was before others queued", .removesOutOfTurn)
  static let suspendsBeforeItStarts = engine(
    "suspends between its check and isSyncing = true", .suspendsBeforeItStarts)
  static let retriesCancellations = engine("retries cancelled uploads", .retriesCancellations)
  static let takesCancellationsForFailures = engine(
    "takes a cancelled upload for a failed one", .takesCancellationsForFailures)
  static let goesOnAfterACancellation = engine(
    "goes on with the next operation after a cancellation", .goesOnAfterACancellation)
  static let staysSyncingAfterACancellation = engine(
    "stays syncing after a cancellation", .staysSyncingAfterACancellation)
  static let keepsACancelledOperationInFlight = engine(
    "takes a cancelled upload for one on its way for ever", .keepsACancelledOperationInFlight)

  private static func engine(
    _ name: String, _ defect: DefectiveSyncEngine.Defect,
    _ layout: DefectiveSyncEngine.Layout = .records
  ) -> Fault {
    Fault(name) { system in
      system.openSyncEngine = { try await DefectiveSyncEngine.open($0, defect, layout: layout) }
    }
  }

  /// The defect remembers what it does from one launch to the next, within one case.
  private static func store(_ name: String, _ defect: BackendDefect) -> Fault {
    Fault(name) { system in
      let place = AnyStoreLocation(open: system.openStore).with(defect)
      system.openStore = { try await place.open() }
    }
  }
}
