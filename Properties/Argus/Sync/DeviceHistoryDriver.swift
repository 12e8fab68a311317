import ArgusReference
import DeterministicScheduling
import PropertyTesting

/// Carries out the calls of each lane in a task of its own, under a schedule, and records them: ARG-C3.
struct DeviceHistoryDriver: Sendable {
  private let recorder = HistoryRecorder<DeviceCall, [Int: String]>()

  static func run(_ lanes: [[DeviceCall]], on system: ArgusSystem) async throws -> History<DeviceCall, [Int: String]> {
    let driver = DeviceHistoryDriver()
    var system = system
    // Requests and answers are under way for some steps, so that a device writes meanwhile.
    system.parts.alterCloudOfSync { cloud, _ in
      cloud.pushing = { cloud, records in
        for _ in 0..<4 { await Task.yield() }
        try await cloud.push(records)
      }
      cloud.pulling = { cloud, token in
        let page = try await cloud.pull(after: token)
        for _ in 0..<12 { await Task.yield() }
        return page
      }
    }
    let devices = try await DevicesDriver(system) { RecordingCoordinator(base: $1, device: $0, driver: driver) }
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (number, lane) in lanes.enumerated() {
          group.addTask(name: "task \(number)") {
            for call in lane { try await driver.perform(call, on: devices) }
          }
        }
        try await group.waitForAll()
      }
      // When all is quiet both know everything.
      for device in [0, 1, 0, 1] { try await driver.perform(DeviceCall(device: device, kind: .synchronize), on: devices) }
      for device in [0, 1] { try await driver.perform(DeviceCall(device: device, kind: .list), on: devices) }
    } catch {
      try? await devices.close()
      throw error
    }
    try await devices.close()
    return driver.recorder.history
  }

  private func perform(_ call: DeviceCall, on devices: DevicesDriver) async throws {
    let app = try devices.app(call.device)
    switch call.kind {
    case .write(let article, let title):
      let model = ArticleModel(id: "\(article)", url: "https://argus.example/\(article)", title: title)
      _ = try await record(call) { try await app.articles.save(model) }
    case .list:
      _ = try await record(call, showing: { Dictionary($0.map { ($0.article, $0.title) }) { "\($0), \($1)" } }) {
        try await devices.shown(on: call.device)
      }
    case .synchronize, .send, .fetch: try await app.sync.synchronize()
    }
  }

  /// - Throws: what the app throws, which has no reason to.
  fileprivate func record<Value: Sendable>(
    _ call: DeviceCall, showing titles: (Value) -> [Int: String] = { _ in [:] }, _ body: () async throws -> Value
  ) async throws -> Value {
    let number = recorder.begin(Task.name ?? "afterwards", call)
    let value = try await body()
    recorder.end(number, .done(titles(value)))
    return value
  }
}

/// Records the two requests that a synchronization makes.
private struct RecordingCoordinator: CloudRequestCoordinating {
  let base: any CloudRequestCoordinating
  let device: Int
  let driver: DeviceHistoryDriver

  var load: CoordinatorLoad { get async { await base.load } }

  func enqueueRequest<Value: Sendable>(
    _ type: CloudOperationType, named name: String, priority: OperationPriority,
    _ block: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try expect("a synchronization sends by exports and fetches by imports", type == .export || type == .import)
    return try await driver.record(DeviceCall(device: device, kind: type == .export ? .send() : .fetch())) {
      try await base.enqueueRequest(type, named: name, priority: priority, block)
    }
  }
}

extension Generator where Value == [[DeviceCall]] {
  /// Two tasks of each device. Mostly one of them synchronizes and the other one writes and lists, so that writes fall into fetches.
  static let deviceLanes: Generator<[[DeviceCall]]> = Generator { source in
    let hasRoles = try source(.frequency((3, .constant(true)), (1, .constant(false))))
    let exchanging = hasRoles ? lane(write: 2, list: 1, synchronize: 6) : lane(write: 5, list: 3, synchronize: 5)
    let writing = hasRoles ? lane(write: 6, list: 3, synchronize: 1) : lane(write: 5, list: 3, synchronize: 5)
    return try [exchanging, exchanging, writing, writing].enumerated().map { number, lane in
      try source(lane).enumerated().map { DeviceCall(device: number % 2, kind: $1.titled("\(number).\($0)")) }
    }
  }

  private static func lane(write: Int, list: Int, synchronize: Int) -> Generator<[DeviceCall.Kind]> {
    .array(
      of: .frequency(
        (write, Generator<Int>.int(in: 0...1).map { .write(article: $0, title: "") }), (list, .constant(.list)),
        (synchronize, .constant(.synchronize))),
      count: 3...5)
  }
}

extension DeviceCall.Kind {
  fileprivate func titled(_ title: String) -> DeviceCall.Kind {
    if case .write(let article, _) = self { .write(article: article, title: title) } else { self }
  }
}
