import Foundation

/// The way to the server. Implementations should throw ``RetryableError``s.
public protocol SyncTransport: Sendable {
  /// Sends the entity's present state: for a create and for an update.
  func upload(entityId: UUID, entityType: SyncEntityType) async throws

  func delete(entityId: UUID, entityType: SyncEntityType) async throws
}

/// An operation that failed for good and left the queue.
public struct SyncLogEntry: Sendable {
  public let operation: SyncOperation
  public let error: SyncError

  public init(operation: SyncOperation, error: SyncError) {
    self.operation = operation
    self.error = error
  }
}

/// The offline queue as an app uses it, and as the properties do: an adopter's own engine conforms.
///
/// The calls may come from any number of tasks at once.
public protocol SyncEngine: Sendable {
  /// Puts an operation at the tail of the queue, see ``SyncQueue/enqueue(_:inFlight:)``. When it
  /// returns, the queue is stored; when it throws, the queue is what it was.
  func queueOperation(_ operation: SyncOperation) async throws

  /// Sends what the queue holds now, in the order of ``SyncQueue/snapshot()``, each once with retries.
  /// Returns at once while another pass is running. Afterwards ``isSyncing`` is false, whatever happened.
  /// - Throws: never for an operation that fails: that one is logged and removed.
  func processQueue() async throws

  /// In queue order.
  var syncQueue: [SyncOperation] { get async }

  /// Whether a pass is running.
  var isSyncing: Bool { get async }

  /// The final failures since the engine was opened, in the order they happened.
  var log: [SyncLogEntry] { get async }
}
