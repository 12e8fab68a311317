/// How often a failed attempt is repeated, and after which delays (requirements 8.1 to 8.3).
public struct RetryPolicy: Sendable, Equatable {
  /// How many retries follow the first attempt: 3 retries make 4 attempts.
  public let maxRetries: Int
  /// The delay before the first retry. Each further delay is twice as long.
  public let baseDelay: Duration
  /// The longest delay.
  public let maxDelay: Duration

  /// Creates a policy. By default there are 3 retries after 1, 2 and 4 seconds.
  public init(
    maxRetries: Int = 3, baseDelay: Duration = .seconds(1), maxDelay: Duration = .seconds(30)
  ) {
    self.maxRetries = maxRetries
    self.baseDelay = baseDelay
    self.maxDelay = maxDelay
  }

  /// The delay after `failures` failed attempts (1 or more): base · 2^(failures - 1), at most ``maxDelay``. Nil if
  /// there are no retries left.
  public func delay(afterFailures failures: Int) -> Duration? {
    guard failures <= maxRetries else { return nil }
    var delay = baseDelay
    var doublings = failures - 1
    // Doubling stops at the longest delay, so no number of failures overflows.
    while doublings > 0, delay < maxDelay {
      delay *= 2
      doublings -= 1
    }
    return min(delay, maxDelay)
  }
}
