import CountMeReference
import PropertyTesting
import StorageContract
import StorageFaults

// Faults of the offline queue: another engine with one defect, or the good one over a store with one.

extension Fault<CountMeSystem> {
  // CM-13.

  static let checksTheCapBeforeReplacing = engine(
    "checksTheCapBeforeReplacing", "drops the oldest at the cap even when it only replaces",
    .checksTheCapBeforeReplacing)
  static let dropsTheNewestAtTheCap = engine(
    "dropsTheNewestAtTheCap", "drops the newest operation at the cap", .dropsTheNewestAtTheCap)
  static let refusesAtTheCap = engine("refusesAtTheCap", "refuses operations at the cap", .refusesAtTheCap)
  static let loadsWithoutTheCap = engine(
    "loadsWithoutTheCap", "loads a longer queue without trimming it", .loadsWithoutTheCap)
  static let holdsOneTooMany = engine("holdsOneTooMany", "holds one operation more than the cap", .holdsOneTooMany)
  static let keepsDroppedOperationsStored = engine(
    "keepsDroppedOperationsStored", "keeps dropped operations in the store", .keepsDroppedOperationsStored)
  static let keepsDuplicates = engine("keepsDuplicates", "keeps two operations on one entity", .keepsDuplicates)
  static let replacesInPlace = engine(
    "replacesInPlace", "puts the newcomer in the place of the one it replaces", .replacesInPlace)
  static let forgetsThatACreateIsPending = engine(
    "forgetsThatACreateIsPending", "turns a create that was never sent into an update", .forgetsThatACreateIsPending)
  static let ignoresTheEntityType = engine(
    "ignoresTheEntityType", "replaces operations on another type with the same id", .ignoresTheEntityType)
  /// The reference never writes a row twice, so stale reads cannot harm it; they harm an engine that
  /// stores its queue as a whole, as the source's own does.
  static let keepsOneRecordReadStale = Fault(
    "keepsOneRecordReadStale", "stores its queue as one record of a backend that serves stale reads (BF-3)"
  ) { system in
    let place = AnyStoreLocation(open: system.openStore).with(.servesStaleReads)
    system.openStore = { try await place.open() }
    system.openSyncEngine = { try await DefectiveSyncEngine.open($0, nil, layout: .oneRecord) }
  }

  static let losesUnflushedWrites = store(
    "losesUnflushedWrites", "stores over a backend that loses acknowledged writes (BF-9)", .losesUnflushedWrites)

  static let queuesOutOfTurn = engine(
    "queuesOutOfTurn", "computes a change from the queue before another that is being stored", .queuesOutOfTurn)
  static let storesOutOfTurn = engine(
    "storesOutOfTurn", "stores its queue as one record, whichever change comes first", .storesOutOfTurn, .oneRecord)
  static let doesNotLookAgain = engine(
    "doesNotLookAgain", "takes its turn without looking whether somebody came in between", .doesNotLookAgain)

  // CM-14.

  static let stopsAtTheFirstFailure = engine(
    "stopsAtTheFirstFailure", "stops at the first failure", .stopsAtTheFirstFailure)
  static let removesByEntity = engine(
    "removesByEntity", "removes by entity, and with it what was queued meanwhile", .removesByEntity)
  static let countsRetriesForEver = engine(
    "countsRetriesForEver", "counts retries for each entity for ever", .countsRetriesForEver)
  static let retriesRefusals = engine("retriesRefusals", "retries what no retry can cure", .retriesRefusals)
  static let staysSyncingAfterAFailure = engine(
    "staysSyncingAfterAFailure", "stays syncing when the last operation failed", .staysSyncingAfterAFailure)
  static let queuesFailuresAgain = engine(
    "queuesFailuresAgain", "queues failed operations again", .queuesFailuresAgain)
  static let sendsInQueueOrder = engine(
    "sendsInQueueOrder", "sends in queue order instead of by time", .sendsInQueueOrder)
  static let logsNothing = engine("logsNothing", "logs no failures", .logsNothing)
  static let processesTwiceAtOnce = engine(
    "processesTwiceAtOnce", "starts a second pass while one is running", .processesTwiceAtOnce)
  static let takesWhatIsQueuedMeanwhile = engine(
    "takesWhatIsQueuedMeanwhile", "goes on with what was queued during the pass", .takesWhatIsQueuedMeanwhile)
  static let removesOnlyInMemory = engine(
    "removesOnlyInMemory", "removes sent operations from memory alone", .removesOnlyInMemory)
  static let retriesOneTimeLess = engine(
    "retriesOneTimeLess", "retries twice instead of three times", .retriesOneTimeLess)
  static let replacesTheOperationInFlight = engine(
    "replacesTheOperationInFlight", "replaces the operation that is being sent", .replacesTheOperationInFlight)
  static let waitsTheSameEachTime = engine(
    "waitsTheSameEachTime", "waits as long before each retry", .waitsTheSameEachTime)

  static let removesOutOfTurn = engine(
    "removesOutOfTurn", "removes what it sent from the queue as it was before others queued", .removesOutOfTurn)
  static let suspendsBeforeItStarts = engine(
    "suspendsBeforeItStarts", "suspends between its check and isSyncing = true", .suspendsBeforeItStarts)
  static let retriesCancellations = engine("retriesCancellations", "retries cancelled uploads", .retriesCancellations)
  static let takesCancellationsForFailures = engine(
    "takesCancellationsForFailures", "takes a cancelled upload for a failed one", .takesCancellationsForFailures)
  static let goesOnAfterACancellation = engine(
    "goesOnAfterACancellation", "goes on with the next operation after a cancellation", .goesOnAfterACancellation)
  static let staysSyncingAfterACancellation = engine(
    "staysSyncingAfterACancellation", "stays syncing after a cancellation", .staysSyncingAfterACancellation)
  static let keepsACancelledOperationInFlight = engine(
    "keepsACancelledOperationInFlight", "takes a cancelled upload for one on its way for ever",
    .keepsACancelledOperationInFlight)

  private static func engine(
    _ id: String, _ fact: String, _ defect: DefectiveSyncEngine.Defect,
    _ layout: DefectiveSyncEngine.Layout = .records
  ) -> Fault {
    Fault(id, fact) { system in
      system.openSyncEngine = { try await DefectiveSyncEngine.open($0, defect, layout: layout) }
    }
  }

  /// The defect remembers what it does from one launch to the next, within one case.
  private static func store(_ id: String, _ fact: String, _ defect: BackendDefect) -> Fault {
    Fault(id, fact) { system in
      let place = AnyStoreLocation(open: system.openStore).with(defect)
      system.openStore = { try await place.open() }
    }
  }
}
