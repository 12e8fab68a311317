import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import Synchronization

/// What background tasks share, used by several tasks, and what it must come to whatever their order.
final class SharedStateSession: Sendable {
  private struct Expected {
    var counts: [String: Int] = [:]
    /// By key, every value that somebody was given.
    var cached: [String: Set<Int>] = [:]
    var nextValue = 0
    var presented: Set<UUID> = []
    var dismissed: Set<UUID> = []
    var started: Set<String> = []
  }

  private let metrics: any MetricsRecording
  private let cache: any ValueCaching
  private let configuration: any ConfigurationSharing
  private let registry: any TaskRegistry
  private let presenter: any ErrorPresenting
  private let expected = Mutex(Expected())
  private let answer = Answer()

  @MainActor
  init(_ system: PersonalOSSystem) {
    metrics = system.dataAccess.makeMetrics()
    cache = system.dataAccess.makeCache()
    configuration = system.dataAccess.makeConfiguration()
    registry = system.tasks.makeRegistry(EffectGate())
    presenter = system.errors.makePresenter(system.errors.makeLog(1_000, [])) { .distantPast }
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
      expected.withLock { $0.counts[name, default: 0] += amount }
      await metrics.count(name, amount)
    case .readMetrics: try expectWhole(await metrics.snapshot())
    case .cached(let key):
      let value = await cache.value(for: key) {
        await Task.yield()
        return self.newValue()
      }
      expected.withLock { _ = $0.cached[key, default: []].insert(value) }
    case .publish:
      let number = newValue()
      await configuration.publish(
        ConfigurationState(flags: ["flag \(number)": true], endpoints: ["service": "\(number)"]))
    case .readConfiguration: try expectWhole(await configuration.current())
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
    let (counts, cached) = expected.withLock { ($0.counts, $0.cached) }
    let metrics = await metrics.snapshot()
    try expect("what was counted", metrics.counts, equals: counts)
    try expectWhole(metrics)
    for (key, values) in cached {
      try expect("different values that tasks were given for \(key)", values.count, equals: 1)
    }
    try expect("values in the cache", await cache.count, equals: cached.count)
    try expectWhole(await configuration.current())
    try await expectErrors()
    try await expectTasks()
    answer.give()
    // Virtual time moves when every task is over.
    try await Task.sleep(for: .seconds(1))
    try expect("tasks in the table", await registry.activeTasks.count, equals: 0)
  }

  private func expectWhole(_ metrics: MetricsSnapshot) throws {
    try expect("the total of all counts", metrics.total, equals: metrics.counts.values.reduce(0, +))
  }

  private func expectWhole(_ configuration: ConfigurationState) throws {
    guard let endpoint = configuration.endpoints["service"] else { return }
    try expect(
      "flags beside the endpoints of answer \(endpoint)", configuration.flags,
      equals: ["flag \(endpoint)": true])
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
  }

  private func newValue() -> Int {
    expected.withLock { expected in
      expected.nextValue += 1
      return expected.nextValue
    }
  }
}
