import PlatformStandIns

/// Runs operations through a circuit breaker. If the breaker refuses a request, the gate throws `serverError(503)` at once
/// and does not start the operation.
public actor CircuitBreakerGate<Time: Clock>: RequestGate where Time.Duration == Duration {
  private var breaker: any CircuitBreaking
  private let time: Stopwatch<Time>
  private var lastRequest = 0

  /// The gate's time starts at zero now and advances by `clock`.
  public init(_ breaker: any CircuitBreaking, clock: Time) {
    self.breaker = breaker
    time = Stopwatch(clock)
  }

  /// Asks the breaker, runs the operation, and reports its outcome to the breaker.
  /// - Throws: `NetworkError.serverError(503)` if the breaker refuses; otherwise what the operation throws.
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
