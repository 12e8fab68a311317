import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import StorageContract
import Synchronization

/// Tasks that ask the news feed of the app, and the proxy's own account of them.
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
    var cancelledBefore = 0
  }

  private let limits: ThrottleLimits
  private static let address = "https://proxy.example"
  /// Without an attempt's own text in it.
  private static func endpoint(_ path: String) -> String { address + path }

  private let network: NewsNetwork
  private let proxy = Proxy()
  private let log: any ErrorLog
  private let state = Mutex(State())
  private let start: ContinuousClock.Instant

  init(_ system: PersonalOSSystem, _ limits: ThrottleLimits) {
    self.limits = limits
    let clock = ContinuousClock()
    let start = clock.now
    self.start = start
    let log = system.errors.makeLog(1_000, [])
    self.log = log
    network = NewsNetwork(
      NewsNetwork.Setup(
        proxy: NewsProxyClient.Setup(
          environment: .production, proxyURLs: [.production: Self.address], apiKeys: [:], transport: proxy),
        limits: limits, clock: clock, log: log,
        now: { Date(timeIntervalSinceReferenceDate: start.duration(to: .now).inSeconds) }),
      of: system.api)
  }

  private var monitor: any UsageMonitoring { network.monitor }

  /// The network: it hands each request to the attempt that it belongs to.
  private final class Proxy: HTTPTransport {
    typealias Answer = @Sendable () async throws -> HTTPResponse
    private let attempts = Mutex<[String: Answer]>([:])

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      let text = request.url.components(separatedBy: "=").last ?? ""
      guard let answer = attempts.withLock({ $0[text] }) else { return HTTPResponse(status: 404) }
      return try await answer()
    }

    func expect(_ text: String, _ answer: @escaping Answer) { attempts.withLock { $0[text] = answer } }
  }

  var mostOverlapping: Int { state.withLock { $0.mostInFlight } }
  var retryCount: Int { state.withLock { $0.retries } }
  var cancelledBeforeCount: Int { state.withLock { $0.cancelledBefore } }
  var all: [String: Account] { state.withLock { $0.accounts } }
  private var now: Duration { start.duration(to: .now) }

  func run(_ callers: [UsageScenario.Caller]) async throws {
    let tasks = callers.enumerated().map { number, caller in
      Task(name: "caller \(number)") { try await self.run(caller, number) }
    }
    let logging = Task(name: "the app leaves the screen") {
      try await ContinuousClock().sleep(for: .milliseconds(33))
      try await self.expectNumbersInTheLog()
    }
    let watcher = Task(name: "watcher") {
      for _ in 0..<12 {
        try await self.expectEquation()
        try await ContinuousClock().sleep(for: .milliseconds(5))
      }
    }
    for task in tasks { try await task.value }
    try await watcher.value
    try await logging.value
  }

  private func run(_ caller: UsageScenario.Caller, _ number: Int) async throws {
    try await ContinuousClock().sleep(for: .milliseconds(caller.afterMilliseconds))
    let isCancelledBefore = (caller.cancelledAfterMilliseconds ?? 0) < 0
    let sending = Task {
      if isCancelledBefore { withUnsafeCurrentTask { $0?.cancel() } }
      try await self.attempts(caller, number)
    }
    if let delay = caller.cancelledAfterMilliseconds, delay >= 0 {
      Task {
        try await ContinuousClock().sleep(for: .milliseconds(delay))
        sending.cancel()
      }
    }
    try await sending.value
  }

  private func attempts(_ caller: UsageScenario.Caller, _ number: Int) async throws {
    for (index, attempt) in caller.attempts.enumerated() {
      if index > 0 { state.withLock { $0.retries += 1 } }
      if try await isOver(attempt, caller, named: "caller\(number)attempt\(index)") { return }
    }
  }

  /// One request, and what the caller sees of it: that it waited, or never reached the network.
  private func isOver(
    _ attempt: UsageScenario.Attempt, _ caller: UsageScenario.Caller, named name: String
  ) async throws -> Bool {
    let asked = now
    let visit = Remembered<Duration?>(nil)
    let endpoint = Self.endpoint(caller.endpoint)
    proxy.expect(name) {
      visit.set(self.now)
      return try await self.answer(endpoint, attempt)
    }
    var isOver = false
    let wasCancelled = Task.isCancelled
    do {
      _ = caller.endpoint == "/v1/news"
        ? try await network.feed.articles(category: name) : try await network.feed.articles(matching: name)
      isOver = true
    } catch is CancellationError {
      isOver = true
    } catch let error as NetworkError where visit.now == nil {
      account(endpoint) { $0.shortCircuited += 1 }
      try expect("what never reaches the network fails with", error, equals: .serverError(503))
      try expect("what is refused is refused at once, asked at", now, equals: asked)
      return false
    } catch is NetworkError {}
    try expect("a request of a cancelled task reaches the network", wasCancelled && visit.now != nil, equals: false)
    if wasCancelled { state.withLock { $0.cancelledBefore += 1 } }
    if let sent = visit.now { state.withLock { $0.visits.append((asked, sent)) } }
    if (visit.now ?? now) > asked { account(endpoint) { $0.throttled += 1 } }
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
      return HTTPResponse(status: 200, body: Array(#"{"articles": []}"#.utf8))
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
    for endpoint in UsageScenario.endpoints.map(Self.endpoint) {
      let usage = await monitor.usage(of: endpoint)
      try expect(
        "requests to \(endpoint) = successes + failures + cancelled + in flight", usage.requests,
        equals: usage.successes + usage.failures + usage.cancelled + usage.inFlight)
      try expect("nothing below zero: \(usage)", usage.inFlight >= 0)
    }
  }

  func expectTheNetworksNumbers() async throws {
    try await expectEquation()
    for endpoint in UsageScenario.endpoints.map(Self.endpoint) {
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

  /// When the app leaves the screen: what the log says of each endpoint is what the network has counted by then.
  func expectNumbersInTheLog() async throws {
    let accounts = all
    var before: [String: APIUsage] = [:]
    for endpoint in accounts.keys { before[endpoint] = await monitor.usage(of: endpoint) }
    await monitor.logUsage()
    // Somebody may have been answered in between.
    guard accounts == all else { return }
    let notes = log.entries.filter { $0.severity == .info }
    for (endpoint, account) in accounts where account.requests > 0 {
      let texts = notes.filter { $0.context.contains(endpoint) }.map(\.debugDescription)
      guard let text = texts.last else { return try expect("the log has the numbers of \(endpoint)", false) }
      let failures = account.failures.values.reduce(0, +)
      let ended = failures + account.successes
      let rate = ended == 0 ? 0 : Double(failures) / Double(ended)
      let numbers = Self.numbers(in: text)
      try expect("requests to \(endpoint) in the log", numbers["requests"], equals: Double(account.requests))
      try expect("failures of \(endpoint) in the log", numbers["failures"], equals: Double(failures))
      let usage = await monitor.usage(of: endpoint)
      if usage == before[endpoint] { try Self.expectNumbers(numbers, of: usage, endpoint) }
      try expect(
        "error rate of \(endpoint) in the log: \(text), and not \(rate)",
        numbers["error rate"].map { abs($0 - rate) < 0.001 } ?? false)
    }
  }

  private static func expectNumbers(_ numbers: [String: Double], of usage: APIUsage, _ endpoint: String) throws {
    var counts = usage.failuresByKind.map { ("\($0.key)", $0.value) }
    counts += [
      ("successes", usage.successes), ("cancelled", usage.cancelled), ("in flight", usage.inFlight),
      ("throttled", usage.throttled), ("refused", usage.shortCircuited),
    ]
    for (name, count) in counts {
      try expect("\(name) of \(endpoint) in the log", numbers[name], equals: Double(count))
    }
  }

  /// `requests: 7, error rate: 0.4`, taken apart.
  private static func numbers(in text: String) -> [String: Double] {
    var numbers: [String: Double] = [:]
    for part in text.split(separator: ",") {
      let sides = part.split(separator: ":")
      guard sides.count == 2, let number = Double(sides[1].drop { $0 == " " }) else { continue }
      numbers[String(sides[0].drop { $0 == " " })] = number
    }
    return numbers
  }

  /// One entry for each request that failed at the network, and none for anything else.
  func expectTheNetworksFailuresInTheLog() throws {
    let logged = log.entries.filter { $0.severity > .info }.map { entry in
      Failure(
        endpoint: UsageScenario.endpoints.map(Self.endpoint).first { entry.context.contains($0) } ?? entry.context,
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
