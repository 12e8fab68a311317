import CountMeReference
import Foundation
import PropertyTesting
import StorageContract

/// A second offline queue, written apart from the reference, as an adopter's would be: its own list, its own table, its
/// own loop. With a defect it is what CM-13 and CM-14 must catch.
///
/// Changes take turns, though not in the order in which they came, and the store goes first.
actor SyncEngineTwin: SyncEngine {
  enum Defect: String, CaseIterable, Sendable {
    // The queue.
    case checksTheCapBeforeReplacing = "drops the oldest at the cap even when it only replaces"
    case dropsTheNewestAtTheCap = "drops the newest operation at the cap"
    case refusesAtTheCap = "refuses operations at the cap"
    case loadsWithoutTheCap = "loads a longer queue without trimming it"
    case holdsOneTooMany = "holds one operation more than the cap"
    case keepsDroppedOperationsStored = "keeps dropped operations in the store"
    case keepsDuplicates = "keeps two operations on one entity"
    case replacesInPlace = "puts a new operation in the place of the replaced one"
    case forgetsThatACreateIsPending = "turns a create that was never sent into an update"
    case ignoresTheEntityType = "replaces operations on another type with the same id"
    case holdsNothingAtACapOfZero = "holds nothing with a cap of 0"
    case looksOnlyAtTheLastOfTwo = "asks only the last of two pending operations whether it creates"
    case replacesTheOperationInFlight = "replaces the operation that is being sent"
    // The pass.
    case stopsAtTheFirstFailure = "stops at the first failure"
    case removesByEntity = "removes by entity, including operations queued meanwhile"
    case countsRetriesForEver = "counts retries for each entity for ever"
    case retriesRefusals = "retries refusals"
    case staysSyncingAfterAFailure = "stays syncing when the last operation failed"
    case queuesFailuresAgain = "queues failed operations again"
    case sendsInQueueOrder = "sends in queue order instead of by time"
    case logsNothing = "logs no failures"
    case processesTwiceAtOnce = "starts a second pass while one is running"
    case takesWhatIsQueuedMeanwhile = "sends operations queued during the pass"
    case removesOnlyInMemory = "removes sent operations only from memory"
    case retriesOneTimeLess = "retries twice instead of three times"
    case waitsTheSameEachTime = "waits equally long before each retry"
    case takesWrappedFailuresForRefusals = "never retries a failure that the sync boundary wrapped"
    case retriesInvalidData = "retries invalid data"
    case endsWhenTheServerCancels = "treats a cancellation by the server as its own"
    // The table.
    case skipsRowsThatDoNotRead = "skips a stored operation that it cannot read"
    case deletesRowsThatDoNotRead = "deletes a stored operation that it cannot read"
    case saysOnlyThatARowIsDamaged = "does not say which stored operation is unreadable"
    case takesAnyNumberForAKey = "reads a stored operation whose key has another form"
    case readsNoneOfTheLastNumbers = "does not read what it queued after the last number that it takes"
    case saysNothingOfARefusal = "says nothing if the store refuses an operation"
    case queuesWhatTheStoreRefuses = "queues in memory an operation that the store refuses"
    // Several tasks.
    case queuesOutOfTurn = "computes a change from the queue before another that is being stored"
    case removesOutOfTurn = "removes sent operations from an old copy of the queue"
    case storesOutOfTurn = "stores its queue as one record, in whatever order writes finish"
    case servesTheLastWhoWaits = "gives the turn to the last waiting caller"
    case doesNotLookAgain = "takes its turn without checking whether another caller came first"
    case suspendsBeforeItStarts = "suspends between its check and isSyncing = true"
    // Cancellation.
    case retriesCancellations = "retries cancelled uploads"
    case takesCancellationsForFailures = "treats a cancelled upload as failed"
    case goesOnAfterACancellation = "goes on with the next operation after a cancellation"
    case endsOnlyWithACancelledUpload = "goes on if an upload is answered after the cancellation"
    case staysSyncingAfterACancellation = "stays syncing after a cancellation"
    case keepsACancelledOperationInFlight = "treats a cancelled upload as in flight for ever"
  }

  static let twin = Twin<CountMeSystem, Defect>("SyncEngineTwin") { countMe, defect in
    countMe.openSyncEngine = { try await SyncEngineTwin.open($0, defect) }
  }

  /// How the queue is stored.
  enum Layout: Sendable {
    /// A record for each operation, written once.
    case records
    /// One record with all of them, overwritten at each change.
    case oneRecord
  }

  struct Item {
    var number: Int
    var operation: SyncOperation
  }

  private(set) var isSyncing = false
  private(set) var log: [SyncLogEntry] = []
  var syncQueue: [SyncOperation] { items.map(\.operation) }

  let setup: SyncSetup
  let defect: Defect?
  let layout: Layout
  var items: [Item] = []
  var lastNumber = 0
  private var inFlight: Int?
  private var isChanging = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  /// Only for ``Defect/countsRetriesForEver``.
  private var failuresOfEntity: [String: Int] = [:]

  private init(_ setup: SyncSetup, _ defect: Defect?, _ layout: Layout) {
    self.setup = setup
    self.defect = defect
    self.layout = layout
  }

  static func open(
    _ setup: SyncSetup, _ defect: Defect?, layout: Layout? = nil
  ) async throws -> SyncEngineTwin {
    let engine = SyncEngineTwin(setup, defect, layout ?? (defect == .storesOutOfTurn ? .oneRecord : .records))
    try await engine.load()
    return engine
  }

  func queueOperation(_ operation: SyncOperation) async throws {
    try await change(unless: .queuesOutOfTurn) { add(operation, to: &$0) }
  }

  func processQueue() async throws {
    if isSyncing && defect != .processesTwiceAtOnce { return }
    if defect == .suspendsBeforeItStarts { _ = try await setup.store.read { try $0.schemaVersion() } }
    isSyncing = true
    do {
      try await sendAll()
      isSyncing = defect == .staysSyncingAfterAFailure && lastSendFailed
    } catch {
      if defect != .keepsACancelledOperationInFlight { inFlight = nil }
      isSyncing = defect == .staysSyncingAfterACancellation
      throw error
    }
  }

  // Turns.

  /// Makes a change of the queue in its turn.
  private func change(unless exception: Defect, _ edit: (inout [Item]) -> Void) async throws {
    if defect == .storesOutOfTurn {
      let before = items
      edit(&items)
      return try await persist(items, from: before)
    }
    let takesTurn = defect != exception
    if takesTurn { await takeTurn() }
    defer { if takesTurn { passTurn() } }
    let before = items
    var after = items
    edit(&after)
    if defect == .queuesWhatTheStoreRefuses { items = after }
    do {
      try await persist(after, from: before)
    } catch where defect == .saysNothingOfARefusal {
      return
    }
    items = after
  }

  private func takeTurn() async {
    while isChanging {
      await withCheckedContinuation { waiting.append($0) }
      // Somebody else may have come in before this task went on.
      if defect == .doesNotLookAgain { break }
    }
    isChanging = true
  }

  private func passTurn() {
    isChanging = false
    if waiting.isEmpty { return }
    (defect == .servesTheLastWhoWaits ? waiting.removeLast() : waiting.removeFirst()).resume()
  }

  // The queue.

  private func add(_ operation: SyncOperation, to items: inout [Item]) {
    let cap = max(1, setup.maxQueueSize) + (defect == .holdsOneTooMany ? 1 : 0)
    if defect == .checksTheCapBeforeReplacing { trim(&items, to: cap - 1) }
    if defect == .refusesAtTheCap && items.count >= cap { return }
    var operation = operation
    var place: Int?
    if defect != .keepsDuplicates {
      let replaced = items.filter { isReplaced($0, by: operation) }
      let asked = defect == .looksOnlyAtTheLastOfTwo ? replaced.suffix(1) : replaced[...]
      for item in asked.reversed() where operation.kind == .update && item.operation.kind != .update {
        if item.operation.kind == .create && defect != .forgetsThatACreateIsPending {
          operation = operation.changed(to: .create)
        }
        break
      }
      place = items.firstIndex { item in replaced.contains { $0.number == item.number } }
      items.removeAll { item in replaced.contains { $0.number == item.number } }
    }
    if defect == .dropsTheNewestAtTheCap {
      if items.count >= cap { items.removeLast() }
    } else {
      trim(&items, to: cap - 1)
    }
    lastNumber += 1
    let item = Item(number: lastNumber, operation: operation)
    if defect == .replacesInPlace, let place {
      items.insert(item, at: min(place, items.count))
    } else {
      items.append(item)
    }
  }

  private func isReplaced(_ item: Item, by operation: SyncOperation) -> Bool {
    if item.number == inFlight && defect != .replacesTheOperationInFlight { return false }
    if defect == .ignoresTheEntityType { return item.operation.entityId == operation.entityId }
    return item.operation.concernsSameEntity(as: operation)
  }

  func trim(_ items: inout [Item], to count: Int) {
    items.removeFirst(max(0, items.count - max(0, count)))
  }

  private func sorted(_ items: [Item]) -> [Item] {
    items.sorted { ($0.operation.timestamp, $0.number) < ($1.operation.timestamp, $1.number) }
  }

  // The pass.

  /// Only for ``Defect/staysSyncingAfterAFailure``.
  private var lastSendFailed = false

  private func sendAll() async throws {
    var pass = defect == .sendsInQueueOrder ? items : sorted(items)
    while !pass.isEmpty {
      if defect != .goesOnAfterACancellation, defect != .endsOnlyWithACancelledUpload { try Task.checkCancellation() }
      let item = pass.removeFirst()
      inFlight = item.number
      let failure: SyncError?
      do {
        failure = try await send(item.operation)
      } catch where defect == .goesOnAfterACancellation {
        continue
      }
      lastSendFailed = failure != nil
      let latestBefore = lastNumber
      if defect == .removesOnlyInMemory {
        items.removeAll { $0.number == item.number }
      } else {
        try await change(unless: .removesOutOfTurn) { items in
          items.removeAll {
            $0.number == item.number
              || defect == .removesByEntity && $0.operation.concernsSameEntity(as: item.operation)
          }
          if failure != nil && defect == .queuesFailuresAgain { add(item.operation, to: &items) }
        }
      }
      inFlight = nil
      if let failure {
        if defect != .logsNothing { log.append(SyncLogEntry(operation: item.operation, error: failure)) }
        if defect == .stopsAtTheFirstFailure { return }
      }
      if defect == .takesWhatIsQueuedMeanwhile && pass.isEmpty {
        pass = sorted(items.filter { $0.number <= latestBefore })
      }
    }
  }

  /// A table of its own: what says so, and what says nothing.
  private func mayPass(_ error: any Error) -> Bool {
    switch error {
    case SyncError.firestoreError(let inner): defect != .takesWrappedFailuresForRefusals && mayPass(inner)
    case SyncError.invalidData: defect == .retriesInvalidData
    case SyncError.maxRetriesExceeded, is CancellationError: false
    default: (error as? any RetryableError)?.isRetryable ?? true
    }
  }

  private func send(_ operation: SyncOperation) async throws -> SyncError? {
    let entity = "\(operation.entityId) \(operation.entityType)"
    let retries = defect == .retriesOneTimeLess ? 2 : 3
    var failures = defect == .countsRetriesForEver ? failuresOfEntity[entity] ?? 0 : 0
    while true {
      do {
        if operation.kind == .delete {
          try await setup.transport.delete(
            entityId: operation.entityId, entityType: operation.entityType)
        } else {
          try await setup.transport.upload(
            entityId: operation.entityId, entityType: operation.entityType)
        }
        return nil
      } catch {
        let isCancelled = error is CancellationError && (Task.isCancelled || defect == .endsWhenTheServerCancels)
        if isCancelled && defect != .retriesCancellations && defect != .takesCancellationsForFailures {
          throw error
        }
        let mayPass = isCancelled ? defect == .retriesCancellations : mayPass(error)
        guard mayPass || defect == .retriesRefusals else {
          return error as? SyncError ?? .firestoreError(error)
        }
        failures += 1
        failuresOfEntity[entity] = failures
        guard failures <= retries else { return .maxRetriesExceeded }
        let seconds = defect == .waitsTheSameEachTime ? 1 : 1 << (failures - 1)
        do {
          try await setup.clock.sleep(for: .seconds(seconds))
        } catch {
          if defect != .retriesCancellations { throw error }
        }
      }
    }
  }
}
