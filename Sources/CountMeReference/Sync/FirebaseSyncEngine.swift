import Foundation
import StorageContract

/// The offline queue: kept in a store, sent through a transport.
///
/// An actor is re-entrant: while one call waits for the store, others run. Two rules keep the stored
/// queue and the one in memory the same all the same.
/// 1. **Changes take turns**, in the order they arrive. Two of them under way at once would each be
///    computed from a queue that knows nothing of the other, and could reach the store in either order.
/// 2. **The store goes first.** A change is computed on a copy, written in one transaction, and only
///    then does the copy become the queue. A write that fails leaves nothing to undo, and nobody ever
///    sees an operation that is not stored.
///
/// Only the changes take turns, not the uploads: queueing never waits for the network.
///
/// An operation is sent at least once: when the device dies, or the store fails, between an upload and
/// its removal, the next pass sends it again.
public actor FirebaseSyncEngine: SyncEngine {
  public private(set) var isSyncing = false
  public private(set) var log: [SyncLogEntry] = []
  public var syncQueue: [SyncOperation] { queue.operations.map(\.operation) }

  private let store: any Store
  private let transport: any SyncTransport
  private let retryManager: RetryManager

  private var queue: SyncQueue
  /// The operation being sent, until its removal is stored.
  private var inFlight: Int64?
  private var isChanging = false
  /// Those who wait for their turn to change the queue, the first to come first.
  private var waiting: [CheckedContinuation<Void, Never>] = []

  private init(
    store: any Store, transport: any SyncTransport, clock: any Clock<Duration>, queue: SyncQueue
  ) {
    self.store = store
    self.transport = transport
    self.retryManager = RetryManager(clock: clock)
    self.queue = queue
  }

  /// An engine with the queue that is in the store; where that holds more than `maxQueueSize`, its first
  /// operations are dropped, there too. The store must have no other engine.
  /// - Parameter maxQueueSize: below 1 counts as 1.
  /// - Throws: ``SyncError/invalidData(reason:)`` for a stored row that does not read, and
  ///   `StoreError`; the store is then as it was.
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

  /// - Throws: `StoreError` when the queue cannot be stored; it is then as it was, in memory and store.
  public func queueOperation(_ operation: SyncOperation) async throws {
    try await change { $0.enqueue(operation, inFlight: inFlight) }
  }

  /// One pass over the queue as it is now (requirements 8.1 to 8.4). What is queued meanwhile waits for
  /// the next pass; what is replaced or dropped meanwhile is still sent in this one.
  /// - Throws: `StoreError` when a removal cannot be stored, and `CancellationError` when the task is
  ///   cancelled: the pass ends there, and the operation it was at, like those after it, stays queued.
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

  /// Nil when the operation was sent, otherwise why it never will be.
  /// - Throws: `CancellationError` when this task is cancelled. One that the transport made up itself is
  ///   a failure like any other.
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

  /// To the first in line directly, so that no latecomer gets in between.
  private func passTurn() {
    if waiting.isEmpty {
      isChanging = false
    } else {
      waiting.removeFirst().resume()
    }
  }
}
