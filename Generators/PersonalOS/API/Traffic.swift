import PersonalOSReference
import PropertyTesting

/// Tasks that send requests, and what the network answers: the cases of POS-61 to POS-64.
public struct Traffic: Sendable {
  /// One request and its answer.
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
    /// One of ``Traffic/endpoints``.
    public var endpoint = Traffic.endpoints[0]
    /// Counted from the start of the run.
    public let arrival: Duration
    /// When the task is cancelled, counted from its arrival. Negative means before it asks, nil means never. Nothing else
    /// happens at that instant.
    public var cancelledAfter: Duration?
    /// What it sends.
    public let requests: [Request]
  }

  /// A period in which each request fails that the network would answer then.
  public struct Outage: Sendable {
    /// Counted from the start of the run.
    public let start: Duration
    /// 10 to 200 seconds.
    public let length: Duration
    /// How the requests fail.
    public let failure: NetworkError
    /// Counted from the start of the run.
    public var end: Duration { start + length }
  }

  /// The endpoints of the news proxy, below its address.
  public static let endpoints = ["/v1/news", "/v1/search"]

  /// The limits of the throttle.
  public var limits = ThrottleLimits()
  /// The seed of the back-off's jitter. If nil, there is none.
  public var jitterSeed: UInt64?
  /// The network's outage, if there is one.
  public var outage: Outage?
  /// The tasks.
  public let callers: [Caller]
}

extension Generator where Value == Traffic {
  /// Bursts at a throttle. Times fall on eighths of its window, and cancellations between them.
  public static var throttleTraffic: Generator {
    Generator { source in
      let limits = try source(.throttleLimits)
      let eighth = limits.window / 8
      let arrival = Generator<Int>.frequency(
        (3, .constant(0)), (1, .element(of: [8, 16])), (2, .int(in: 0...32)))
      let latency = Generator<Int>.oneOf(.constant(0), .int(in: 0...16))
      let cancelledAfter = Generator<Duration?>.frequency(
        (6, .constant(nil)), (3, Generator<Int>.int(in: 0...24).map { eighth * $0 + eighth / 2 }),
        (1, .constant(.zero - eighth)))
      let caller = Generator<Traffic.Caller>.build(
        { arrival, latency, cancelledAfter in
          Traffic.Caller(
            arrival: eighth * arrival, cancelledAfter: cancelledAfter,
            requests: [Traffic.Request(latency: eighth * latency, outcome: .success)])
        }, from: arrival, latency, cancelledAfter)
      return Traffic(limits: limits, callers: try source(.array(of: caller, count: 2...14)))
    }
  }

  /// One caller at a server that limits the rate, and after it one that is cancelled before it asks. Two cases in five begin
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
    let limitedCount = Generator<Int>.frequency((3, .constant(0)), (1, .int(in: 3...12)), (1, .int(in: 66...80)))
    return Generator { source in
      let first = Array(repeating: limited, count: try source(limitedCount))
      return Traffic(
        jitterSeed: try source(.int(in: 0...2)) == 2 ? try source(.integer()) : nil,
        callers: [
          Traffic.Caller(arrival: .zero, requests: first + (try source(.array(of: request, count: 2...20)))),
          Traffic.Caller(arrival: .zero, cancelledAfter: .seconds(-1), requests: [limited]),
        ])
    }
  }

  /// Groups of callers before, during and after an outage, and at the end two that come alone, 30 s or more after it.
  public static var outageTraffic: Generator {
    let outage = Generator<Traffic.Outage>.build(
      { Traffic.Outage(start: .seconds($0), length: .seconds($1), failure: $2) },
      from: .int(in: 0...6), .oneOf(.int(in: 10...60), .int(in: 60...200)), .unavailability)
    let request = Generator<Traffic.Request>.build(
      { Traffic.Request(latency: .seconds($0), outcome: $1) },
      from: .int(in: 0...3), .frequency((3, .constant(.success)), (1, .refusal)))
    let group = Generator<(Int, [Traffic.Request])>.zip(
      .oneOf(.int(in: 0...6), .int(in: 25...40)), Generator<Int>.int(in: 1...6).flatMap { .array(of: request, count: $0) })
    return Generator { source in
      let outage = try source(outage)
      var arrival = Duration.zero
      var callers: [Traffic.Caller] = []
      for (pause, requests) in try source(.array(of: group, count: 4...12)) {
        arrival += .seconds(pause)
        callers += requests.map { Traffic.Caller(arrival: arrival, requests: [$0]) }
      }
      let alone = max(arrival + .seconds(4), outage.end + .seconds(30))
      let success = Traffic.Request(latency: .zero, outcome: .success)
      callers += [0, 1].map { Traffic.Caller(arrival: alone + .seconds($0), requests: [success]) }
      return Traffic(outage: outage, callers: callers)
    }
  }

  /// Callers of the news feed that try again until a success. Most outcomes of a case are failures of one kind: timeouts,
  /// rate limits, or a mixture. All happens at whole hundredths of a second, and cancellations between them.
  public static var feedTraffic: Generator {
    let mixed = Generator<APIOutcome>.apiOutcome.map { $0 == .cancelled ? .success : $0 }
    let timeouts = Generator<APIOutcome>.frequency((12, .constant(.failed(.timeout))), (1, mixed))
    let limited = Generator<APIOutcome>.oneOf(.constant(.rateLimited(retryAfter: nil)), mixed)
    // Now and then after a back-off, or when an open circuit lets a probe through.
    let arrival = Generator<Int>.frequency(
      (4, .constant(0)), (4, .int(in: 0...6)), (2, .constant(150)), (1, .constant(4_000)))
    let cancelledAfter = Generator<Duration?>.frequency(
      (6, .constant(nil)), (3, Generator<Int>.int(in: 0...8).map { .milliseconds($0 * 10 + 5) }),
      (1, .constant(.milliseconds(-1))))
    return Generator { source in
      let outcome = try source(.frequency((2, .constant(mixed)), (3, .constant(timeouts)), (3, .constant(limited))))
      let request = Generator<Traffic.Request>.build(
        { Traffic.Request(latency: .milliseconds($0 * 10), outcome: $1, retryAfter: $2) },
        from: .int(in: 0...6), outcome, .element(of: [nil, "3", "5"]))
      let caller = Generator<Traffic.Caller>.build(
        { endpoint, arrival, cancelledAfter, requests in
          let tries = (requests.firstIndex { $0.outcome == .success } ?? requests.count) + 1
          return Traffic.Caller(
            endpoint: endpoint, arrival: .milliseconds(arrival * 10), cancelledAfter: cancelledAfter,
            requests: Array(requests.prefix(tries)))
        },
        from: .frequency((2, .constant("/v1/news")), (1, .element(of: Traffic.endpoints))), arrival, cancelledAfter,
        .array(of: request, count: 1...4))
      let limits = try ThrottleLimits(
        requests: source(.int(in: 1...6)), window: .milliseconds(source(.int(in: 1...6)) * 10))
      return Traffic(limits: limits, callers: try source(.array(of: caller, count: 4...12)))
    }
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
