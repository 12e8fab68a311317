/// What a throttle is told. Requests are known by numbers that are used once.
public enum ThrottleEvent: Sendable, Equatable {
  /// Somebody wants to send it.
  case asked(Int)
  /// Nobody wants to any more.
  case cancelled(Int)
  /// It was sent, and has its answer.
  case answered(Int)
  /// The time has come that ``ThrottleEffect/wake(at:)`` named.
  case woken
}

/// What is to be done.
public enum ThrottleEffect: Sendable, Equatable {
  case send(Int)
  /// Tell ``ThrottleEvent/woken`` at this time.
  case wake(at: Duration)
}

/// How many requests may be sent in how long a time.
public struct ThrottleLimits: Sendable, Equatable {
  /// At least 1.
  public let requests: Int
  public let window: Duration

  public init(requests: Int = 60, window: Duration = .seconds(60)) {
    self.requests = max(1, requests)
    self.window = max(.zero, window)
  }
}

/// Keeps requests from being sent too often, as a state machine. Times are since any start.
public protocol RequestThrottling: Sendable {
  mutating func handle(_ event: ThrottleEvent, at now: Duration) -> [ThrottleEffect]
}

/// A sliding window: in any `(t − window, t]` at most so many sends. What is too much waits, first come,
/// first served, and is sent at the first instant that the window allows. A clock that goes back stands
/// still.
public struct RequestThrottle: RequestThrottling {
  private let limits: ThrottleLimits
  /// When the requests of the current window were sent, oldest first.
  private var sends: [Duration] = []
  private var waiting: [Int] = []
  private var latest: Duration?
  private var isToBeWoken = false

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
