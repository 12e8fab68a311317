import PersonalOSReference
import PropertyTesting

/// What happens to the state machine of a gate, and how long after the step before: negative if the clock was set back.
struct Step<Event: Sendable>: Sendable {
  let after: Duration
  let event: Event
}

/// A throttle in one sentence: each request in its order, at the first instant at which the window allows it. It keeps
/// all that was ever sent, and looks through it.
struct ThrottleModel {
  enum Event { case ask, cancel(Int), answer(Int), wake }

  struct Sending: Equatable {
    let request: Int
    let time: Duration
  }

  let limits: ThrottleLimits
  /// So much that it can be set back.
  private(set) var clock = Duration.seconds(10_000)
  private(set) var latest = Duration.zero
  private(set) var asked = 0
  private(set) var waiting: [Int] = []
  private(set) var sent: [Sending] = []

  init(limits: ThrottleLimits) { self.limits = limits }

  /// - Returns: what is sent in this step, and when.
  mutating func perform(_ step: Step<Event>) -> [Sending] {
    let before = sent.count
    clock += step.after
    advance()
    switch step.event {
    case .ask:
      asked += 1
      waiting.append(asked)
      advance()
    case .cancel(let request): waiting.removeAll { $0 == request }
    case .answer, .wake: break  // What counts is what was sent.
    }
    return Array(sent[before...])
  }

  /// Time goes on, or stands still if the clock was set back. Whoever has a slot by then is sent in it.
  private mutating func advance() {
    let now = max(clock, latest)
    while let next = waiting.first, slot <= now {
      sent.append(Sending(request: next, time: slot))
      waiting.removeFirst()
    }
    latest = now
  }

  /// When the next one may be sent: at once, or when the send that is so many back leaves the window.
  private var slot: Duration {
    guard sent.count >= limits.requests else { return latest }
    return max(latest, sent[sent.count - limits.requests].time + limits.window)
  }
}

/// Limits are as given: by default 60 requests in 60 s, and at least one request in no time.
func expectLimitsAsGiven(_ api: APISystem, _ given: ThrottleLimits) throws {
  let minute = Duration.seconds(60)
  let cases: [(Int?, Duration?, Int, Duration)] = [
    (nil, nil, 60, minute), (7, nil, 7, minute), (nil, .seconds(5), 60, .seconds(5)), (0, .zero, 1, .zero),
    (-3, .seconds(-1), 1, .zero), (given.requests + 1, given.window, given.requests + 1, given.window),
  ]
  for (requests, window, expectedRequests, expectedWindow) in cases {
    let limits = api.makeLimits(requests, window)
    try expect("requests of \(describe(requests))", limits.requests, equals: expectedRequests)
    try expect("the window of \(describe(window))", limits.window, equals: expectedWindow)
  }
}
