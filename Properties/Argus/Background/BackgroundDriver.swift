import ArgusReference
import Foundation
import PropertyTesting
import StorageContract
import Synchronization

/// A background manager made as the app makes it, and three tasks whose bodies do what they are told. For use under a schedule.
final class BackgroundDriver: Sendable {
  private struct State {
    var plans: [String: BodyPlan] = [:]
    var runs: [String: [BackgroundRun]] = [:]
    var starts: [String: [Int]] = [:]
    /// The runs whose bodies were cancelled.
    var cancelled: [String: [Int]] = [:]
    var reports: [BackgroundReport] = []
    /// An hour after each request, since the device was started.
    var nextBegins: [Duration] = []
  }

  static let table = "batches"

  private let store: any Store
  private let scheduler = BackgroundScheduler()
  private let conditions = DeviceConditions()
  private let start = ContinuousClock().now
  /// How many limits are waited for.
  private let timers = Remembered(0)
  private let device: DeviceTimes
  private let state: Box
  private let manager: any BackgroundTaskManaging

  /// The times of the device, and what they were at first.
  private struct DeviceTimes: Sendable {
    let time: ArgusTime
    let uptime: Duration
    let date: Date

    init(_ time: ArgusTime) {
      self.time = time
      (uptime, date) = (time.uptime(), time.date())
    }
  }

  private final class Box: Sendable {
    let state = Mutex(State())
  }

  init(_ system: ArgusSystem, store: any Store) {
    self.store = store
    let box = Box()
    state = box
    let start = start
    let time = ArgusTime.device(counting: timers)
    let uptime = time.uptime
    device = DeviceTimes(time)
    let tasks = BackgroundModel.ids.indices.map { number in
      let id = BackgroundModel.ids[number]
      return BackgroundTask(
        id: id, needs: BackgroundModel.needs[number], limit: .seconds(BackgroundModel.limits[number])
      ) { scope in
        let (plan, grant) = box.state.withLock { state in
          state.starts[id, default: []].append(start.milliseconds)
          return (state.plans[id], state.runs[id]?.last)
        }
        guard let plan else { return }
        try await withTaskCancellationHandler {
          try await Self.work(id, plan, scope, grant)
        } onCancel: {
          box.state.withLock { $0.cancelled[id, default: []].append(scope.run) }
        }
      }
    }
    manager = system.parts.makeBackgroundManager(
      BackgroundSetup(
        tasks: [Self.namesake] + tasks, scheduler: scheduler, conditions: conditions, store: store, time: time,
        makeMachine: system.parts.makeBackgroundMachine, nextDelay: {
          box.state.withLock { $0.nextBegins.append(uptime() + .seconds(3_600)) }
          return .seconds(3_600)
        },
        report: { report in
          // Whoever hears of an end may call the manager: the launch that is over expires, which changes nothing.
          box.state.withLock { state in
            state.reports.append(report)
            return state.runs[report.id]?.last
          }?.expire()
        }))
    manager.scheduleAll()
  }

  /// Of two tasks of one id the last one counts.
  private static let namesake = BackgroundTask(
    id: BackgroundModel.ids[0], needs: TaskNeeds(network: false, externalPower: false), limit: .seconds(1)
  ) { _ in throw ArgusError.notFound }

  private static func work(
    _ id: String, _ plan: BodyPlan, _ scope: BackgroundScope, _ grant: BackgroundRun?
  ) async throws {
    try await sleep(.milliseconds(500), plan)
    for batch in 0..<plan.batches {
      try await sleep(.seconds(10), plan)
      do {
        try await scope.write { transaction in
          try transaction.put(["half": .int64(1)], at: "\(id) \(scope.run).\(batch + 1) a", in: table)
          if batch + 1 == plan.expiresInBatch { grant?.expire() }
          try transaction.put(["half": .int64(2)], at: "\(id) \(scope.run).\(batch + 1) b", in: table)
        }
      } catch {
        // A stubborn body takes no notice of that either.
        if !plan.isStubborn { throw error }
      }
    }
    if plan.fails { throw ArgusError.cloudUnavailable }
  }

  private static func sleep(_ duration: Duration, _ plan: BodyPlan) async throws {
    if plan.isStubborn {
      await Task { try? await Task.sleep(for: duration) }.value
    } else {
      try await Task.sleep(for: duration)
    }
  }

  func launch(_ number: Int, _ plan: BodyPlan) async throws {
    let id = BackgroundModel.ids[number]
    // The launch may start the body, which asks for both: its run is put there by the handler of the launch.
    state.state.withLock { $0.plans[id] = plan }
    let run = scheduler.launch(id)
    if let run { state.state.withLock { $0.runs[id, default: []].append(run) } }
    try await pass(1)
  }

  /// The system takes back the time of a launch, whether it still needs it or not: the last one's, or the one's before.
  func expire(_ expiry: BackgroundMachine.Expiry) async throws {
    let runs = state.state.withLock { $0.runs[BackgroundModel.ids[expiry.task], default: []] }
    runs.dropLast(expiry.isOfTheLaunchBefore ? 1 : 0).last?.expire()
    try await pass(1)
  }

  func set(_ values: DeviceConditions.Values) async throws {
    conditions.set { $0 = values }
    try await pass(1)
  }

  /// Virtual time moves when nothing else can run.
  func pass(_ milliseconds: Int) async throws { try await Task.sleep(for: .milliseconds(milliseconds)) }

  // What is to be seen, by task.

  var completions: [[Bool]] { byTask { state, id in state.runs[id, default: []].flatMap(\.completions) } }
  var starts: [[Int]] { byTask { state, id in state.starts[id, default: []] } }
  var outcomes: [[BackgroundOutcome]] { byTask { state, id in state.reports.filter { $0.id == id }.map(\.outcome) } }
  /// But for those for the namesake.
  var requests: [Int] {
    BackgroundModel.ids.map { id in scheduler.submitted.filter { $0.id == id && $0.needs != Self.namesake.needs }.count }
  }
  /// Of all requests: an hour after they were made.
  var areInAnHour: Bool { state.state.withLock { $0.nextBegins } == scheduler.submitted.map(\.earliestBegin) }
  /// What waits for the system.
  var pending: [RequestedRun] { scheduler.pending.map { RequestedRun(id: $0.id, needs: $0.needs) } }
  /// By task, the runs whose bodies were cancelled.
  var cancelled: [[Int]] { byTask { state, id in state.cancelled[id, default: []] } }
  /// How far the app's times are from those of the device, in milliseconds.
  var deviation: [Int] {
    let passed = start.milliseconds
    let uptime = device.time.uptime() - device.uptime
    let date = device.time.date().timeIntervalSince(device.date)
    return [Int((uptime / .milliseconds(1)).rounded()) - passed, Int((date * 1_000).rounded()) - passed]
  }

  /// How many limits of runs are waited for.
  var timerCount: Int { timers.now }

  private func byTask<Value: Sendable>(_ value: @Sendable (State, String) -> Value) -> [Value] {
    state.state.withLock { state in BackgroundModel.ids.map { value(state, $0) } }
  }

  /// The halves of batches in the store.
  func halves() async throws -> [String] { try await store.read { try $0.scan(Self.table).map(\.key) } }

  func close() async throws {
    // Whatever still runs is over then.
    try await pass(200_000)
    try await store.close()
  }
}

extension ContinuousClock.Instant {
  fileprivate var milliseconds: Int {
    let (seconds, attoseconds) = duration(to: ContinuousClock().now).components
    return Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)
  }
}
