import ArgusReference
import PlatformStandIns
import PropertyTesting
import Synchronization

/// A health monitor made as the app makes it, and what it announced.
final class MonitorDriver: Sendable {
  /// What was announced, and what the monitor showed at that moment.
  struct Announcement: Equatable, Sendable, CounterexampleDescribable {
    let transition: HealthTransition
    let shown: CloudHealth?

    var counterexampleDescription: String {
      "\(transition.from.rawValue) → \(transition.to.rawValue) while \(shown?.rawValue ?? "nothing") is shown"
    }
  }

  let monitor: any CloudHealthMonitoring
  let clock: VirtualClock
  private let box: Box

  /// The monitor is known only after it was made, and may announce while it is.
  private final class Box: Sendable {
    let monitor = Mutex<(any CloudHealthMonitoring)?>(nil)
    let heard = Mutex<[Announcement]>([])
  }

  init(_ system: ArgusSystem, clock: VirtualClock = VirtualClock()) {
    self.clock = clock
    let box = Box()
    self.box = box
    monitor = system.parts.makeHealthMonitor(
      HealthSetup(
        machine: system.parts.makeHealthMachine(), time: .virtual(clock),
        announce: { transition in
          let shown = box.monitor.withLock { $0 }?.health
          box.heard.withLock { $0.append(Announcement(transition: transition, shown: shown)) }
        }))
    box.monitor.withLock { $0 = monitor }
  }

  var health: CloudHealth { monitor.health }
  var heard: [Announcement] { box.heard.withLock { $0 } }

  func report(_ outcome: OperationOutcome) async { await monitor.report(outcome, of: "fetch") }

  /// The health before the first outcome and after each.
  func walk(_ outcomes: [OperationOutcome]) async -> [CloudHealth] {
    var states = [health]
    for outcome in outcomes {
      await report(outcome)
      states.append(health)
    }
    return states
  }
}

/// Claims that the monitor does what the table says, after each outcome that finds it in `health`.
func expectEdges(
  from health: CloudHealth, after outcomes: [OperationOutcome], in system: ArgusSystem, _ trial: Trial? = nil,
  file: String = #fileID, path: String = #filePath, line: Int = #line
) async throws {
  let expected = HealthTable.walk(outcomes)
  let found = await MonitorDriver(system).walk(outcomes)
  try expect("health before the first", found.first, equals: expected.first, fileID: file, filePath: path, line: line)
  for place in outcomes.indices where expected[place] == health {
    let next = expected[place + 1]
    trial?.label(next == health ? "stays \(health.rawValue)" : "\(health.rawValue) turns \(next.rawValue)")
    try expect(
      "health after \(Array(outcomes[...place]).letters)", found[place + 1], equals: next, fileID: file, filePath: path, line: line)
  }
}
