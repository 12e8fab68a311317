/// The input of a throttle. A number identifies each request and is never used again.
public enum ThrottleEvent: Sendable, Equatable {
  /// A caller wants to send this request.
  case asked(Int)
  /// The caller of this request has given up.
  case cancelled(Int)
  /// This request was sent and has ended.
  case answered(Int)
  /// The time that ``ThrottleEffect/wake(at:)`` named has come.
  case woken
}

/// The output of a throttle: what its gate must do.
public enum ThrottleEffect: Sendable, Equatable {
  /// Send this request now.
  case send(Int)
  /// Report ``ThrottleEvent/woken`` to the throttle at this time.
  case wake(at: Duration)
}

/// How many requests the throttle allows in any window of a given length.
public struct ThrottleLimits: Sendable, Equatable {
  /// The number of requests, at least 1.
  public let requests: Int
  /// The length of the window. Zero means no limit.
  public let window: Duration

  /// Creates limits, by default 60 requests in 60 seconds. It raises `requests` to at least 1 and `window` to at least
  /// zero.
  public init(requests: Int = 60, window: Duration = .seconds(60)) {
    self.requests = max(1, requests)
    self.window = max(.zero, window)
  }
}

/// A state machine that keeps requests from being sent too often. All times count from the same arbitrary start.
public protocol RequestThrottling: Sendable {
  /// Takes an event at an instant, and returns what to do now: the requests to send, in order, and at most one time to wake
  /// up.
  mutating func handle(_ event: ThrottleEvent, at now: Duration) -> [ThrottleEffect]
}

/// A sliding window: any interval `(t − window, t]` contains at most ``ThrottleLimits/requests`` sends. Other requests
/// wait, first come, first served, and are sent at the first instant that the window allows. If the clock goes back, the
/// throttle uses the latest time it has seen.
public struct RequestThrottle: RequestThrottling {
  private let limits: ThrottleLimits
  /// The times at which the requests of the current window were sent, oldest first.
  private var sends: [Duration] = []
  private var waiting: [Int] = []
  private var latest: Duration?
  private var isToBeWoken = false

  /// Starts with an empty window.
  public init(_ limits: ThrottleLimits) {
    self.limits = limits
  }

  public mutating func handle(_ event: ThrottleEvent, at now: Duration) -> [ThrottleEffect] {
    let now = max(now, latest ?? now)
    latest = now
    switch event {
    case .asked(let request): waiting.append(request)
    case .cancelled(let request): waiting.removeAll { $0 == request }
    case .answered: break  // What counts is what was sent.
    case .woken: isToBeWoken = false
    }

    sends.removeAll { $0 <= now - limits.window }
    var effects: [ThrottleEffect] = []
    while !waiting.isEmpty && sends.count < limits.requests {
      effects.append(.send(waiting.removeFirst()))
      if limits.window > .zero { sends.append(now) }
    }
    if !waiting.isEmpty, !isToBeWoken, let oldest = sends.first {
      isToBeWoken = true
      effects.append(.wake(at: oldest + limits.window))
    }
    return effects
  }
}
