import PersonalOSReference
import PropertyTesting

/// Tasks that send requests at once, and the outcome of each request.
///
/// All arrivals, answers and ends of waiting fall on whole hundredths of a second. Cancellations fall between them, so
/// nothing else happens at the same instant.
public struct UsageScenario: Sendable {
  /// One request of a caller.
  public struct Attempt: Sendable {
    /// The time from sending the request to its answer, in milliseconds.
    public let latencyMilliseconds: Int
    /// How the request ends. Never `cancelled`: only a caller's task is cancelled.
    public let outcome: APIOutcome
  }

  /// A task that repeats a request until it succeeds.
  public struct Caller: Sendable {
    /// The endpoint that the caller asks for, one of ``UsageScenario/endpoints``.
    public let endpoint: String
    /// When the caller arrives, in milliseconds from the start of the run.
    public let afterMilliseconds: Int
    /// The caller's requests, one after the other. The caller sends the next one only if the one before failed.
    public let attempts: [Attempt]
    /// When the caller's task is cancelled, in milliseconds from its arrival. Most attempts take longer or shorter. A
    /// negative time means before the caller asks; nil means never.
    public let cancelledAfterMilliseconds: Int?
  }

  /// The endpoints of the news proxy, below its address.
  public static let endpoints = ["/v1/news", "/v1/search"]

  /// The limits of the throttle.
  public let limits: ThrottleLimits
  /// 4 to 12 callers, which run at once.
  public let callers: [Caller]
}

extension Generator where Value == UsageScenario {
  /// Most outcomes of a scenario are failures of one kind: timeouts, rate limits, or a mixture.
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
    // Now and then the caller arrives after a back-off has ended, or after an open circuit lets a probe through.
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
