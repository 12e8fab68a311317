import PropertyTesting

/// Requests one after the other, and a server that has enough of them.
public struct BackoffScenario: Sendable {
  public enum Answer: Sendable {
    case success
    case rateLimited(retryAfter: String?)
    /// Another HTTP status.
    case status(Int)
    case noConnection
  }

  public struct Exchange: Sendable {
    /// Before the request is asked for, in seconds.
    public let pauseSeconds: Int
    /// From the sending to the answer, in seconds.
    public let latencySeconds: Int
    public let answer: Answer
  }

  /// Nil: delays are not shortened.
  public let jitterSeed: UInt64?
  public let exchanges: [Exchange]
}

extension Generator where Value == BackoffScenario {
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
