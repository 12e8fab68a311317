import PersonalOSReference
import PropertyTesting

/// Tasks that send requests at once, and how each of them ends.
///
/// All that comes, answers or is allowed again does so at whole hundredths of a second, and what is cancelled
/// is cancelled between them: never at the instant of anything else.
public struct UsageScenario: Sendable {
  public struct Attempt: Sendable {
    public let latencyMilliseconds: Int
    /// Never `cancelled`.
    public let outcome: APIOutcome
  }

  public struct Caller: Sendable {
    public let endpoint: String
    public let afterMilliseconds: Int
    /// One after the other, as long as the one before failed.
    public let attempts: [Attempt]
    /// Since it came; most attempts take longer or shorter. Below zero: before it asks.
    public let cancelledAfterMilliseconds: Int?
  }

  /// Of the news proxy, below its address.
  public static let endpoints = ["/v1/news", "/v1/search"]

  /// Of the throttle.
  public let limits: ThrottleLimits
  public let callers: [Caller]
}

extension Generator where Value == UsageScenario {
  public static var usageScenario: Generator {
    let mixed = Generator<APIOutcome>.apiOutcome.map { $0 == .cancelled ? .success : $0 }
    let outage = Generator<APIOutcome>.frequency((12, .constant(.failed(.timeout))), (1, mixed))
    let retryAfter = Generator<Duration?>.element(of: [nil, .seconds(3), .seconds(5)])
    let limited = Generator<APIOutcome>.frequency(
      (2, retryAfter.map { .rateLimited(retryAfter: $0) }), (2, mixed))
    return Generator { source in
      let outcome = try source(
        .frequency((2, .constant(mixed)), (3, .constant(outage)), (3, .constant(limited))))
      return UsageScenario(
        limits: ThrottleLimits(
          requests: try source(.int(in: 1...6)), window: .milliseconds(try source(.int(in: 1...6)) * 10)),
        callers: try source(.array(of: .caller(outcome), count: 4...12)))
    }
  }
}

extension Generator where Value == UsageScenario.Caller {
  fileprivate static func caller(_ outcome: Generator<APIOutcome>) -> Generator {
    let attempt = Generator<UsageScenario.Attempt> { source in
      UsageScenario.Attempt(
        latencyMilliseconds: try source(.int(in: 0...6)) * 10, outcome: try source(outcome))
    }
    // Now and then after a back-off is over, or an open circuit gives way.
    let arrival = Generator<Int>.frequency(
      (4, .constant(0)), (4, .int(in: 0...6).map { $0 * 10 }), (2, .constant(1_500)), (1, .constant(40_000)))
    return Generator { source in
      UsageScenario.Caller(
        endpoint: try source(.frequency(
          (2, .constant("/v1/news")), (1, .element(of: UsageScenario.endpoints)))),
        afterMilliseconds: try source(arrival), attempts: try source(.array(of: attempt, count: 1...4)),
        cancelledAfterMilliseconds: try source(
          .frequency(
            (6, .constant(nil)), (3, Generator<Int>.int(in: 0...8).map { $0 * 10 + 5 }), (1, .constant(-1)))))
    }
  }
}
