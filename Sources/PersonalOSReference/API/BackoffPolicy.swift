/// How long to keep quiet after the server has asked for fewer requests. Times are since any start.
public protocol BackingOff: Sendable {
  /// The first instant at which a request may be sent that is asked for now.
  func earliestSend(at now: Duration) -> Duration
  /// Learns how a request has ended.
  mutating func handle(_ outcome: APIOutcome, at now: Duration)
}

/// Exponential back-off: after the n-th rate limit in a row 1 s · 2ⁿ⁻¹, at most 60 s, and at least what the
/// server asked for. A success begins anew; other failures change nothing. What one answer has put off, no
/// other brings forward.
public struct BackoffPolicy: BackingOff {
  private static let first = Duration.seconds(1)
  private static let longest = Duration.seconds(60)

  private var jitter: (any RandomNumberGenerator & Sendable)?
  private var rateLimitsInARow = 0
  private var resumesAt: Duration?

  /// - Parameter jitter: shortens each delay at random, to half of it at most, so that clients do not come
  ///   back all at once. Never below what the server asked for. Nil: not at all.
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
