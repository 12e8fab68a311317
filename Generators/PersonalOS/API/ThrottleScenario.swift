import PersonalOSReference
import PropertyTesting

/// Requests that come in bursts, on the edge of the window, after long pauses.
public struct ThrottleScenario: Sendable {
  public enum Action: Sendable {
    case ask
    /// The request that was asked for so many before the last one.
    case cancel(Int)
    case answer(Int)
    case nothing
  }

  public struct Step: Sendable {
    /// Since the step before; less than zero where the clock was set back.
    public let after: Duration
    public let action: Action
  }

  /// A task that sends one request.
  public struct Caller: Sendable {
    /// Since the caller before came.
    public let after: Duration
    public let latency: Duration
    /// Since it came. Never at the instant of anything else; below zero: before it asks.
    public let cancelledAfter: Duration?
  }

  public let limits: ThrottleLimits
  public let steps: [Step]
  public let callers: [Caller]
}

extension Generator where Value == ThrottleScenario {
  public static var throttleScenario: Generator {
    Generator { source in
      let requests = try source(.oneOf(.int(in: 1...3), .int(in: 1...10)))
      let window = Duration.seconds(try source(.element(of: [1, 10, 60])))
      return ThrottleScenario(
        limits: ThrottleLimits(requests: requests, window: window),
        steps: try source(.array(of: .step(window), count: requests + 1...40)),
        callers: try source(.array(of: .caller(window), count: 2...14)))
    }
  }
}

extension Generator where Value == ThrottleScenario.Step {
  fileprivate static func step(_ window: Duration) -> Generator {
    let nanosecond = Duration.nanoseconds(1)
    let after = Generator<Duration>.frequency(
      (10, .constant(.zero)),
      (3, .element(of: [window, window - nanosecond, window + nanosecond, nanosecond, window / 2])),
      (3, Generator<Int>.int(in: 0...8).map { window / 8 * $0 }),
      (1, Generator<Int>.int(in: 2...5).map { window * $0 }),
      (2, Generator<Int>.int(in: 1...8).map { .zero - window / 8 * $0 }))
    let action = Generator<ThrottleScenario.Action>.frequency(
      (8, .constant(.ask)), (1, Generator<Int>.int(in: 0...3).map { .cancel($0) }),
      (1, Generator<Int>.int(in: 0...5).map { .answer($0) }), (1, .constant(.nothing)))
    return Generator { source in
      ThrottleScenario.Step(after: try source(after), action: try source(action))
    }
  }
}

extension Generator where Value == ThrottleScenario.Caller {
  fileprivate static func caller(_ window: Duration) -> Generator {
    let after = Generator<Duration>.frequency(
      (6, .constant(.zero)), (2, Generator<Int>.int(in: 0...16).map { window / 8 * $0 }))
    let latency = Generator<Int>.oneOf(.constant(0), .int(in: 0...16)).map { window / 8 * $0 }
    let cancelledAfter = Generator<Int>.int(in: 0...24).map { window / 8 * $0 + window / 16 }
    return Generator { source in
      ThrottleScenario.Caller(
        after: try source(after), latency: try source(latency),
        cancelledAfter: try source(
          .frequency((6, .constant(nil)), (3, cancelledAfter.map { $0 }), (1, .constant(.zero - window)))))
    }
  }
}
