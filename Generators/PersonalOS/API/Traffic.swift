import PersonalOSReference
import PropertyTesting

/// Tasks that send requests, and what the network answers: the cases of POS-61 to POS-64.
public struct Traffic: Sendable {
  /// One request, and how the network answers it.
  public struct Request: Sendable {
    /// The time between the answer before and this request.
    public var pause = Duration.zero
    /// The time from sending the request to its answer.
    public let latency: Duration
    /// How the request ends outside of an outage. Never `cancelled`: only a caller is cancelled.
    public let outcome: APIOutcome
    /// What a rate limit says in its Retry-After header.
    public var retryAfter: String?
  }

  /// A task that sends its requests one after the other.
  public struct Caller: Sendable {
    /// The path of its requests, one of ``Traffic/endpoints``.
    public var endpoint = Traffic.endpoints[0]
    /// When the task starts, counted from the start of the run.
    public let arrival: Duration
    /// When the task is cancelled, counted from its arrival: negative means before it asks, nil means never. Nothing
    /// else happens at that instant.
    public var cancelledAfter: Duration?
    /// Its requests, in order.
    public let requests: [Request]
  }

  /// A period in which each request fails that the network would answer then.
  public struct Outage: Sendable {
    /// When it begins.
    public let start: Duration
    /// The first instant after it.
    public let end: Duration
    /// What each request fails with.
    public let failure: NetworkError
  }

  /// Below the address of the news proxy.
  public static let endpoints = ["/v1/news", "/v1/search"]

  /// The limits of the throttle.
  public var limits = ThrottleLimits()
  /// If nil, the back-off has no jitter.
  public var jitterSeed: UInt64?
  /// The outage of the run, if there is one.
  public var outage: Outage?
  /// The tasks.
  public let callers: [Caller]
}

extension Generator where Value == Traffic {
  /// Bursts at a throttle.
  public static var throttleTraffic: Generator {
    Generator { source in
      let limits = try source(.throttleLimits)
      let arrival = Generator<Int>.frequency((5, .constant(0)), (1, .constant(8)), (2, .int(in: 0...32)))
      let caller = Generator<Traffic.Caller>.caller(
        every: limits.window / 8, from: arrival, .oneOf(.constant(0), .int(in: 0...16)), .constant(.success))
      return Traffic(limits: limits, callers: try source(.array(of: caller, count: 2...14)))
    }
  }

  /// Callers of the news feed that try again until a success. Most outcomes of a case are failures of one kind:
  /// timeouts, rate limits, or a mixture.
  public static var feedTraffic: Generator {
    let mixed = Generator<APIOutcome>.apiOutcome.map { $0 == .cancelled ? .success : $0 }
    let timeouts = Generator<APIOutcome>.frequency((12, .constant(.failed(.timeout))), (1, mixed))
    let limited = Generator<APIOutcome>.oneOf(.constant(.rateLimited(retryAfter: nil)), mixed)
    // Now and then after a back-off, or when an open circuit lets a probe through.
    let arrival = Generator<Int>.frequency(
      (4, .constant(0)), (4, .int(in: 0...6)), (2, .constant(150)), (1, .constant(4_000)))
    return Generator { source in
      let outcome = try source(.frequency((2, .constant(mixed)), (3, .constant(timeouts)), (3, .constant(limited))))
      let limits = try ThrottleLimits(
        requests: source(.int(in: 1...6)), window: .milliseconds(source(.int(in: 1...6)) * 10))
      let caller = Generator<Traffic.Caller>.caller(
        every: .milliseconds(10), from: arrival, .int(in: 0...6), outcome, count: 1...4)
      return Traffic(limits: limits, callers: try source(.array(of: caller, count: 4...12)))
    }
  }

  /// Callers before, during and after an outage, and two that come alone at the end, 30 s or more after it.
  public static var outageTraffic: Generator {
    let arrival = Generator<Int>.frequency(
      (3, .element(of: [0, 5, 30, 35, 65, 100, 130, 165, 200])), (1, .int(in: 0...240)))
    let caller = Generator<Traffic.Caller>.caller(
      every: .seconds(1), from: arrival, .int(in: 0...3), .frequency((3, .constant(.success)), (1, .refusal)),
      isCancelled: false)
    let alone = [250, 251].map {
      Traffic.Caller(arrival: .seconds($0), requests: [Traffic.Request(latency: .zero, outcome: .success)])
    }
    return .build(
      { start, length, failure, callers in
        let outage = Traffic.Outage(start: .seconds(start), end: .seconds(start + length), failure: failure)
        return Traffic(outage: outage, callers: callers + alone)
      },
      from: .int(in: 0...6), .oneOf(.int(in: 10...60), .int(in: 60...200)), .unavailability,
      .array(of: caller, count: 8...40))
  }

