import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import Synchronization

/// Tasks that send requests through a pipeline, and the network's own account of them.
final class UsageCompany: Sendable {
  /// The network's account of one endpoint.
  struct Account: Equatable {
    var requests = 0
    var successes = 0
    var failures: [APIFailureKind: Int] = [:]
    var cancelled = 0
    var throttled = 0
    var shortCircuited = 0
  }

  /// An error that the network saw, as a log has to tell it.
  private struct Failure: Hashable, Comparable {
    let endpoint: String
    let error: String
    let seconds: Double

    static func < (left: Failure, right: Failure) -> Bool {
      (left.seconds, left.endpoint, left.error) < (right.seconds, right.endpoint, right.error)
    }
  }

  private struct State {
    var accounts: [String: Account] = [:]
    var failures: [Failure] = []
    var sends: [Duration] = []
    /// When requests were asked for, and sent.
    var visits: [(asked: Duration, sent: Duration)] = []
    /// When the network wanted fewer requests, and for how long none.
    var rateLimits: [(answered: Duration, quiet: Duration)] = []
    var inFlight = 0
    var mostInFlight = 0
    var retries = 0
  }

  private let limits: ThrottleLimits
  private let pipeline: any RequestSending
  private let monitor: any UsageMonitoring
  private let log: any ErrorLog
  private let state = Mutex(State())
  private let start: ContinuousClock.Instant

  init(_ system: PersonalOSSystem, _ limits: ThrottleLimits) {
    self.limits = limits
    let clock = ContinuousClock()
    let start = clock.now
    self.start = start
    let api = system.api
    log = system.errors.makeLog(1_000, [])
    monitor = api.makeMonitor(log) {
      Date(timeIntervalSinceReferenceDate: start.duration(to: .now).inSeconds)
    }
    pipeline = api.makePipeline(
      RequestPipeline.Parts(
        breaker: api.openBreaker(api.makeBreaker(), clock),
        backoff: api.openBackoff(api.makeBackoff(nil), clock),
        throttle: api.openThrottle(api.makeThrottle(limits), clock), monitor: monitor))
  }

  var mostOverlapping: Int { state.withLock { $0.mostInFlight } }
  var retryCount: Int { state.withLock { $0.retries } }
  var all: [String: Account] { state.withLock { $0.accounts } }
  private var now: Duration { start.duration(to: .now) }

  func run(_ callers: [UsageScenario.Caller]) async throws {
    let tasks = callers.enumerated().map { number, caller in
      Task(name: "caller \(number)") { try await self.run(caller) }
    }
    let watcher = Task(name: "watcher") {
      for _ in 0..<12 {
        try await self.expectEquation()
        try await ContinuousClock().sleep(for: .milliseconds(5))
      }
    }
    for task in tasks { try await task.value }
    try await watcher.value
  }

  private func run(_ caller: UsageScenario.Caller) async throws {
    try await ContinuousClock().sleep(for: .milliseconds(caller.afterMilliseconds))
    let sending = Task { try await self.attempts(caller) }
    if let delay = caller.cancelledAfterMilliseconds {
      Task {
        try await ContinuousClock().sleep(for: .milliseconds(delay))
        sending.cancel()
      }
    }
    try await sending.value
  }

  private func attempts(_ caller: UsageScenario.Caller) async throws {
    for (index, attempt) in caller.attempts.enumerated() {
      if index > 0 { state.withLock { $0.retries += 1 } }
      if try await isOver(attempt, APICall(endpoint: caller.endpoint, attempt: index + 1)) { return }
    }
  }

  /// One request, and what the caller sees of it: that it waited, or never reached the network.
  private func isOver(_ attempt: UsageScenario.Attempt, _ call: APICall) async throws -> Bool {
    let asked = now
    let visit = Mutex<Duration?>(nil)
    var isOver = false
    do {
      let response = try await pipeline.send(call) {
        visit.withLock { $0 = self.now }
        return try await self.answer(call.endpoint, attempt)
      }
      isOver = response.status == 200
    } catch is CancellationError {
      isOver = true
    } catch let error as NetworkError where visit.withLock({ $0 }) == nil {
      account(call.endpoint) { $0.shortCircuited += 1 }
      try expect("what never reaches the network fails with", error, equals: .serverError(503))
      try expect("what is refused is refused at once, asked at", now, equals: asked)
      return false
    } catch is NetworkError {}
    if let sent = visit.withLock({ $0 }) { state.withLock { $0.visits.append((asked, sent)) } }
    if (visit.withLock { $0 } ?? now) > asked { account(call.endpoint) { $0.throttled += 1 } }
    return isOver
  }

