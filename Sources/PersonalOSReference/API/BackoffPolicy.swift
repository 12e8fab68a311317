/// Decides how long to send nothing after the server has asked for fewer requests. All times count from the same arbitrary
/// start.
public protocol BackingOff: Sendable {
  /// The first instant at which the app may send a request that it wants to send `now`.
  func earliestSend(at now: Duration) -> Duration
  /// Takes note of how a request ended.
  mutating func handle(_ outcome: APIOutcome, at now: Duration)
}

/// Exponential back-off. After the n-th rate limit in a row, the delay is 1 s · 2ⁿ⁻¹, at most 60 s, and at least the delay
/// that the server asked for. A success resets n. Other failures change nothing. No answer shortens a delay that an earlier
/// answer has set.
public struct BackoffPolicy: BackingOff {
  private static let first = Duration.seconds(1)
  private static let longest = Duration.seconds(60)

  private var jitter: (any RandomNumberGenerator & Sendable)?
  private var rateLimitsInARow = 0
  private var resumesAt: Duration?

  /// Creates a policy without a delay.
  /// - Parameter jitter: Shortens each delay at random, at most by half, so that clients do not all come back at once. A
  ///   delay never falls below the one that the server asked for. Nil means no jitter.
  public init(jitter: (any RandomNumberGenerator & Sendable)? = nil) {
    self.jitter = jitter
  }

  public func earliestSend(at now: Duration) -> Duration { max(now, resumesAt ?? now) }

  public mutating func handle(_ outcome: APIOutcome, at now: Duration) {
    switch outcome {
    case .success: rateLimitsInARow = 0
    case .rateLimited(let retryAfter):
      rateLimitsInARow += 1
      let delay = max(shortened(delay(rateLimitsInARow)), retryAfter ?? .zero)
      resumesAt = max(now + delay, resumesAt ?? now)
    case .failed, .cancelled: break
    }
  }

  private func delay(_ number: Int) -> Duration {
    var delay = Self.first
    for _ in 1..<number where delay < Self.longest { delay = min(delay * 2, Self.longest) }
    return delay
  }

  private mutating func shortened(_ delay: Duration) -> Duration {
    guard let part = jitter?.next(upperBound: 1_025 as UInt64) else { return delay }
    return delay - delay / 2_048 * Int(part)
  }
}
