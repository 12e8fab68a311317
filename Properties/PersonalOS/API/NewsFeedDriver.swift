import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import Synchronization

/// The app's news feed with all that is behind it.
final class NewsFeedDriver: Sendable {
  private static let address = "https://proxy.example"

  private let network: NewsNetwork
  private let log: any ErrorLog
  private let proxy = Proxy()

  init(_ system: PersonalOSSystem, _ limits: ThrottleLimits) {
    let start = ContinuousClock.now
    log = system.errors.makeLog(1_000, [])
    network = NewsNetwork(
      NewsNetwork.Setup(
        proxy: NewsProxyClient.Setup(
          environment: .production, proxyURLs: [.production: Self.address], apiKeys: [:], transport: proxy),
        limits: limits, clock: ContinuousClock(), log: log,
        now: { Date(timeIntervalSinceReferenceDate: start.duration(to: .now) / .seconds(1)) }),
      of: system.api)
  }

  func run(_ callers: [Traffic.Caller]) async throws -> TrafficHistory {
    let recorder = TrafficRecorder(clock: ContinuousClock()) { try await self.send($0, $1) }
    let watching = Task(name: "watcher") {
      for _ in 0..<12 {
        try await self.expectEquation()
        try await ContinuousClock().sleep(for: .milliseconds(5))
      }
    }
    // Nothing else happens at this instant.
    let leaving = Task(name: "the app leaves the screen") {
      try await ContinuousClock().sleep(for: .milliseconds(33))
      try await self.expectUsage(recorder.history)
    }
    try await recorder.run(callers)
    try await watching.value
    try await leaving.value
    return recorder.history
  }

  private func send(_ visit: Visit, _ operation: @escaping APIOperation) async throws -> HTTPResponse {
    let (name, endpoint) = ("visit\(visit.number)", visit.caller.endpoint)
    proxy.operations.withLock {
      $0[name] = {
        let known = await self.usage(of: endpoint)
        try expect("a request on its way is counted as such", known.inFlight >= 1 && known.requests >= 1)
        return try await operation()
      }
    }
    let isNews = endpoint == "/v1/news"
    _ = isNews ? try await network.feed.articles(category: name) : try await network.feed.articles(matching: name)
    return HTTPResponse(status: 200)  // The feed shows no response.
  }

  private func usage(of endpoint: String) async -> APIUsage {
    await network.monitor.usage(of: Self.address + endpoint)
  }

  private func expectEquation() async throws {
    for endpoint in Traffic.endpoints {
      let usage = await usage(of: endpoint)
      try expect(
        "requests to \(endpoint) = successes + failures + cancelled + in flight", usage.requests,
        equals: usage.successes + usage.failures + usage.cancelled + usage.inFlight)
      try expect("nothing below zero: \(usage)", usage.inFlight >= 0)
    }
  }

  /// The monitor, and the log when the app leaves the screen, say what the network has counted.
  func expectUsage(_ history: TrafficHistory) async throws {
    try await expectEquation()
    await network.monitor.logUsage()
    for endpoint in Traffic.endpoints {
      let (usage, counters) = (await usage(of: endpoint), history.counters(of: endpoint))
      try expect("usage of \(endpoint)", usage.counters, equals: counters)
      let (failures, successes) = (counters["failures"] ?? 0, counters["successes"] ?? 0)
      let errorRate = failures + successes == 0 ? 0 : failures / (failures + successes)
      try expect("error rate of \(endpoint)", usage.errorRate, equals: errorRate)
      guard counters["requests"] != 0 else { continue }
      let note = log.entries.last { $0.severity == .info && $0.context.contains(Self.address + endpoint) }
      let logged = Self.numbers(in: note?.debugDescription ?? "")
      try expect("usage of \(endpoint) in the log", logged.filter { counters[$0.key] != nil }, equals: counters)
      let rate = logged["error rate"] ?? -1
      try expect("error rate of \(endpoint) in the log: \(rate), and not \(errorRate)", abs(rate - errorRate) < 0.001)
    }
  }

  /// One entry for each request that failed at the network, and none for anything else.
  func expectFailuresInTheLog(_ history: TrafficHistory) throws {
    let logged = log.entries.filter { $0.severity > .info }.map { entry in
      let place = Traffic.endpoints.map { Self.address + $0 }.first { entry.context.contains($0) } ?? entry.context
      return "\(entry.debugDescription) at \(entry.instant.timeIntervalSinceReferenceDate) s of \(place)"
    }
    try expect("failures in the log", logged.sorted(), equals: history.failures(at: Self.address))
  }

  /// `requests: 7, error rate: 0.4`, taken apart.
  private static func numbers(in text: String) -> [String: Double] {
    text.split(separator: ",").reduce(into: [:]) { numbers, part in
      let sides = part.split(separator: ":").map { $0.trimmingCharacters(in: .whitespaces) }
      if sides.count == 2 { numbers[sides[0]] = Double(sides[1]) }
    }
  }
}

/// Hands each request to the visit that it belongs to.
private final class Proxy: HTTPTransport {
  let operations = Mutex<[String: APIOperation]>([:])

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let name = request.url.components(separatedBy: "=").last ?? ""
    guard let operation = operations.withLock({ $0[name] }) else { return HTTPResponse(status: 404) }
    return try await operation()
  }
}

extension APIUsage {
  /// By their names in the log.
  fileprivate var counters: [String: Double] {
    let counts = [
      "requests": requests, "successes": successes, "failures": failures, "cancelled": cancelled,
      "in flight": inFlight, "throttled": throttled, "refused": shortCircuited,
    ]
    return failuresByKind.reduce(into: counts) { $0[$1.key.rawValue] = $1.value }.mapValues(Double.init)
  }
}
