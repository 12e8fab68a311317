import CountMeReference
import Foundation
import PropertyTesting
import StorageContract

/// A second engine, as an adopter's would be: the reference's pure queue and retries, its own turns and table.
///
/// It stays because CM-13 and CM-14 demand much of several tasks, of the store and of damaged rows. That they hold for
/// another table, other words and turns that nobody hands over shows that they do not demand the reference's own way.
actor SyncEngineTwin: SyncEngine {
  enum Defect: String, CaseIterable, Sendable {
    case dropsTheNewestAtTheCap = "drops the newest operation at the cap"
    case loadsWithoutTheCap = "loads a longer queue without trimming it"
    case keepsDroppedOperationsStored = "keeps dropped operations in the store"
    case stopsAtTheFirstFailure = "stops at the first failure"
  }

  static let twin = Twin<CountMeSystem, Defect>("SyncEngineTwin") { countMe, defect in
    countMe.openSyncEngine = { try await SyncEngineTwin.open($0, defect) }
  }

  private(set) var isSyncing = false
  private(set) var log: [SyncLogEntry] = []
  var syncQueue: [SyncOperation] { queue.operations.map(\.operation) }

  let setup: SyncSetup
  let defect: Defect?
  /// Whether it stores its queue as one record, as the source's own engine does, and not as one for each operation.
  let isOneRecord: Bool
  private var queue = SyncQueue()
  private var inFlight: Int64?
  private var isChanging = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  private init(_ setup: SyncSetup, _ defect: Defect?, _ isOneRecord: Bool) {
    self.setup = setup
    self.defect = defect
    self.isOneRecord = isOneRecord
  }

  static func open(_ setup: SyncSetup, _ defect: Defect?, isOneRecord: Bool = false) async throws -> SyncEngineTwin {
    let engine = SyncEngineTwin(setup, defect, isOneRecord)
    try await engine.load()
    return engine
  }

  private func load() async throws {
    let stored = try await storedOperations()
    let cap = defect == .loadsWithoutTheCap ? max(stored.count, setup.maxQueueSize) : setup.maxQueueSize
    queue = SyncQueue(loading: stored, maxSize: cap)
    let dropped = stored.dropLast(queue.operations.count).map(\.sequence)
    try await store(SyncQueue.Change(removed: dropped), queue.operations)
  }

  func queueOperation(_ operation: SyncOperation) async throws {
    try await change { queue in
      let isReplacing = queue.operations.contains { $0.operation.concernsSameEntity(as: operation) }
      var dropped: [Int64] = []
      if defect == .dropsTheNewestAtTheCap, !isReplacing, queue.operations.count == queue.maxSize {
        dropped = queue.operations.suffix(1).flatMap { queue.remove(sequence: $0.sequence).removed }
      }
      var change = queue.enqueue(operation, inFlight: inFlight)
      change.removed += dropped
      return change
    }
  }

  func processQueue() async throws {
    if isSyncing { return }
    isSyncing = true
    defer {
      isSyncing = false
      inFlight = nil
    }
    for queued in queue.snapshot() {
      try Task.checkCancellation()
      inFlight = queued.sequence
      let failure = try await send(queued.operation)
      try await change { $0.remove(sequence: queued.sequence) }
      if let failure { log.append(SyncLogEntry(operation: queued.operation, error: failure)) }
      if failure != nil && defect == .stopsAtTheFirstFailure { return }
    }
  }

  private func change(_ edit: (inout SyncQueue) -> SyncQueue.Change) async throws {
    while isChanging { await withCheckedContinuation { waiting.append($0) } }
    isChanging = true
    defer {
      isChanging = false
      if !waiting.isEmpty { waiting.removeFirst().resume() }
    }
    var next = queue
    let change = edit(&next)
    try await store(change, next.operations)
    queue = next
  }

  private func send(_ operation: SyncOperation) async throws -> SyncError? {
    let (id, type, transport) = (operation.entityId, operation.entityType, setup.transport)
    do {
      try await RetryManager(clock: setup.clock).executeWithRetry(operationId: "\(id)") {
        if operation.kind == .delete {
          try await transport.delete(entityId: id, entityType: type)
        } else {
          try await transport.upload(entityId: id, entityType: type)
        }
      }
      return nil
    } catch is CancellationError where Task.isCancelled {
      throw CancellationError()
    } catch {
      return error as? SyncError ?? .firestoreError(error)
    }
  }
}
