import PersonalOSReference
import PropertyTesting

/// What a circuit breaker sees of an API that fails and recovers.
public struct BreakerScenario: Sendable {
  /// What happens to the breaker in one step.
  public enum Action: Sendable {
    /// This many requests ask to be sent at one instant.
    case ask(Int)
    /// Ends a request in flight with this outcome. The number counts back from the request that was sent last, which is
    /// 0. If fewer requests are in flight, nothing happens.
    case end(Int, APIOutcome)
    /// This many requests, one after the other. Each that the breaker lets through ends with this outcome at once.
    case calls(Int, APIOutcome)
  }

  /// An action and its time.
  public struct Step: Sendable {
    /// The time since the step before. It is negative if the clock was set back.
    public let after: Duration
    /// The action that the breaker handles at that time.
    public let action: Action
  }

  /// The steps of the pure state machine, in order.
  public let steps: [Step]
  /// The outage that tasks meet behind a gate with the same breaker.
  public let outage: Outage
}

/// A period in which an API is unreachable, and the tasks that send requests before, during and after it.
public struct Outage: Sendable {
  /// A task that sends one request.
  public struct Caller: Sendable {
    /// The time since the caller before arrived.
    public let after: Duration
    /// The time from sending the request to its answer.
    public let latency: Duration
  }

  /// The answers outside of the outage, which the callers get in turn. During the outage the answer is `failure`.
  public let answers: [APIOutcome]
  /// How requests fail that the API would answer during the outage.
  public let failure: NetworkError
  /// When the outage begins, counted from the start of the run.
  public let start: Duration
  /// How long the outage lasts: 10 to 200 seconds.
  public let length: Duration
  /// The callers in the order of their arrival; some arrive at one instant.
  public let callers: [Caller]
}

extension Generator where Value == BreakerScenario {
  /// 2 to 14 episodes of steps, and one outage.
  public static var breakerScenario: Generator {
    Generator { source in
      BreakerScenario(
        steps: try source(.array(of: .episode, count: 2...14)).flatMap { $0 }, outage: try source(.outage))
    }
  }
}

extension Generator where Value == [BreakerScenario.Step] {
  /// A few arbitrary steps; or enough failures to open the circuit, then a pause and a probe with some outcome; or
  /// other outcomes between two groups of failures; or a late outcome.
  fileprivate static var episode: Generator {
    let settingBack = Generator<Duration>.frequency(
      (3, .constant(.zero)), (2, .element(of: [.seconds(-5), .seconds(-40)])))
    let trip = Generator { source in
      [
        BreakerScenario.Step(
          after: try source(settingBack),
          action: .calls(5, .failed(try source(.unavailability)))),
        BreakerScenario.Step(
          after: try source(.element(of: [.seconds(30), .seconds(31), .seconds(45)])),
          action: .ask(try source(.int(in: 1...3)))),
        BreakerScenario.Step(
          after: .seconds(try source(.int(in: 0...2))), action: .end(0, try source(.probeOutcome))),
      ]
    }
    let interruption = Generator { source in
      [
        BreakerScenario.Step(
          after: .zero, action: .calls(try source(.int(in: 1...4)), .failed(try source(.unavailability)))),
        BreakerScenario.Step(
          after: .zero,
          action: .calls(
            try source(.int(in: 1...6)),
            try source(.oneOf(.constant(.success), .refusal, .refusal, .constant(.cancelled))))),
        BreakerScenario.Step(
          after: .zero, action: .calls(try source(.int(in: 1...4)), .failed(try source(.unavailability)))),
      ]
    }
    return .frequency((3, .array(of: .step, count: 1...4)), (2, trip), (2, interruption), (2, .lateOutcome))
  }
}

extension Generator where Value == [BreakerScenario.Step] {
  /// A request that is in flight while the circuit opens, and perhaps closes again, ends afterwards.
  fileprivate static var lateOutcome: Generator {
    Generator { source in
      let failure = APIOutcome.failed(try source(.unavailability))
      var steps = [
        BreakerScenario.Step(after: .zero, action: .ask(1)),
        BreakerScenario.Step(after: .zero, action: .calls(5, failure)),
      ]
      if try source(.bool) {
        steps.append(BreakerScenario.Step(after: .seconds(30), action: .calls(1, .success)))
        steps.append(BreakerScenario.Step(after: .zero, action: .calls(4, failure)))
      }
      steps.append(
        BreakerScenario.Step(
          after: .zero, action: .end(0, try source(.oneOf(.constant(failure), .constant(.success))))))
      steps.append(BreakerScenario.Step(after: .zero, action: .ask(1)))
      return steps
    }
  }
}

extension Generator where Value == BreakerScenario.Step {
  fileprivate static var step: Generator {
    let after = Generator<Duration>.frequency(
      (10, .constant(.zero)), (2, Generator<Int>.int(in: 0...31).map { .seconds($0) }),
      (3, .element(of: [.seconds(30), .seconds(30) - .nanoseconds(1), .seconds(31)])),
      (1, Generator<Int>.int(in: -40 ... -1).map { .seconds($0) }))
    let action = Generator<BreakerScenario.Action>.frequency(
      (4, Generator<Int>.int(in: 1...3).map { .ask($0) }),
      (6, Generator<BreakerScenario.Action> { source in
        .end(try source(.int(in: 0...4)), try source(.apiOutcome))
      }),
      (4, Generator<BreakerScenario.Action> { source in
        .calls(try source(.int(in: 1...6)), try source(.apiOutcome))
      }))
    return Generator { source in
      BreakerScenario.Step(after: try source(after), action: try source(action))
    }
  }
}

extension Generator where Value == APIOutcome {
  /// About half of the outcomes mean that the API is unavailable.
  public static var apiOutcome: Generator {
    .frequency(
      (6, Generator<NetworkError>.unavailability.map { .failed($0) }), (3, .constant(.success)),
      (2, .refusal), (1, .constant(.cancelled)))
  }

  fileprivate static var probeOutcome: Generator {
    .frequency(
      (2, .constant(.success)), (2, Generator<NetworkError>.unavailability.map { .failed($0) }),
      (2, .constant(.cancelled)), (1, .refusal))
  }

  /// Failures that an available API answers with.
  fileprivate static var refusal: Generator {
    .element(of: [
      .failed(.serverError(404)), .rateLimited(retryAfter: nil), .failed(.serverError(499)),
    ])
  }
}

extension Generator where Value == NetworkError {
  fileprivate static var unavailability: Generator {
    .element(of: [
      .noConnection, .timeout, .invalidResponse, .serverError(500), .serverError(503), .serverError(599),
    ])
  }
}

extension Generator where Value == Outage {
  fileprivate static var outage: Generator {
    let pause = Generator<Int>.frequency((3, .int(in: 0...6)), (3, .int(in: 25...40)))
    let group = Generator<[Outage.Caller]> { source in
      let pause = Duration.seconds(try source(pause))
      let latency = Generator<Int>.int(in: 0...3)
      let count = try source(.int(in: 1...6))
      return try (0..<count).map { index in
        Outage.Caller(after: index == 0 ? pause : .zero, latency: .seconds(try source(latency)))
      }
    }
    return Generator { source in
      Outage(
        answers: try source(.array(of: .frequency((3, .constant(.success)), (1, .refusal)), count: 1...4)),
        failure: try source(.unavailability), start: .seconds(try source(.int(in: 0...6))),
        length: .seconds(try source(.oneOf(.int(in: 10...60), .int(in: 60...200)))),
        callers: try source(.array(of: group, count: 4...12)).flatMap { $0 })
    }
  }
}
