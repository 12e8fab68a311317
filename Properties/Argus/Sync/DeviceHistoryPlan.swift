import ArgusReference
import DeterministicScheduling
import PropertyTesting
import Synchronization

/// What each task of two devices does: ARG-C3. For use under a schedule.
struct DeviceHistoryPlan: Sendable, CounterexampleDescribable {
  enum Step: Sendable {
    case write(article: Int)
    case list
    case synchronize
  }

  struct Lane: Sendable, CounterexampleDescribable {
    let device: Int
    let steps: [Step]
    var counterexampleDescription: String { "device \(device): \(describe(steps))" }
  }

  let lanes: [Lane]

  var counterexampleDescription: String { describe(lanes) }

  func run(on system: ArgusSystem) async throws -> History<DeviceCall, DeviceAnswer> {
    let log = DeviceLog()
    var system = system
    system.parts.makeSync = changingSetup(of: system.parts.makeSync) { $0.cloud = DistantCloud(base: $0.cloud) }
    let devices = try await DevicesUnderTest(system) { ObservedRequests(base: $1, device: $0, log: log) }
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (number, lane) in lanes.enumerated() {
          let client = "device \(lane.device), task \(number)"
          group.addTask(name: client) {
            for (place, step) in lane.steps.enumerated() {
              try await log.carryOut(step, "\(number).\(place)", on: lane.device, of: devices, by: client)
            }
          }
        }
        try await group.waitForAll()
      }
      // When all is quiet both know everything.
      for device in [0, 1, 0, 1] { try await log.carryOut(.synchronize, "", on: device, of: devices, by: "afterwards") }
      for device in 0...1 { try await log.carryOut(.list, "", on: device, of: devices, by: "afterwards") }
    } catch {
      try? await devices.close()
      throw error
    }
    try await devices.close()
    return log.history
  }
}

extension Generator where Value == DeviceHistoryPlan {
  static let deviceHistory = Generator { source in
    // Mostly one task of a device synchronizes and its other one writes and lists, so that writes fall into fetches.
    let hasRoles = try source(.frequency((3, .constant(true)), (1, .constant(false))))
    return DeviceHistoryPlan(
      lanes: try (0..<4).map { lane in
        let step = hasRoles ? steps(writing: lane < 2 ? 2 : 6, listing: lane < 2 ? 1 : 3, synchronizing: lane < 2 ? 6 : 1)
          : steps(writing: 5, listing: 3, synchronizing: 5)
        return DeviceHistoryPlan.Lane(device: lane % 2, steps: try source(.array(of: step, count: 3...5)))
      })
  }

  private static func steps(writing: Int, listing: Int, synchronizing: Int) -> Generator<DeviceHistoryPlan.Step> {
    .frequency(
      (writing, Generator<Int>.int(in: 0...1).map { .write(article: $0) }), (listing, .constant(.list)),
      (synchronizing, .constant(.synchronize)))
  }
}

/// What was called on both devices, and what had ended by when.
private final class DeviceLog: Sendable {
  private struct Ended {
    /// By device, what its writes and what its sending put there.
    var written: [Set<String>] = [[], []]
    var sent: [Set<String>] = [[], []]
  }

  /// Who has asked for a synchronization.
  @TaskLocal static var client = "app"

  private let recorder = HistoryRecorder<DeviceCall, DeviceAnswer>()
  private let ended = Mutex(Ended())

  var history: History<DeviceCall, DeviceAnswer> { recorder.history }

  /// - Throws: what the app throws, which has no reason to.
  func carryOut(
    _ step: DeviceHistoryPlan.Step, _ title: String, on device: Int, of devices: DevicesUnderTest, by client: String
  ) async throws {
    switch step {
    case .write(let article):
      let model = ArticleModel(id: "\(article)", url: "https://argus.example/\(article)", title: title)
      try await call(.write(device: device, article: article, title: title), by: client) {
        try await devices.app(device).articles.save(model)
        return .done
      }
      ended.withLock { _ = $0.written[device].insert(title) }
    case .list:
      try await call(.list(device: device), by: client) {
        let shown = try await devices.shown(on: device)
        return .titles(Dictionary(shown.map { ($0.article, $0.title) }) { "\($0), \($1)" })
      }
    case .synchronize:
      try await Self.$client.withValue(client) { try await devices.app(device).sync.synchronize() }
    }
  }

  /// A request that a synchronization makes of the coordinator.
  func request<Value: Sendable>(
    _ type: CloudOperationType, of device: Int, _ body: () async throws -> Value
  ) async throws -> Value {
    let titles = ended.withLock { type == .export ? $0.written[device] : $0.sent[1 - device] }
    let call: DeviceCall = type == .export ? .send(device: device, atLeast: titles) : .fetch(device: device, atLeast: titles)
    let number = recorder.begin(Self.client, call)
    do {
      let value = try await body()
      recorder.end(number, .done(.done))
      if type == .export { ended.withLock { $0.sent[device].formUnion(titles) } }
      return value
    } catch {
      recorder.end(number, .unknown(describe(error)))
      throw error
    }
  }

  private func call(_ call: DeviceCall, by client: String, _ body: () async throws -> DeviceAnswer) async throws {
    let number = recorder.begin(client, call)
    do {
      recorder.end(number, .done(try await body()))
    } catch {
      recorder.end(number, .unknown(describe(error)))
      throw error
    }
  }
}

/// A coordinator whose requests stand in a history.
private struct ObservedRequests: CloudRequestCoordinating {
  let base: any CloudRequestCoordinating
  let device: Int
  let log: DeviceLog

  var load: CoordinatorLoad { get async { await base.load } }

  func enqueueRequest<Value: Sendable>(
    _ type: CloudOperationType, named name: String, priority: OperationPriority,
    _ block: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    guard type == .export || type == .import else {
      return try await base.enqueueRequest(type, named: name, priority: priority, block)
    }
    return try await log.request(type, of: device) {
      try await base.enqueueRequest(type, named: name, priority: priority, block)
    }
  }
}

/// A cloud whose requests and answers are under way for some steps, so that a device writes meanwhile.
private struct DistantCloud: CloudDatabase {
  let base: any CloudDatabase

  func isAvailable() async throws -> Bool { try await base.isAvailable() }

  func push(_ records: [SyncRecord]) async throws {
    for _ in 0..<4 { await Task.yield() }
    try await base.push(records)
  }

  func pull(after token: Int64) async throws -> CloudPage {
    let page = try await base.pull(after: token)
    for _ in 0..<12 { await Task.yield() }
    return page
  }
}
