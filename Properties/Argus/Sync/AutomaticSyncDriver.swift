import ArgusReference
import PropertyTesting
import StorageContract

/// A device whose runs end as the model says, and when they began.
final class AutomaticSyncDriver: Sendable {
  private struct State: Sendable {
    var isAllowed = true
    var written = 0
    var sent = 0
    /// In milliseconds.
    var starts: [Int] = []
  }

  let timers = Remembered(0)
  private let state = Remembered(State())
  private let sync: any AutomaticSyncing
  private let system: ArgusSystem
  private let time: ArgusTime

  init(_ system: ArgusSystem, _ model: AutomaticSyncModel) {
    (self.system, time) = (system, .device(counting: timers))
    let start = time.uptime()
    sync = system.parts.makeAutomaticSync(
      AutomaticSyncSetup(
        machine: system.parts.makeAutomaticSyncMachine(), time: time, isAllowed: { [state] in state.now.isAllowed },
        hasPending: { [state] in state.withValue { $0.written > $0.sent } },
        synchronize: { [state, time] in
          let begin = Int((time.uptime() - start) / .milliseconds(1))
          let (run, sending) = state.withValue { state in
            state.starts.append(begin)
            return (model.run(state.starts.count - 1), state.written)
          }
          try await Task.sleep(for: .milliseconds(run.milliseconds))
          if run.fails { throw ArgusError.cloudUnavailable }
          state.withValue { $0.sent = sending }
        }))
  }

  var starts: [Int] { state.now.starts }

  func perform(_ step: AutomaticSyncModel.Step) async throws {
    try await Task.sleep(for: .seconds(step.pauseSeconds))
    switch step.event {
    case .write(let isNew):
      if isNew { state.withValue { $0.written += 1 } }
      sync.didWrite()
    case .ask: sync.ask()
    case .allow(let isAllowed): state.withValue { $0.isAllowed = isAllowed }
    case nil: break
    }
  }

  /// An app whose synchronization has failed, so that it waits for the next one, ends.
  func timersAfterFailingAndEnding() async throws -> Int {
    try await failAndEnd()
    try await Task.sleep(for: .milliseconds(1))
    return timers.now
  }

  private func failAndEnd() async throws {
    let sync = system.parts.makeAutomaticSync(
      AutomaticSyncSetup(
        machine: system.parts.makeAutomaticSyncMachine(), time: time, isAllowed: { true }, hasPending: { true },
        synchronize: { throw ArgusError.cloudUnavailable }))
    sync.ask()
    try await Task.sleep(for: .milliseconds(1))
    withExtendedLifetime(sync) {}
  }
}

extension Generator where Value == AutomaticSyncModel.Step {
  static let automaticSyncStep = build(
    AutomaticSyncModel.Step.init, from: .frequency((6, .int(in: 1...9)), (1, .int(in: 25...40))),
    .frequency(
      (5, Generator<Bool>.bool.map { .write(isNew: $0) }), (4, .constant(.ask)), (3, .constant(.allow(false))),
      (4, .constant(.allow(true)))))
}

extension Fault<ArgusSystem> {
  static let keepsItsTimers = Fault("keepsItsTimers", "lets a timer run on that nobody needs any more") { system in
    system.parts.makeAutomaticSync = changingSetup(of: system.parts.makeAutomaticSync) { $0.time = $0.time.endingNoWaitEarly }
  }
}