  /// The network: what it counts is the truth.
  private func answer(_ endpoint: String, _ attempt: UsageScenario.Attempt) async throws -> HTTPResponse {
    state.withLock { state in
      state.accounts[endpoint, default: Account()].requests += 1
      state.sends.append(now)
      state.inFlight += 1
      state.mostInFlight = max(state.mostInFlight, state.inFlight)
    }
    defer { state.withLock { $0.inFlight -= 1 } }
    let known = await monitor.usage(of: endpoint)
    try expect("a request on its way is counted as such", known.inFlight >= 1 && known.requests >= 1)
    do {
      try await ContinuousClock().sleep(for: .milliseconds(attempt.latencyMilliseconds))
    } catch {
      account(endpoint) { $0.cancelled += 1 }
      throw error
    }
    switch attempt.outcome {
    case .success, .cancelled:
      account(endpoint) { $0.successes += 1 }
      return HTTPResponse(status: 200)
    case .rateLimited(let retryAfter):
      fail(endpoint, .rateLimited)
      let seconds = retryAfter?.components.seconds
      let answered = now
      state.withLock { $0.rateLimits.append((answered, .seconds(max(1, seconds ?? 0)))) }
      return HTTPResponse(
        status: 429, headers: seconds.map { [HTTPHeader("Retry-After", "\($0)")] } ?? [])
    case .failed(let error):
      fail(endpoint, error)
      // Some servers say so; others do not answer.
      if case .serverError(let status) = error { return HTTPResponse(status: status) }
      throw error
    }
  }

  private func fail(_ endpoint: String, _ error: NetworkError) {
    let failure = Failure(endpoint: endpoint, error: Self.name(error), seconds: now.inSeconds)
    state.withLock { state in
      state.accounts[endpoint, default: Account()].failures[Self.kind(error), default: 0] += 1
      state.failures.append(failure)
    }
  }

  private static func kind(_ error: NetworkError) -> APIFailureKind {
    switch error {
    case .noConnection: .noConnection
    case .timeout: .timeout
    case .rateLimited: .rateLimited
    case .invalidResponse: .invalidResponse
    case .serverError(let status): status < 500 ? .clientError : .serverError
    }
  }

  private static func name(_ error: NetworkError) -> String {
    switch error {
    case .noConnection: "noConnection"
    case .timeout: "timeout"
    case .rateLimited: "rateLimited"
    case .invalidResponse: "invalidResponse"
    case .serverError(let status): "serverError(\(status))"
    }
  }

  private func account(_ endpoint: String, _ change: (inout Account) -> Void) {
    state.withLock { change(&$0.accounts[endpoint, default: Account()]) }
  }

  private func expectEquation() async throws {
    for endpoint in UsageScenario.endpoints {
      let usage = await monitor.usage(of: endpoint)
      try expect(
        "requests to \(endpoint) = successes + failures + cancelled + in flight", usage.requests,
        equals: usage.successes + usage.failures + usage.cancelled + usage.inFlight)
      try expect("nothing below zero: \(usage)", usage.inFlight >= 0)
    }
  }

  func expectTheNetworksNumbers() async throws {
    try await expectEquation()
    for endpoint in UsageScenario.endpoints {
      let usage = await monitor.usage(of: endpoint)
      let account = all[endpoint] ?? Account()
      let seen = Account(
        requests: usage.requests, successes: usage.successes, failures: usage.failuresByKind,
        cancelled: usage.cancelled, throttled: usage.throttled, shortCircuited: usage.shortCircuited)
      try expect("usage of \(endpoint)", seen, equals: account)
      try expect("on the way to \(endpoint) in the end", usage.inFlight, equals: 0)
      let failures = account.failures.values.reduce(0, +)
      let ended = failures + account.successes
      try expect(
        "error rate of \(endpoint)", usage.errorRate,
        equals: ended == 0 ? 0 : Double(failures) / Double(ended))
    }
  }

  /// One entry for each request that failed at the network, and none for anything else.
  func expectTheNetworksFailuresInTheLog() throws {
    let logged = log.entries.map { entry in
      Failure(
        endpoint: UsageScenario.endpoints.first { entry.context.contains($0) } ?? entry.context,
        error: entry.debugDescription, seconds: entry.instant.timeIntervalSinceReferenceDate)
    }
    try expect("failures in the log", logged.sorted(), equals: state.withLock { $0.failures.sorted() })
  }

  /// Through the whole pipeline as at each gate alone: not too often, and quiet when the network wants it.
  func expectThrottledAndQuiet() throws {
    try expectNoFullerWindow(state.withLock { $0.sends }, limits)
    let (visits, rateLimits) = state.withLock { ($0.visits, $0.rateLimits) }
    for visit in visits {
      // Whoever is held back already is held back longer by what is answered meanwhile; who is past the
      // back-off, and waits at the throttle, is not.
      var quietUntil = visit.asked
      while let next = rateLimits.first(where: {
        $0.answered < quietUntil && $0.answered + $0.quiet > quietUntil
      }) {
        quietUntil = next.answered + next.quiet
      }
      try expect(
        "asked for at \(visit.asked), sent at \(visit.sent), not before \(quietUntil)",
        visit.sent >= quietUntil)
    }
  }
}

extension Duration {
  fileprivate var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