  /// One caller at a server that limits the rate, and one that is cancelled before it asks. Two cases in five begin
  /// with rate limits alone: enough for the longest delay, or to overflow 64 bits.
  public static var backoffTraffic: Generator {
    let outcome = Generator<APIOutcome>.frequency(
      (8, .constant(.rateLimited(retryAfter: nil))), (2, .constant(.success)), (1, .constant(.failed(.noConnection))),
      (2, .element(of: [500, 503, 404, 302, 428, 430, 199].map { .failed(.serverError($0)) })))
    let retryAfter = Generator<String?>.frequency(
      (6, .constant(nil)), (3, Generator<Int>.int(in: 0...100).map { "\($0)" }), (2, .element(of: ["1", "2", "10"])),
      (1, .element(of: [
        "3600", "100000000", "99999999999999999999", "-5", "1.5", "soon", "Wed, 21 Oct 2026 07:28:00 GMT",
      ])))
    let request = Generator<Traffic.Request>.build(
      { Traffic.Request(pause: .seconds($0), latency: .seconds($1), outcome: $2, retryAfter: $3) },
      from: .frequency((6, .constant(0)), (2, .int(in: 0...4)), (1, .int(in: 0...200))), .int(in: 0...3), outcome,
      retryAfter)
    let limited = Traffic.Request(latency: .seconds(1), outcome: .rateLimited(retryAfter: nil))
    let seed = Generator<UInt64?>.frequency((2, .constant(nil)), (1, Generator<UInt64>.integer().map { $0 }))
    let cancelled = Traffic.Caller(arrival: .zero, cancelledAfter: .seconds(-1), requests: [limited])
    return .build(
      { seed, count, requests in
        let caller = Traffic.Caller(arrival: .zero, requests: Array(repeating: limited, count: count) + requests)
        return Traffic(jitterSeed: seed, callers: [caller, cancelled])
      },
      from: seed, .frequency((3, .constant(0)), (1, .int(in: 3...12)), (1, .int(in: 66...80))),
      .array(of: request, count: 2...20))
  }
}

extension Generator where Value == Traffic.Caller {
  /// Times are multiples of a unit, and cancellations fall between them.
  fileprivate static func caller(
    every unit: Duration, from arrival: Generator<Int>, _ latency: Generator<Int>, _ outcome: Generator<APIOutcome>,
    count: ClosedRange<Int> = 1...1, isCancelled: Bool = true
  ) -> Generator {
    let cancelledAfter = Generator<Duration?>.frequency(
      (6, .constant(nil)), (isCancelled ? 3 : 0, Generator<Int>.int(in: 0...10).map { unit * $0 + unit / 2 }),
      (isCancelled ? 1 : 0, .constant(.zero - unit)))
    let request = Generator<Traffic.Request>.build(
      { Traffic.Request(latency: unit * $0, outcome: $1, retryAfter: $2) },
      from: latency, outcome, .element(of: [nil, "3", "5"]))
    return .build(
      { endpoint, arrival, cancelledAfter, requests in
        let tries = (requests.firstIndex { $0.outcome == .success } ?? requests.count) + 1
        return Traffic.Caller(
          endpoint: endpoint, arrival: unit * arrival, cancelledAfter: cancelledAfter,
          requests: Array(requests.prefix(tries)))
      },
      from: .frequency((2, .constant("/v1/news")), (1, .element(of: Traffic.endpoints))), arrival, cancelledAfter,
      .array(of: request, count: count))
  }
}

extension Generator where Value == ThrottleLimits {
  /// 1 to 10 requests in 1, 10 or 60 seconds.
  public static var throttleLimits: Generator {
    .build(
      { ThrottleLimits(requests: $0, window: .seconds($1)) },
      from: .oneOf(.int(in: 1...3), .int(in: 1...10)), Generator<Int>.element(of: [1, 10, 60]))
  }
}

extension Generator where Value == APIOutcome {
  /// About half of the outcomes mean that the API is unavailable.
  public static var apiOutcome: Generator {
    .frequency(
      (6, Generator<NetworkError>.unavailability.map { .failed($0) }), (3, .constant(.success)), (2, .refusal),
      (1, .constant(.cancelled)))
  }

  /// Failures that an available API answers with.
  public static var refusal: Generator {
    .element(of: [.failed(.serverError(404)), .rateLimited(retryAfter: nil), .failed(.serverError(499))])
  }
}

extension Generator where Value == NetworkError {
  /// Failures that show that the API is unavailable.
  public static var unavailability: Generator {
    .element(of: [.noConnection, .timeout, .invalidResponse, .serverError(500), .serverError(503), .serverError(599)])
  }
}
