import PlatformStandIns

/// Holds requests back as long as the back-off says, for all callers together.
public actor BackoffGate<Time: Clock>: RequestGate where Time.Duration == Duration {
  private var policy: any BackingOff
  private let time: Stopwatch<Time>

  public init(_ policy: any BackingOff, clock: Time) {
    self.policy = policy
    time = Stopwatch(clock)
  }

  public func send(
    _ operation: @escaping APIOperation, whenHeldBack: @escaping @Sendable () async -> Void
  ) async throws -> HTTPResponse {
    try Task.checkCancellation()
    if policy.earliestSend(at: time.elapsed) > time.elapsed { await whenHeldBack() }
    // Looked at again after each sleep: another answer may have put the sends off further.
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
