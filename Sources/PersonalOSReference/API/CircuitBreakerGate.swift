import PlatformStandIns

/// Runs operations through a circuit breaker: what it refuses fails at once with `serverError(503)`, and
/// the operation is not begun.
public actor CircuitBreakerGate<Time: Clock>: RequestGate where Time.Duration == Duration {
  private var breaker: any CircuitBreaking
  private let time: Stopwatch<Time>
  private var lastRequest = 0

  public init(_ breaker: any CircuitBreaking, clock: Time) {
    self.breaker = breaker
    time = Stopwatch(clock)
  }

  public func send(
    _ operation: @escaping APIOperation, whenHeldBack: @escaping @Sendable () async -> Void
  ) async throws -> HTTPResponse {
    lastRequest += 1
    let request = lastRequest
    guard breaker.handle(.asked(request), at: time.elapsed).contains(.send(request)) else {
      await whenHeldBack()
      throw NetworkError.serverError(503)
    }
    do {
      let response = try await operation()
      _ = breaker.handle(.ended(request, APIOutcome(response)), at: time.elapsed)
      return response
    } catch {
      _ = breaker.handle(.ended(request, APIOutcome(error)), at: time.elapsed)
      throw error
    }
  }
}
