/// Runs cloud operations in turn (002 CloudKit Request Coordination, Actor Pattern).
public protocol CloudRequestCoordinating: Sendable {
  /// Waits until an operation of this type may run, runs `block` once, and returns its value or rethrows its error.
  ///
  /// Success or failure is reported to the health monitor before the call returns, in the order in which blocks ended; a failure
  /// is also logged. If the caller's task is cancelled before the block has started, the block never runs. A block that has
  /// started runs to its end, and sees `Task.isCancelled`.
  /// - Parameter name: for the log and the health monitor. Operations of one type exclude each other whatever their names.
  /// - Throws: what `block` throws; `CancellationError` if the task was cancelled before the block started. A
  ///   `CancellationError` of either origin is neither reported nor logged (A10).
  func enqueueRequest<Value: Sendable>(
    _ type: CloudOperationType, named name: String, priority: OperationPriority,
    _ block: @escaping @Sendable () async throws -> Value
  ) async throws -> Value

  /// How many requests run and how many wait.
  var load: CoordinatorLoad { get async }
}

public struct CoordinatorLoad: Sendable, Equatable {
  public let running: Int
  public let pending: Int

  public init(running: Int, pending: Int) {
    self.running = running
    self.pending = pending
  }
}

/// What a coordinator is made from.
public struct CoordinatorSetup: Sendable {
  public var queue: any RequestQueueing
  public var health: any CloudHealthMonitoring
  public var logger: Logger
  public var time: ArgusTime

  public init(queue: any RequestQueueing, health: any CloudHealthMonitoring, logger: Logger, time: ArgusTime) {
    self.queue = queue
    self.health = health
    self.logger = logger
    self.time = time
  }
}
