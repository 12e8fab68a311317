/// Carries out the effects of a ``RequestQueueing``: lets requests wait, and resumes them.
public actor CloudKitRequestCoordinator: CloudRequestCoordinating {
  private struct Report {
    let outcome: OperationOutcome
    let operation: String
    let delivered: CheckedContinuation<Void, Never>
  }

  private var queue: any RequestQueueing
  private let health: any CloudHealthMonitoring
  private let logger: Logger
  private let time: ArgusTime
  private var arrivals = 0
  private var waiting: [RequestID: CheckedContinuation<Void, Never>] = [:]
  private var reports: [Report] = []
  private var isReporting = false

  /// Creates a coordinator without requests.
  public init(_ setup: CoordinatorSetup) {
    queue = setup.queue
    health = setup.health
    logger = setup.logger
    time = setup.time
  }

  public var load: CoordinatorLoad { queue.load }

  public func enqueueRequest<Value: Sendable>(
    _ type: CloudOperationType, named name: String, priority: OperationPriority,
    _ block: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    arrivals += 1
    let id = RequestID(arrivals)
    await turn(of: id, type, priority)
    // The queue has dropped the request, or started it before the actor learned of the cancellation.
    if Task.isCancelled {
      end(id)
      throw CancellationError()
    }
    do {
      let value = try await block()
      end(id)
      await report(.success, of: name)
      return value
    } catch {
      end(id)
      if !(error is CancellationError) {
        logger.log(
          LogEntry(.error, "CloudKitRequestCoordinator", "\(type.rawValue) “\(name)” failed: \(error)", at: time.date()))
        await report(.failure, of: name)
      }
      throw error
    }
  }

  /// Returns when the request may run, or was dropped.
  private func turn(of id: RequestID, _ type: CloudOperationType, _ priority: OperationPriority) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiting[id] = continuation
        perform(queue.handle(.arrived(id, type, priority)))
      }
    } onCancel: {
      // The actor handles this after the arrival, because it is busy until then.
      Task { await self.cancel(id) }
    }
  }

  private func cancel(_ id: RequestID) { perform(queue.handle(.cancelled(id))) }

  /// Gives the slot to the next request. If that one is cancelled already and the actor has not learned of it yet, the
  /// request passes the slot on.
  private func end(_ id: RequestID) { perform(queue.handle(.ended(id))) }

  private func perform(_ effects: [RequestEffect]) {
    for effect in effects {
      switch effect {
      case .start(let id), .drop(let id): waiting.removeValue(forKey: id)?.resume()
      }
    }
  }

  /// Reports an outcome to the health monitor, after the outcomes of all requests that ended before. Returns when the
  /// monitor has taken it.
  private func report(_ outcome: OperationOutcome, of operation: String) async {
    if isReporting {
      await withCheckedContinuation { continuation in
        reports.append(Report(outcome: outcome, operation: operation, delivered: continuation))
      }
      return
    }
    isReporting = true
    await health.report(outcome, of: operation)
    while !reports.isEmpty {
      let next = reports.removeFirst()
      await health.report(next.outcome, of: next.operation)
      next.delivered.resume()
    }
    isReporting = false
  }
}
