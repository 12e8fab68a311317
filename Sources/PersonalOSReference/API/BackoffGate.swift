import PlatformStandIns

/// Holds the requests of all callers back for as long as the back-off policy demands.
public actor BackoffGate<Time: Clock>: RequestGate where Time.Duration == Duration {
  private var policy: any BackingOff
  private let time: Stopwatch<Time>

  /// The gate's time starts at zero now and advances by `clock`.
  public init(_ policy: any BackingOff, clock: Time) {
    self.policy = policy
    time = Stopwatch(clock)
  }

  /// Waits until the policy allows the operation, runs it, and reports its outcome to the policy.
  /// - Throws: what the operation throws; `CancellationError` if the task is cancelled while it waits, and the operation
  ///   has not run.
  public func send(
    _ operation: @escaping APIOperation, whenHeldBack: @escaping @Sendable () async -> Void
  ) async throws -> HTTPResponse {
    try Task.checkCancellation()
    if policy.earliestSend(at: time.elapsed) > time.elapsed { await whenHeldBack() }
    // Ask again after each sleep: another answer may have postponed the sends further.
    while policy.earliestSend(at: time.elapsed) > time.elapsed {
      try await time.sleep(until: policy.earliestSend(at: time.elapsed))
    }
    do {
      let response = try await operation()
      policy.handle(APIOutcome(response), at: time.elapsed)
      return response
    } catch {
      policy.handle(APIOutcome(error), at: time.elapsed)
      throw error
    }
  }
}
