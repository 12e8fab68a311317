import PropertyTesting

/// Requests that a client sends one after the other to a server that limits their rate.
public struct BackoffScenario: Sendable {
  /// How the server answers one request.
  public enum Answer: Sendable {
    case success
    case rateLimited(retryAfter: String?)
    /// Any HTTP status other than success and 429.
    case status(Int)
    case noConnection
  }

  /// One request and its answer.
  public struct Exchange: Sendable {
    /// The time between the answer before and this request, in seconds.
    public let pauseSeconds: Int
    /// The time from sending the request to its answer, in seconds.
    public let latencySeconds: Int
    /// The answer, which the server gives once the latency has passed.
    public let answer: Answer
  }

  /// The seed of the jitter, which shortens delays. If nil, the client waits the full delays.
  public let jitterSeed: UInt64?
  /// The requests in the order in which the client sends them, at least two.
  public let exchanges: [Exchange]
}

extension Generator where Value == BackoffScenario {
  /// Two scenarios in five begin with rate limits alone: 3 to 12 of them, or 66 to 80. About one in three has jitter.
  public static var backoffScenario: Generator {
    let mixed = Generator<[BackoffScenario.Exchange]>.array(of: .exchange(.answer), count: 2...20)
    let limited = Generator<BackoffScenario.Exchange>.exchange(
      .constant(.rateLimited(retryAfter: nil)))
    let rateLimits = Generator<[BackoffScenario.Exchange]>.frequency(
      (2, .array(of: limited, count: 3...12)), (2, .array(of: limited, count: 66...80)))
    return Generator { source in
      BackoffScenario(
        jitterSeed: try source(.int(in: 0...2)) == 2 ? try source(.integer()) : nil,
        exchanges: try source(
          .frequency(
            (3, mixed),
            (2, Generator<[BackoffScenario.Exchange]> { try $0(rateLimits) + (try $0(mixed)) }))))
    }
  }
}

extension Generator where Value == BackoffScenario.Exchange {
  fileprivate static func exchange(_ answer: Generator<BackoffScenario.Answer>) -> Generator {
    let pause = Generator<Int>.frequency((6, .constant(0)), (2, .int(in: 0...4)), (1, .int(in: 0...200)))
    return Generator { source in
      BackoffScenario.Exchange(
        pauseSeconds: try source(pause), latencySeconds: try source(.int(in: 0...3)),
        answer: try source(answer))
    }
  }
}

extension Generator where Value == BackoffScenario.Answer {
  fileprivate static var answer: Generator {
    let retryAfter = Generator<String?>.frequency(
      (6, .constant(nil)), (1, .constant("0")), (2, Generator<Int>.int(in: 0...100).map { "\($0)" }),
      (2, .element(of: ["1", "2", "10"])),
      (1, .element(of: [
        "3600", "100000000", "99999999999999999999", "-5", "1.5", "soon", "Wed, 21 Oct 2026 07:28:00 GMT",
      ])))
    return .frequency(
      (8, retryAfter.map { .rateLimited(retryAfter: $0) }), (2, .constant(.success)),
      (2, Generator<Int>.element(of: [500, 503, 404, 302, 428, 430, 199]).map { .status($0) }),
      (1, .constant(.noConnection)))
  }
}
