import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import Synchronization

/// Tasks that send requests through a monitor, and the network's own account of them.
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

  private struct Overlaps {
    var now = 0
    var most = 0
    var retries = 0
  }

  private let monitor: any UsageMonitoring
  private let log = Journal<APIUsageEntry, Int>()
  private let accounts = Mutex<[String: Account]>([:])
  private let overlaps = Mutex(Overlaps())
  private let start = ContinuousClock.now

  init(_ system: PersonalOSSystem) {
    let log = log
    monitor = system.api.makeMonitor { entry in
      // As a log that writes somewhere: others go on meanwhile.
      await Task.yield()
      log.update(entry) { $0 = ($0 ?? 0) + 1 }
    }
  }

  var mostOverlapping: Int { overlaps.withLock { $0.most } }
  var retryCount: Int { overlaps.withLock { $0.retries } }
  var all: [String: Account] { accounts.withLock { $0 } }

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
    if caller.isShortCircuited {
      account(caller.endpoint) { $0.shortCircuited += 1 }
      return await monitor.noteShortCircuited(caller.endpoint)
    }
    if caller.waitsForItsTurn {
      account(caller.endpoint) { $0.throttled += 1 }
      await monitor.noteThrottled(caller.endpoint)
    }
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
      if index > 0 { overlaps.withLock { $0.retries += 1 } }
      do {
        let response = try await monitor.send(APICall(endpoint: caller.endpoint, attempt: index + 1)) {
          try await self.answer(caller.endpoint, attempt)
        }
        if response.status == 200 { return }
      } catch is CancellationError {
        return
      } catch is NetworkError {
        continue
      }
    }
  }

  /// The network: what it counts is the truth.
  private func answer(_ endpoint: String, _ attempt: UsageScenario.Attempt) async throws -> HTTPResponse {
    account(endpoint) { $0.requests += 1 }
    overlaps.withLock { overlaps in
      overlaps.now += 1
      overlaps.most = max(overlaps.most, overlaps.now)
    }
    defer { overlaps.withLock { $0.now -= 1 } }
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
    case .rateLimited:
      account(endpoint) { $0.failures[.rateLimited, default: 0] += 1 }
      return HTTPResponse(status: 429)
    case .failed(let error):
      account(endpoint) { $0.failures[Self.kind(error), default: 0] += 1 }
      throw error
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

  private func account(_ endpoint: String, _ change: (inout Account) -> Void) {
    accounts.withLock { change(&$0[endpoint, default: Account()]) }
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
      try expect("the log of \(endpoint)", logged(endpoint), equals: Self.lines(account))
    }
  }

  private func logged(_ endpoint: String) -> [APIUsageEvent: Int] {
    let entries = log.all.filter { $0.key.endpoint == endpoint }
    return Dictionary(uniqueKeysWithValues: entries.map { ($0.key.event, $0.value) })
  }

  private static func lines(_ account: Account) -> [APIUsageEvent: Int] {
    var lines: [APIUsageEvent: Int] = [
      .sent: account.requests, .succeeded: account.successes, .cancelled: account.cancelled,
      .throttled: account.throttled, .shortCircuited: account.shortCircuited,
    ]
    for (kind, count) in account.failures { lines[.failed(kind)] = count }
    return lines.filter { $0.value > 0 }
  }
}
