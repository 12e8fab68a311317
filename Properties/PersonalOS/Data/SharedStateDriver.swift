import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import StorageContract

/// The state that background tasks share, used by several tasks at once.
struct SharedStateDriver: Sendable {
  private let monitor: any UsageMonitoring
  private let configuration: any RemoteConfigurations
  private let log: any ErrorLog
  private let registry: any TaskRegistry
  private let presenter: any ErrorPresenting
  /// Publications and readings of the configuration, each with its number.
  private let history = HistoryRecorder<SharedStateCall, Int>()
  private let presented = Remembered<Set<UUID>>([])
  private let dismissed = Remembered<Set<UUID>>([])
  private let end = Answer()

  @MainActor
  init(_ system: PersonalOSSystem) async throws {
    log = system.errors.makeLog(1_000, [])
    monitor = system.api.makeMonitor(log) { .distantPast }
    configuration = try await system.configuration.openService(
      ConfigurationSetup(
        environment: .staging, fetch: { _ in try await NumberedConfiguration.document() }, cache: nil, userID: "u"))
    registry = system.tasks.makeRegistry(EffectGate())
    presenter = system.errors.makePresenter(log) { .distantPast }
  }

  func run(_ script: SharedStateScript) async throws {
    try await runLanes(script.lanes) { call, lane in try await perform(call, by: "task \(lane + 1)") }
    try await expectCounts(script.calls)
    try await perform(.readConfiguration, by: "the end")
    try await expectErrors(script.calls)
    try await expectTasks(script.calls)
    try history.history.expectLinearizable(by: NumberedConfiguration.model)
  }

  private func perform(_ call: SharedStateCall, by client: String) async throws {
    switch call {
    case .count(let name, let amount):
      for _ in 0..<amount {
        _ = try await monitor.send(APICall(endpoint: name)) {
          await Task.yield()
          return HTTPResponse(status: 200)
        }
      }
    case .readUsage(let name): try expectWhole(await monitor.usage(of: name), name)
    case .publish:
      let number = history.begin(client, call)
      try await NumberedConfiguration.$number.withValue(number) { try await configuration.fetchLatestConfig() }
      history.end(number, .done(number))
    case .readConfiguration:
      let number = history.begin(client, call)
      history.end(number, .done(try await readConfiguration()))
    case .startTask(let id): _ = await registry.start(id: id, in: .app) { _ in await end.wait() }
    case .presentError:
      let error = await presenter.present(NetworkError.timeout, during: client, retry: nil)
      presented.withValue { _ = $0.insert(error.id) }
    case .dismissError: await dismiss()
    }
  }

  private func expectWhole(_ usage: APIUsage, _ name: String) throws {
    try expect(
      "requests to \(name) = successes + in flight", usage.requests, equals: usage.successes + usage.inFlight)
  }

  /// - Returns: the number in flags and endpoints; none is -1.
  @MainActor
  private func readConfiguration() throws -> Int {
    let (flags, endpoint) = (configuration.featureFlags, configuration.apiEndpoints["service"])
    let number = endpoint.flatMap { Int($0.drop { !$0.isNumber }) }
    try expect(
      "flags beside the endpoints of configuration \(describe(number))", flags,
      equals: number.map { ["flag \($0)": true] } ?? [:])
    return number ?? -1
  }

  @MainActor
  private func dismiss() {
    guard let current = presenter.currentError else { return }
    presenter.dismiss()
    dismissed.withValue { _ = $0.insert(current.id) }
  }

  private func expectCounts(_ calls: [SharedStateCall]) async throws {
    var counts: [String: Int] = [:]
    for case .count(let name, let amount) in calls { counts[name, default: 0] += amount }
    for (name, count) in counts {
      let usage = await monitor.usage(of: name)
      try expect("requests to \(name) that succeeded", usage.successes, equals: count)
      try expectWhole(usage, name)
    }
  }

  /// The queue has every error that was presented and not dismissed, once.
  @MainActor
  private func expectErrors(_ calls: [SharedStateCall]) throws {
    let ids = presenter.errorQueue.map(\.id)
    try expect("errors in the queue", ids.count, equals: Set(ids).count)
    try expect("errors that wait", Set(ids), equals: presented.now.subtracting(dismissed.now))
    try expect("errors that were presented", presented.now.count, equals: calls.count { $0 == .presentError })
    try expect("errors in the log", log.entries.count, equals: presented.now.count)
  }

  /// The table has the newest task of each id, and no other; in the end it has none.
  @MainActor
  private func expectTasks(_ calls: [SharedStateCall]) async throws {
    let started = calls.compactMap { if case .startTask(let id) = $0 { id } else { nil } }
    let active = registry.activeTasks
    try expect("ids in the table", Set(active.keys.map(\.id)), equals: Set(started))
    try expect("cancelled tasks in the table", active.values.count(where: \.isCancelled), equals: 0)
    end.give()
    // Virtual time moves when every task is over.
    try await Task.sleep(for: .seconds(1))
    try expect("tasks in the table", registry.activeTasks.count, equals: 0)
  }
}

/// A configuration with a number in flags and endpoints, which the request for it has brought along.
private enum NumberedConfiguration {
  @TaskLocal static var number = 0

  static func document() async throws -> [UInt8] {
    let number = number
    await Task.yield()
    return try RemoteConfiguration(
      apiKeys: [:], endpoints: ["service": "https://service.example/\(number)"],
      featureFlags: ["flag \(number)": FeatureFlag(enabled: true, rolloutBasisPoints: FeatureFlag.all)]
    ).document
  }

  /// A reader sees what was published last; before that, nothing.
  static let model = SequentialModel<Int, SharedStateCall, Int>(initial: -1) { state, call, number in
    if call == .publish { return [number ?? state] }
    return number == nil || number == state ? [state] : []
  }
}
