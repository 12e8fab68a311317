import Foundation
import StorageContract

/// The offline queue: a store keeps it, and a transport sends it.
///
/// An actor is re-entrant: while one call waits for the store, others run. Two rules keep the stored queue equal to the
/// queue in memory.
/// 1. **Changes take turns**, in the order in which they arrive. Otherwise two changes could each start from a queue
///    without the other, and could reach the store in either order.
/// 2. **The store comes first.** The engine computes a change on a copy and writes it in one transaction. Only then
///    does the copy become the queue. A write that fails leaves nothing to undo, and nobody ever sees an operation that
///    is not stored.
///
/// Only changes take turns, not uploads: queueing never waits for the network.
///
/// The engine sends each operation at least once. If the device dies or the store fails between an upload and its
/// removal, the next pass sends the operation again.
public actor FirebaseSyncEngine: SyncEngine {
  /// Whether a pass is running.
  public private(set) var isSyncing = false
  /// The operations that failed for good since the engine was opened, in the order of their failures.
  public private(set) var log: [SyncLogEntry] = []
  /// The operations that the store holds, in the order of their arrival.
  public var syncQueue: [SyncOperation] { queue.operations.map(\.operation) }

  private let store: any Store
  private let transport: any SyncTransport
  private let retryManager: RetryManager

  private var queue: SyncQueue
  /// The sequence of the operation that the engine is sending, until its removal is stored.
  private var inFlight: Int64?
  private var isChanging = false
  /// The calls that wait for their turn to change the queue, in the order of their arrival.
  private var waiting: [CheckedContinuation<Void, Never>] = []

  private init(
    store: any Store, transport: any SyncTransport, clock: any Clock<Duration>, queue: SyncQueue
  ) {
    self.store = store
    self.transport = transport
    self.retryManager = RetryManager(clock: clock)
    self.queue = queue
  }

  /// Opens an engine with the queue in the store. If the queue has more than `maxQueueSize` operations, the engine
  /// drops the first ones, in the store too. The store must have no other engine.
  /// - Parameter maxQueueSize: how many operations the queue holds at most; below 1 counts as 1.
  /// - Throws: ``SyncError/invalidData(reason:)`` for a stored row that cannot be read, and `StoreError`. The store is
  ///   then unchanged.
  public static func open(
    store: any Store, transport: any SyncTransport, clock: any Clock<Duration>,
    maxQueueSize: Int = ValidationConstants.maxQueueSize
  ) async throws -> FirebaseSyncEngine {
    let stored = try await SyncQueueTable.load(from: store)
    let queue = SyncQueue(loading: stored, maxSize: maxQueueSize)
    let dropped = stored.dropLast(queue.operations.count).map(\.sequence)
    try await SyncQueueTable.apply(SyncQueue.Change(removed: dropped), to: store)
    return FirebaseSyncEngine(store: store, transport: transport, clock: clock, queue: queue)
  }

  /// Stores the operation at the tail of the queue.
  /// - Throws: `StoreError` if the queue cannot be stored; ``SyncError/invalidData(reason:)`` if a stored operation has so
  ///   great a number that none is left. The queue is then unchanged, in memory and in the store.
  public func queueOperation(_ operation: SyncOperation) async throws {
    try await change { $0.enqueue(operation, inFlight: inFlight) }
  }

  /// Runs one pass over the present queue (requirements 8.1 to 8.4). Operations that are queued meanwhile wait for the
  /// next pass. Operations that are replaced or dropped meanwhile are still sent in this one.
  /// - Throws: `StoreError` if a removal cannot be stored, and `CancellationError` if the task is cancelled. The pass
  ///   ends there. The present operation and those after it stay queued.
  public func processQueue() async throws {
    guard !isSyncing else { return }
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
    }
  }

  /// Sends an operation. Returns nil if the server has it, otherwise the error because of which the server never will.
  /// - Throws: `CancellationError` if this task is cancelled. One that the transport itself throws is a failure like
  ///   any other.
  private func send(_ operation: SyncOperation) async throws(CancellationError) -> SyncError? {
    let (id, type) = (operation.entityId, operation.entityType)
    do {
      try await retryManager.executeWithRetry(operationId: "queue_\(id)_\(type.rawValue)") {
        [transport] in
        switch operation {
        case .create, .update: try await transport.upload(entityId: id, entityType: type)
        case .delete: try await transport.delete(entityId: id, entityType: type)
        }
      }
      return nil
    } catch let error as CancellationError where Task.isCancelled {
      throw error
    } catch {
      return error as? SyncError ?? .firestoreError(error)
    }
  }

  private func change(_ edit: (inout SyncQueue) -> SyncQueue.Change) async throws {
    await takeTurn()
    defer { passTurn() }
    var next = queue
    let change = edit(&next)
    try await SyncQueueTable.apply(change, to: store)
    queue = next
  }

  private func takeTurn() async {
    guard isChanging else {
      isChanging = true
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Passes the turn directly to the first waiting call, so that no later call gets in between.
  private func passTurn() {
    if waiting.isEmpty {
      isChanging = false
    } else {
      waiting.removeFirst().resume()
    }
  }
}
