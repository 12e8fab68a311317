/// Runs cloud operations in turn (002 CloudKit Request Coordination, Actor Pattern).
public protocol CloudRequestCoordinating: Sendable {
  /// Waits until an operation of this type may run, runs `block` once, and returns its value or rethrows its error.
  ///
  /// It reports success or failure to the health monitor before the call returns, in the order in which blocks ended.
  /// It also logs failures. If the caller's task is cancelled before the block has started, the block never runs. A
  /// block that has started runs to its end, and sees `Task.isCancelled`.
  /// - Parameter name: names the operation in the log and to the health monitor. Operations of one type exclude each
  ///   other, whatever their names.
  /// - Throws: what `block` throws; `CancellationError` if the task was cancelled before the block started. A
  ///   `CancellationError` from either source is neither reported nor logged (A10).
  func enqueueRequest<Value: Sendable>(
    _ type: CloudOperationType, named name: String, priority: OperationPriority,
    _ block: @escaping @Sendable () async throws -> Value
  ) async throws -> Value

  /// The numbers of running and pending requests.
  var load: CoordinatorLoad { get async }
}

/// The numbers of requests in a coordinator.
public struct CoordinatorLoad: Sendable, Equatable {
  /// The requests that hold a slot: at most one of each type.
  public let running: Int
  /// The requests that wait for a slot.
  public let pending: Int

  /// Creates a load from its parts.
  public init(running: Int, pending: Int) {
    self.running = running
    self.pending = pending
  }
}

/// The parts that a coordinator is made from.
public struct CoordinatorSetup: Sendable {
  /// The rules of the queue, without requests.
  public var queue: any RequestQueueing
  /// Receives the outcome of each operation that was not cancelled.
  public var health: any CloudHealthMonitoring
  /// Receives an error for each failed operation.
  public var logger: Logger
  /// Stamps log entries.
  public var time: ArgusTime

  /// Creates a setup from its parts.
  public init(queue: any RequestQueueing, health: any CloudHealthMonitoring, logger: Logger, time: ArgusTime) {
    self.queue = queue
    self.health = health
    self.logger = logger
    self.time = time
  }
}
