/// How often, and after which delays, a failed attempt is repeated (requirements 8.1 to 8.3).
public struct RetryPolicy: Sendable, Equatable {
  /// Retries after the first attempt: 3 make 4 attempts.
  public let maxRetries: Int
  /// The delay before the first retry; each further one is twice as long.
  public let baseDelay: Duration
  /// No delay is longer.
  public let maxDelay: Duration

  public init(
    maxRetries: Int = 3, baseDelay: Duration = .seconds(1), maxDelay: Duration = .seconds(30)
  ) {
    self.maxRetries = maxRetries
    self.baseDelay = baseDelay
    self.maxDelay = maxDelay
  }

  /// How long to wait once `failures` attempts (1 or more) have failed: base · 2^(failures - 1), at
  /// most ``maxDelay``. Nil when the retries are used up.
  public func delay(afterFailures failures: Int) -> Duration? {
    guard failures <= maxRetries else { return nil }
    var delay = baseDelay
    var doublings = failures - 1
    // Doubling stops at the cap, so that no number of failures overflows.
    while doublings > 0, delay < maxDelay {
      delay *= 2
      doublings -= 1
    }
    return min(delay, maxDelay)
  }
}
