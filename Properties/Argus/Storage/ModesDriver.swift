import ArgusReference
import PropertyTesting
import StorageContract
import Synchronization

/// A storage mode controller made as the app makes it, over a cloud that answers as it is told. For use under a schedule.
final class ModesDriver: Sendable {
  private struct State {
    var answer = ModeModel.Answer.available
    var recovers = true
    var recoveryTakes = 0
    var checks: [Int] = []
    var notices: [StorageMode] = []
    var entered: [StorageMode] = []
    var recovering = 0
    var mostRecovering = 0
  }

  private let system: ArgusSystem
  private let policy: StorageModePolicy
  private let start = ContinuousClock().now
  /// How many recoveries the present launch waits for: no check takes so long.
  private let timers = Mutex(Remembered(0))
  /// How many checks it waits for.
  private let limits = Mutex(Remembered(0))
  private let state = Mutex(State())
  private let controller: Mutex<any StorageModeControlling>

  init(_ system: ArgusSystem, _ model: ModeModel) async throws {
    self.system = system
    policy = model.policy
    controller = Mutex(Unstarted())
    try await launch()
  }

  /// Before the first launch there is none.
  private final class Unstarted: StorageModeControlling {
    let mode = StorageMode.local
    func start() async {}
    func healthChanged(_ health: CloudHealth) {}
    func systemEvent(_ event: SystemEvent) {}
  }

  private var current: any StorageModeControlling { controller.withLock { $0 } }

  func launch() async throws {
    let policy = policy
    let decide = system.parts.decideStorage
    // An earlier launch ends with its last recovery.
    let (timers, limits) = (Remembered(0), Remembered(0))
    let before = (timers: self.timers.withLock { $0 }, limits: self.limits.withLock { $0 })
    self.timers.withLock { $0 = timers }
    self.limits.withLock { $0 = limits }
    let next = system.parts.makeStorageController(
      StorageModeSetup(
        machine: system.parts.makeStorageModes { decide(policy, $0, $1) },
        time: ArgusTime.device(counting: timers, from: .seconds(60)).counting(limits, below: .seconds(60)),
        isAvailable: { [weak self] in try await self?.check() ?? false },
        recover: { [weak self] in try await self?.recover() }, entered: { [weak self] mode in self?.state.withLock { $0.entered.append(mode) } },
        tellUser: { [weak self] mode in self?.state.withLock { $0.notices.append(mode) } }))
    controller.withLock { $0 = next }
    await next.start()
    try await pass(1)
    try expect("what the controller before still waits for", before.timers.now + before.limits.now, equals: 0)
  }

  private func check() async throws -> Bool {
    let answer = state.withLock { state in
      state.checks.append(milliseconds)
      return state.answer
    }
    if answer == .fails { throw ArgusError.cloudUnavailable }
    // Longer than anybody waits, and deaf to cancellation.
    if answer == .hangs { await Task { try? await Task.sleep(for: .seconds(100)) }.value }
    return answer == .available
  }

  private func recover() async throws {
    let (takes, recovers) = state.withLock { state in
      state.recovering += 1
      state.mostRecovering = max(state.mostRecovering, state.recovering)
      return (state.recoveryTakes, state.recovers)
    }
    try await Task.sleep(for: .milliseconds(takes))
    state.withLock { $0.recovering -= 1 }
    if !recovers { throw ArgusError.timedOut }
  }

  private var milliseconds: Int {
    let (seconds, attoseconds) = start.duration(to: ContinuousClock().now).components
    return Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)
  }

  func healthChanged(_ health: CloudHealth) async throws {
    current.healthChanged(health)
    try await pass(1)
  }

  func events(_ events: [SystemEvent]) async throws {
    for event in events { current.systemEvent(event) }
    try await pass(1)
  }

  func behave(_ answer: ModeModel.Answer, recovers: Bool, takes: Int) {
    state.withLock { state in
      state.answer = answer
      state.recovers = recovers
      state.recoveryTakes = takes
    }
  }

  func pass(_ milliseconds: Int) async throws { try await Task.sleep(for: .milliseconds(milliseconds)) }

  var mode: StorageMode { current.mode }
  var checks: [Int] { state.withLock(\.checks) }
  var notices: [StorageMode] { state.withLock(\.notices) }
  var entered: [StorageMode] { state.withLock(\.entered) }
  var timerCount: Int { timers.withLock { $0 }.now }
  var limitCount: Int { limits.withLock { $0 }.now }
  var mostRecovering: Int { state.withLock(\.mostRecovering) }
}
