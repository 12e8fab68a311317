import PlatformStandIns

/// A gate at which tasks wait until the throttle sends their requests.
///
/// A task that is cancelled while it waits throws `CancellationError` and leaves the queue. Once the throttle has sent a
/// request, the request counts, even if the task is cancelled then.
public actor ThrottleGate<Time: Clock>: RequestGate where Time.Duration == Duration {
  private var throttle: any RequestThrottling
  private let time: Stopwatch<Time>
  private var lastRequest = 0
  private var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
  /// The requests that the throttle has sent before their tasks began to wait.
  private var turns: Set<Int> = []

  /// The gate's time starts at zero now and advances by `clock`.
  public init(_ throttle: any RequestThrottling, clock: Time) {
    self.throttle = throttle
    time = Stopwatch(clock)
  }

  /// Waits for the throttle, then runs the operation.
  /// - Throws: `CancellationError` if the task is cancelled before its request is sent; otherwise what the operation
  ///   throws.
  public func send(
    _ operation: @escaping APIOperation, whenHeldBack: @escaping @Sendable () async -> Void
  ) async throws -> HTTPResponse {
    try Task.checkCancellation()
    lastRequest += 1
    let request = lastRequest
    handle(.asked(request))
    if !turns.contains(request) { await whenHeldBack() }
    guard await turn(of: request) else { throw CancellationError() }
    defer { handle(.answered(request)) }
    return try await operation()
  }

  /// Waits until the throttle sends the request.
  /// - Returns: false if the task was cancelled first.
  private func turn(of request: Int) async -> Bool {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if turns.remove(request) != nil {
          continuation.resume(returning: true)
        } else {
          waiting[request] = continuation
        }
      }
    } onCancel: {
      Task { await self.cancel(request) }
    }
  }

  private func cancel(_ request: Int) {
    guard let continuation = waiting.removeValue(forKey: request) else { return }
    handle(.cancelled(request))
    continuation.resume(returning: false)
  }

  private func handle(_ event: ThrottleEvent) {
    for effect in throttle.handle(event, at: time.elapsed) {
      switch effect {
      case .send(let request):
        if let continuation = waiting.removeValue(forKey: request) {
          continuation.resume(returning: true)
        } else {
          turns.insert(request)
        }
      case .wake(let instant): Task { try await wake(at: instant) }
      }
    }
  }

  private func wake(at instant: Duration) async throws {
    try await time.sleep(until: instant)
    handle(.woken)
  }
}
