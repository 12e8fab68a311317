import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting

/// One request after the other, and when each of them has to be sent: the requirement's formula, written out.
struct BackoffSession {
  private let gate: any RequestGate
  private let clock = VirtualClock()
  private let isShortened: Bool
  private var rateLimitsInARow = 0
  /// The earliest instants at which the next request may, and must, be sent.
  private var mayResume = Duration.zero
  private var mustResume = Duration.zero
  private(set) var classes: Set<String> = []

  init(_ scenario: BackoffScenario, _ system: PersonalOSSystem) {
    isShortened = scenario.jitterSeed != nil
    let jitter = scenario.jitterSeed.map { SeededGenerator(state: $0) }
    gate = system.api.openBackoff(system.api.makeBackoff(jitter), clock)
  }

  /// Retry-After in whole seconds counts; what is no number of them is as good as none.
  static func expectRetryAfterRead() throws {
    let texts: [(String, Duration?)] = [
      ("0", .zero), ("12", .seconds(12)), ("007", .seconds(7)), ("99999999999999999999", .seconds(100 * 31_557_600)), ("", nil),
      (" ", nil), ("-1", nil), ("+1", nil), ("1.5", nil), ("soon", nil), ("Wed, 21 Oct 2026 07:28:00 GMT", nil),
    ]
    for (text, wait) in texts {
      let outcome = APIOutcome(HTTPResponse(status: 429, headers: [HTTPHeader("Retry-After", text)]))
      try expect("a rate limit until “\(text)”", outcome, equals: .rateLimited(retryAfter: wait))
    }
  }

  /// Clients that were refused at one time do not come back at one time, however often they were refused.
  static func expectClientsToSpread(seed: UInt64, _ system: PersonalOSSystem) throws {
    let rateLimits = Int(seed % 7) + 1
    let longest = Duration.seconds(rateLimits > 6 ? 60 : 1 << (rateLimits - 1))
    let delays = (0..<64 as Range<UInt64>).map { client -> Duration in
      var policy = system.api.makeBackoff(SeededGenerator(state: seed &+ client &* 0x2545_F491_4F6C_DD1D))
      for _ in 1...rateLimits { policy.handle(.rateLimited(retryAfter: nil), at: .zero) }
      return policy.earliestSend(at: .zero)
    }
    // All delays begin at 0, so what counts is the last and longest. That of 64 draws from its half to the whole none is
    // below 0.7 of it happens once in 10^14 cases.
    let (least, most) = (delays.min() ?? .zero, delays.max() ?? .zero)
    try expect("after \(rateLimits) rate limits some of 64 clients wait less than 0.7 × \(longest): \(least)", least < longest / 10 * 7)
    try expect("after \(rateLimits) rate limits some of them wait more than 0.8 × \(longest): \(most)", most > longest / 10 * 8)
  }

  private var now: Duration { clock.now.offset }

  mutating func perform(_ exchange: BackoffScenario.Exchange) async throws {
    clock.advance(by: .seconds(exchange.pauseSeconds))
    let asked = now
    let sent = Journal<Int, Duration>()
    let clock = clock
    let number = rateLimitsInARow
    do {
      let response = try await gate.send {
        sent.set(sent.all.count, clock.now.offset)
        clock.advance(by: .seconds(exchange.latencySeconds))
        return try exchange.answer.response()
      }
      try expect("the answer", response, equals: try exchange.answer.response())
    } catch NetworkError.noConnection {
      guard case .noConnection = exchange.answer else { return try expect("an answer", false) }
    }
    try expect("sendings of one request", sent.all.count, equals: 1)
    let sending = sent.all[0] ?? .zero
    try expect(
      "after \(number) rate limits sent at \(sending), not before \(mayResume)",
      sending >= max(asked, mayResume))
    try expect(
      "after \(number) rate limits sent at \(sending), not after \(mustResume)",
      sending <= max(asked, mustResume))
    if sending > asked { classes.insert("waits") }
    learn(exchange.answer)
  }

  /// A task that is cancelled sends nothing, be there a delay or not.
  func expectNothingSentOnceCancelled() async throws {
    let sent = Journal<Int, Duration>()
    let (gate, clock) = (gate, clock)
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await gate.send {
        sent.set(0, clock.now.offset)
        return HTTPResponse(status: 200)
      }
    }
    let result = await cancelled.result
    try expect("requests of a cancelled task", sent.all.count, equals: 0)
    guard case .failure(is CancellationError) = result else {
      return try expect("a cancelled task gets a CancellationError, and not \(result)", false)
    }
  }

  private mutating func learn(_ answer: BackoffScenario.Answer) {
    switch answer {
    case .success:
      if rateLimitsInARow > 0 { classes.insert("a success begins anew") }
      rateLimitsInARow = 0
    case .rateLimited(let text):
      rateLimitsInARow += 1
      if rateLimitsInARow > 6 { classes.insert("reaches the longest delay") }
      if rateLimitsInARow > 63 { classes.insert("more than 63 in a row") }
      // 1, 2, 4 … 32, and 60 from the seventh on.
      let delay = Duration.seconds(rateLimitsInARow > 6 ? 60 : 1 << (rateLimitsInARow - 1))
      let retryAfter = Self.seconds(text)
      if retryAfter > delay { classes.insert("the server asks for more") }
      if retryAfter > .zero && retryAfter < delay { classes.insert("the server asks for less") }
      mayResume = now + max(isShortened ? delay / 2 : delay, retryAfter)
      mustResume = now + max(delay, retryAfter)
    case .status, .noConnection:
      if rateLimitsInARow > 0 { classes.insert("another failure between") }
    }
  }

  private static func seconds(_ text: String?) -> Duration {
    guard let text, !text.isEmpty, text.allSatisfy({ "0123456789".contains($0) }) else { return .zero }
    // A hundred years of 365.25 days are as good as any more.
    return text.count > 10 ? .seconds(3_155_760_000) : .seconds(min(Int(text) ?? 0, 3_155_760_000))
  }
}

extension BackoffScenario.Answer {
  fileprivate func response() throws -> HTTPResponse {
    switch self {
    case .success: return HTTPResponse(status: 200)
    case .rateLimited(let text):
      return HTTPResponse(status: 429, headers: text.map { [HTTPHeader("retry-after", $0)] } ?? [])
    case .status(let status): return HTTPResponse(status: status)
    case .noConnection: throw NetworkError.noConnection
    }
  }
}

/// SplitMix64 (Steele, Lea and Flood 2014): the jitter of one case.
private struct SeededGenerator: RandomNumberGenerator, Sendable {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
