import PersonalOSReference
import PropertyTesting

/// Requests that arrive in bursts, at the edges of the window, and after long pauses.
public struct ThrottleScenario: Sendable {
  /// What happens to the throttle in one step.
  public enum Action: Sendable {
    case ask
    /// Cancels a request that waits. The number counts back from the request that asked last, which is 0. If that
    /// request does not wait, the throttle is only woken.
    case cancel(Int)
    /// The server answers a request. The number counts back from the request that was sent last, which is 0. If there
    /// is none, the throttle is only woken.
    case answer(Int)
    case nothing
  }

  /// An action and its time.
  public struct Step: Sendable {
    /// The time since the step before. It is negative if the clock was set back.
    public let after: Duration
    /// The action that the throttle handles at that time.
    public let action: Action
  }

  /// A task that sends one request.
  public struct Caller: Sendable {
    /// The time since the caller before arrived.
    public let after: Duration
    /// The time from sending the request to its answer.
    public let latency: Duration
    /// When the caller's task is cancelled, counted from its arrival. Nothing else happens at that instant. A negative
    /// time means before the caller asks; nil means never.
    public let cancelledAfter: Duration?
  }

  /// The limits of the throttle: 1 to 10 requests in a window of 1, 10 or 60 seconds.
  public let limits: ThrottleLimits
  /// The steps of the pure state machine, in order: more than the limit allows in one window.
  public let steps: [Step]
  /// The tasks that send through a gate with the same limits, in the order of their arrival.
  public let callers: [Caller]
}

extension Generator where Value == ThrottleScenario {
  /// Times are mostly 0, or multiples of an eighth of the window, or a nanosecond away from the window's edge.
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
