import Foundation

/// The way to the server. Implementations should throw ``RetryableError``s.
public protocol SyncTransport: Sendable {
  /// Sends the present state of the entity, after a create or an update.
  func upload(entityId: UUID, entityType: SyncEntityType) async throws

  /// Deletes the entity on the server.
  func delete(entityId: UUID, entityType: SyncEntityType) async throws
}

/// An operation that failed for good and left the queue.
public struct SyncLogEntry: Sendable {
  /// The operation as it was sent.
  public let operation: SyncOperation
  /// ``SyncError/maxRetriesExceeded`` if all retries failed, otherwise the first error that no retry can cure.
  public let error: SyncError

  /// Creates an entry from its parts.
  public init(operation: SyncOperation, error: SyncError) {
    self.operation = operation
    self.error = error
  }
}

/// The offline queue, as an app and the properties use it. To test your own engine, make it conform.
///
/// Any number of tasks may call an engine at once.
public protocol SyncEngine: Sendable {
  /// Puts an operation at the tail of the queue (see ``SyncQueue/enqueue(_:inFlight:)``). When the method returns, the
  /// queue is stored. If it throws, the queue is unchanged.
  func queueOperation(_ operation: SyncOperation) async throws

  /// Sends the present operations in the order of ``SyncQueue/snapshot()``, each once and with retries. If another pass
  /// is running, the method returns at once. Afterwards ``isSyncing`` is false, whatever happened.
  /// - Throws: nothing for an operation that fails. The engine logs and removes that operation.
  func processQueue() async throws

  /// The operations in queue order.
  var syncQueue: [SyncOperation] { get async }

  /// Whether a pass is running.
  var isSyncing: Bool { get async }

  /// The final failures since the engine was opened, in the order in which they happened.
  var log: [SyncLogEntry] { get async }
}
