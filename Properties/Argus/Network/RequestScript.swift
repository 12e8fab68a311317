import ArgusReference
import PlatformStandIns
import PropertyTesting
import Synchronization

/// What becomes of each attempt of a request, in whole seconds, and when its caller loses interest.
struct RequestScript: Sendable {
  enum Outcome: Sendable, Equatable {
    case status(Int)
    case timedOut
    /// The network goes away and returns after so many seconds.
    case networkLost(seconds: Int)
    /// The transport finds no way, while the device is online.
    case noRoute
    /// The transport fails in a way that nobody has foreseen.
    case unforeseen
  }

  struct Unforeseen: Error {}

  struct Attempt: Sendable, CounterexampleDescribable {
    let seconds: Int
    let outcome: Outcome

    var counterexampleDescription: String { "\(outcome) after \(seconds) s" }
  }

  /// The last one is what comes of all further attempts.
  let attempts: [Attempt]
  /// The network is away at first, for so long.
  let offlineAtFirst: Int
  /// Half a second later the caller is cancelled; nil: never.
  let cancelledAfter: Int?

  func attempt(_ number: Int) -> Attempt { attempts[min(number, attempts.count - 1)] }

  /// What the rules of the source make of it.
  struct Expected: Sendable {
    /// In seconds since the beginning.
    var sent: [Int] = []
    var result: RequestResult
    var end: Int
  }

  var expected: Expected {
    var expected = uncancelled
    if let cancelledAfter, cancelledAfter < expected.end {
      expected.sent.removeAll { $0 > cancelledAfter }
      expected.result = .cancelled
    }
    return expected
  }

  private var uncancelled: Expected {
    var expected = Expected(result: .cancelled, end: .max)
    var now = offlineAtFirst
    var delays = [1, 2, 4]
    // Some scripts lose the network in every attempt, for ever.
    while expected.sent.count < 40 {
      let attempt = attempt(expected.sent.count)
      expected.sent.append(now)
      now += attempt.seconds
      expected.end = now
      switch attempt.outcome {
      case .status(let status) where status < 300:
        expected.result = .answered(attempt: expected.sent.count - 1)
        return expected
      case .status(let status) where status < 500:
        expected.result = .failed(.badResponse(status))
        return expected
      case .networkLost(let seconds):
        now += seconds
        continue
      case .unforeseen:
        expected.result = .other
        return expected
      case .status(let status): expected.result = .failed(.badResponse(status))
      case .timedOut: expected.result = .failed(.timedOut)
      case .noRoute: expected.result = .failed(.offline)
      }
      if delays.isEmpty { return expected }
      now += delays.removeFirst()
    }
    return expected
  }
}

enum RequestResult: Sendable, Equatable {
  /// With the answer of that attempt.
  case answered(attempt: Int)
  case failed(ArgusError)
  case cancelled
  case other
}

extension Generator where Value == RequestScript {
  static let requestScript = Generator { source in
    let passing = Generator<RequestScript.Outcome>.frequency(
      (3, .element(of: [.status(500), .status(503), .status(599)])), (3, .constant(.timedOut)),
      (2, Generator<Int>.int(in: 1...9).map { .networkLost(seconds: $0) }), (1, .constant(.noRoute)))
    let final = Generator<RequestScript.Outcome>.frequency(
      (5, .element(of: [.status(200), .status(204), .status(299)])),
      (1, .constant(.unforeseen)), (4, .element(of: [.status(404), .status(429), .status(429), .status(499), .status(300), .status(304), .status(399)])),
      (3, .element(of: [.status(500), .timedOut, .noRoute])))
    func attempt(_ outcome: Generator<RequestScript.Outcome>) -> Generator<RequestScript.Attempt> {
      Generator<(Int, RequestScript.Outcome)>.zip(.int(in: 0...3), outcome).map { .init(seconds: $0, outcome: $1) }
    }
    return RequestScript(
      attempts: try source(.array(of: attempt(passing), count: 0...5)) + [try source(attempt(final))],
      offlineAtFirst: try source(.frequency((3, .constant(0)), (1, .int(in: 1...5)))),
      cancelledAfter: try source(.frequency((3, .constant(nil)), (1, Generator<Int>.int(in: 0...12).map { $0 }))))
  }
}

/// A network that does what the script says, and when each request was sent. For use under a schedule.
final class ScriptedTransport: HTTPTransport {
  private let script: RequestScript
  private let conditions: DeviceConditions
  private let start = ContinuousClock().now
  private let attempts = Mutex<[Int]>([])
  private let offline = Mutex(0)

  init(_ script: RequestScript, _ conditions: DeviceConditions) {
    self.script = script
    self.conditions = conditions
  }

  /// In whole seconds since the beginning.
  var sent: [Int] { attempts.withLock { $0 } }
  /// How many of them were sent while the device was offline.
  var sentOffline: Int { offline.withLock { $0 } }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let number = attempts.withLock { attempts in
      attempts.append(Int(start.duration(to: ContinuousClock().now).components.seconds))
      return attempts.count - 1
    }
    if !conditions.isOnline { offline.withLock { $0 += 1 } }
    let attempt = script.attempt(number)
    try await Task.sleep(for: .seconds(attempt.seconds))
    switch attempt.outcome {
    case .status(let status): return HTTPResponse(status: status, body: [UInt8(number % 256)])
    case .timedOut: throw TransportFailure.timedOut
    case .noRoute: throw TransportFailure.offline
    case .unforeseen: throw RequestScript.Unforeseen()
    case .networkLost(let seconds):
      loseNetwork(for: seconds)
      throw TransportFailure.offline
    }
  }

  func loseNetwork(for seconds: Int) {
    conditions.set { $0.isOnline = false }
    Task {
      try await Task.sleep(for: .seconds(seconds))
      conditions.set { $0.isOnline = true }
    }
  }
}
