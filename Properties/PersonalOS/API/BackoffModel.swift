import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting

/// When each request of a client has to be sent that sends one after the other: the requirement's formula, written out.
struct BackoffModel {
  let isShortened: Bool
  private var rateLimitsInARow = 0
  /// The earliest instants at which the next request may, and must, be sent.
  private var mayResume = Duration.zero
  private var mustResume = Duration.zero
  private(set) var classes: Set<String> = []

  init(isShortened: Bool) { self.isShortened = isShortened }

  /// 1, 2, 4 … 32, and 60 from the seventh on.
  private static func delay(_ rateLimits: Int) -> Duration { .seconds(rateLimits > 6 ? 60 : 1 << (rateLimits - 1)) }

  mutating func judge(_ visit: Visit) throws {
    guard let sent = visit.sent, let answered = visit.left else { return }
    let number = rateLimitsInARow
    let (earliest, latest) = (max(visit.asked, mayResume), max(visit.asked, mustResume))
    try expect("after \(number) rate limits sent at \(sent), not before \(earliest)", sent >= earliest)
    try expect("after \(number) rate limits sent at \(sent), not after \(latest)", sent <= latest)
    if sent > visit.asked { classes.insert("waits") }
    switch visit.request.outcome {
    case .success:
      if rateLimitsInARow > 0 { classes.insert("a success begins anew") }
      rateLimitsInARow = 0
    case .rateLimited:
      rateLimitsInARow += 1
      let (delay, retryAfter) = (Self.delay(rateLimitsInARow), Self.seconds(visit.request.retryAfter))
      mayResume = answered + max(isShortened ? delay / 2 : delay, retryAfter)
      mustResume = answered + max(delay, retryAfter)
      if rateLimitsInARow > 6 { classes.insert("reaches the longest delay") }
      if rateLimitsInARow > 63 { classes.insert("more than 63 in a row") }
      if retryAfter > delay { classes.insert("the server asks for more") }
      if retryAfter > .zero && retryAfter < delay { classes.insert("the server asks for less") }
    case .failed, .cancelled:
      if rateLimitsInARow > 0 { classes.insert("another failure between") }
    }
  }

  /// What Retry-After asks for: whole seconds, at most a hundred years. Any other text is as good as none.
  static func seconds(_ text: String?) -> Duration {
    guard let text, !text.isEmpty, text.allSatisfy({ "0123456789".contains($0) }) else { return .zero }
    return .seconds(text.count > 10 ? 3_155_760_000 : min(Int(text) ?? 0, 3_155_760_000))
  }

  static func expectRetryAfterRead() throws {
    let texts: [(String, Duration?)] = [
      ("0", .zero), ("12", .seconds(12)), ("007", .seconds(7)), ("99999999999999999999", .seconds(3_155_760_000)),
      ("", nil), (" ", nil), ("-1", nil), ("+1", nil), ("1.5", nil), ("soon", nil),
      ("Wed, 21 Oct 2026 07:28:00 GMT", nil),
    ]
    for (text, wait) in texts {
      let outcome = APIOutcome(HTTPResponse(status: 429, headers: [HTTPHeader("Retry-After", text)]))
      try expect("a rate limit until “\(text)”", outcome, equals: .rateLimited(retryAfter: wait))
    }
  }

  /// Clients that were refused at one time do not come back at one time, however often they were refused.
  static func expectClientsToSpread(seed: UInt64, _ system: PersonalOSSystem) throws {
    let rateLimits = Int(seed % 7) + 1
    let delays = (0..<64 as Range<UInt64>).map { client -> Duration in
      var policy = system.api.makeBackoff(SeededGenerator(state: seed &+ client &* 0x2545_F491_4F6C_DD1D))
      for _ in 1...rateLimits { policy.handle(.rateLimited(retryAfter: nil), at: .zero) }
      return policy.earliestSend(at: .zero)
    }
    // All delays begin at 0, so the last one counts. That none of 64 is below 0.7 happens once in 10^14 cases.
    let (least, most, longest) = (delays.min() ?? .zero, delays.max() ?? .zero, delay(rateLimits))
    try expect("some of 64 clients wait less than 0.7 × \(longest): \(least)", least < longest / 10 * 7)
    try expect("some of 64 clients wait more than 0.8 × \(longest): \(most)", most > longest / 10 * 8)
  }
}

/// The jitter of one case: a linear congruence with Knuth's constants, whose high bits are as good as random.
struct SeededGenerator: RandomNumberGenerator, Sendable {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state
  }
}
