import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import Synchronization

/// What background tasks share, used by several tasks, and what it must come to whatever their order.
final class SharedStateSession: Sendable {
  private struct Expected {
    var counts: [String: Int] = [:]
    var presented: Set<UUID> = []
    var dismissed: Set<UUID> = []
    var started: Set<String> = []
    var publications = Publications()
  }

  private let monitor: any UsageMonitoring
  private let configuration: any RemoteConfigurations
  private let server = NumberingServer()
  private let log: any ErrorLog
  private let registry: any TaskRegistry
  private let presenter: any ErrorPresenting
  private let expected = Mutex(Expected())
  private let answer = Answer()

  @MainActor
  init(_ system: PersonalOSSystem) async throws {
    log = system.errors.makeLog(1_000, [])
    monitor = system.api.makeMonitor(log) { .distantPast }
    configuration = try await system.configuration.openService(
      ConfigurationSetup(
        environment: .staging, fetch: { [server] _ in try await server.document() }, cache: nil, userID: "u"))
    registry = system.tasks.makeRegistry(EffectGate())
    presenter = system.errors.makePresenter(log) { .distantPast }
  }

  func run(_ script: SharedStateScript) async throws {
    let tasks = script.tasks.enumerated().map { lane, operations in
      Task { for operation in operations { try await self.perform(operation, lane) } }
    }
    for task in tasks { try await task.value }
    try await expectAll()
  }

  private func perform(_ operation: SharedStateScript.Operation, _ lane: Int) async throws {
    switch operation {
    case .count(let name, let amount):
      for _ in 0..<amount {
        expected.withLock { $0.counts[name, default: 0] += 1 }
        _ = try await monitor.send(APICall(endpoint: name)) {
          await Task.yield()
          return HTTPResponse(status: 200)
        }
      }
    case .readUsage(let name): try expectWhole(await monitor.usage(of: name), name)
    case .publish:
      let number = expected.withLock { $0.publications.begin() }
      try await NumberingServer.$number.withValue(number) { try await configuration.fetchLatestConfig() }
      expected.withLock { $0.publications.end(number) }
    case .readConfiguration: try await expectCurrentConfiguration()
    case .startTask(let id):
      expected.withLock { _ = $0.started.insert(id) }
      _ = await registry.start(id: id, in: .app) { _ in await self.answer.wait() }
    case .presentError:
      let presented = await presenter.present(NetworkError.timeout, during: "lane \(lane)", retry: nil)
      expected.withLock { _ = $0.presented.insert(presented.id) }
    case .dismissError: await dismiss()
    }
  }

  private func expectAll() async throws {
    for (name, count) in expected.withLock({ $0.counts }) {
      let usage = await monitor.usage(of: name)
      try expect("requests to \(name) that succeeded", usage.successes, equals: count)
      try expectWhole(usage, name)
    }
    try await expectCurrentConfiguration()
    try await expectErrors()
    try await expectTasks()
    answer.give()
    // Virtual time moves when every task is over.
    try await Task.sleep(for: .seconds(1))
    try expect("tasks in the table", await registry.activeTasks.count, equals: 0)
  }

  private func expectWhole(_ usage: APIUsage, _ name: String) throws {
    try expect(
      "requests to \(name) = successes + in flight", usage.requests, equals: usage.successes + usage.inFlight)
  }

  /// It is one that was published, whole, and no other was published since.
  private func expectCurrentConfiguration() async throws {
    let (possible, before) = expected.withLock { ($0.publications.current, $0.publications.latest) }
    let (flags, endpoints) = await MainActor.run { (configuration.featureFlags, configuration.apiEndpoints) }
    let after = expected.withLock { $0.publications.latest }
    let endpoint = endpoints["service"]
    let number = endpoint.flatMap { Int($0.drop { !$0.isNumber }) } ?? 0
    try expect(
      "flags beside the endpoints of answer \(number)", flags, equals: endpoint.map { _ in ["flag \(number)": true] } ?? [:])
    // One that began while it was read may have come too.
    try expect(
      "configuration \(number) is none that another was published after",
      possible.contains(number) || number > before && number <= after)
  }

  /// The table has the newest task of each id, and no other.
  @MainActor
  private func expectTasks() throws {
    let active = registry.activeTasks
    try expect("ids in the table", Set(active.keys.map(\.id)), equals: expected.withLock { $0.started })
    try expect("cancelled tasks in the table", active.values.count(where: \.isCancelled), equals: 0)
  }

  @MainActor
  private func dismiss() {
    guard let current = presenter.currentError else { return }
    presenter.dismiss()
    expected.withLock { _ = $0.dismissed.insert(current.id) }
  }

  /// The queue has every error that was presented and not dismissed, once.
  @MainActor
  private func expectErrors() throws {
    let ids = presenter.errorQueue.map(\.id)
    try expect("errors in the queue", ids.count, equals: Set(ids).count)
    try expect(
      "errors that wait", Set(ids),
      equals: expected.withLock { $0.presented.subtracting($0.dismissed) })
    try expect("errors in the log", log.entries.count, equals: expected.withLock { $0.presented.count })
  }
}

/// A server of configurations, each with a number in it that the request has brought along.
private struct NumberingServer: Sendable {
  @TaskLocal static var number = 0

  func document() async throws -> [UInt8] {
    let number = Self.number
    await Task.yield()
    return try RemoteConfiguration(
      apiKeys: [:], endpoints: ["service": "https://service.example/\(number)"],
      featureFlags: ["flag \(number)": FeatureFlag(enabled: true, rolloutBasisPoints: FeatureFlag.all)]
    ).document
  }
}
