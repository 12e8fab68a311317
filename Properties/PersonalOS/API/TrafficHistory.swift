import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns

/// One request, as its caller and the network saw it. Times count from the start of the run.
struct Visit {
  /// The number of requests that were asked for before.
  let number: Int
  let caller: Traffic.Caller
  /// The number of requests that the caller sent before.
  let index: Int
  let asked: Duration
  let isCancelledBefore = Task.isCancelled
  /// When the network got the request: once, or never.
  var sends: [Duration] = []
  /// Nil if the caller was cancelled.
  var answer: Result<HTTPResponse, NetworkError>?
  /// When the network gave the answer, or the caller no longer wanted it.
  var left: Duration?
  /// What the caller got. Nil if it was cancelled.
  var result: Result<HTTPResponse, NetworkError>?
  var ended: Duration?

  var request: Traffic.Request { caller.requests[index] }
  var cancellation: Duration? { caller.cancelledAfter.map { caller.arrival + max(.zero, $0) } }
  var sent: Duration? { sends.first }
  /// Neither sent nor refused at the instant at which it was asked for.
  var isHeldBack: Bool { asked != sent ?? ended }
  var isRefused: Bool { if case .failure = result { sends.isEmpty } else { false } }
}

/// All requests of a run, in the order in which they were asked for.
struct TrafficHistory {
  var visits: [Visit] = []
  private(set) var mostInFlight = 0

  var sends: [Duration] { visits.flatMap(\.sends) }

  mutating func send(_ visit: Visit, at now: Duration) {
    visits[visit.number].sends.append(now)
    mostInFlight = max(mostInFlight, visits.count { !$0.sends.isEmpty && $0.left == nil })
  }
}
