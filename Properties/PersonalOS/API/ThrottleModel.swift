import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// A request that was sent, and when.
struct Sending: Equatable {
  let request: Int
  let time: Duration
}

/// A throttle told in one sentence: each in its order, at the first instant at which the window allows it.
/// It keeps all that was ever sent, and looks through it.
struct ThrottleModel {
  let limits: ThrottleLimits
  private(set) var now: Duration?
  private(set) var waiting: [Int] = []
  private(set) var sent: [Sending] = []

  init(_ limits: ThrottleLimits) { self.limits = limits }

  /// Time goes on to `instant`, or stands still where that is earlier; whoever has his slot by then is sent
  /// in it.
  mutating func advance(to instant: Duration) {
    let end = max(instant, now ?? instant)
    while let next = waiting.first, slot <= end {
      sent.append(Sending(request: next, time: slot))
      waiting.removeFirst()
    }
    now = end
  }

  mutating func ask(_ request: Int) {
    waiting.append(request)
    advance(to: now ?? .zero)
  }

  mutating func cancel(_ request: Int) { waiting.removeAll { $0 == request } }

  /// When the next one may be sent: at once, or when the send that is so many back leaves the window.
  private var slot: Duration {
    let now = now ?? .zero
    guard sent.count >= limits.requests else { return now }
    return max(now, sent[sent.count - limits.requests].time + limits.window)
  }
}

/// Counts the sends of every window there is.
func expectNoFullerWindow(_ times: [Duration], _ limits: ThrottleLimits) throws {
  for end in times {
    let inside = times.count { $0 > end - limits.window && $0 <= end }
    try expect(
      "\(inside) requests in the \(limits.window) up to \(end), of \(limits.requests) allowed",
      inside <= limits.requests)
  }
}

/// Limits are those that were given; 60 requests in 60 s where nothing was, and one at least in no time at least.
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
