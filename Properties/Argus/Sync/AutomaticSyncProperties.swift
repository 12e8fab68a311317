import ArgusReference
import DeterministicScheduling
import PropertyTesting

/// When the app synchronizes without being asked by the user.
public enum AutomaticSyncProperties: PropertyGroup {
  public static let all: [Property<ArgusSystem>] = [byItself]

  static let byItself = Requirement<ArgusSystem>(
    "ARG-S1", "The App Synchronizes by Itself",
    says: """
      The app synchronizes at once after a write and on request, one run at a time. Writes and requests during a run \
      lead to one more run. A failed run is repeated after 30 seconds, a successful one is not. After a write, the app \
      synchronizes only if changes are pending. While this is not allowed, nothing runs, and the request stays for the \
      next call. An app that has ended keeps no timer.
      """,
    covers: "002 Architecture Overview item 5", of: "AutomaticSync, AutomaticSyncMachine", needs: [.virtualTime, .concurrency],
    mustCatch: [.keepsItsTimers]
  ).holds(
    of: AutomaticSyncModel.machine, commands: 6...16, scheduled: .mixed,
    requiring: ["a write during a run": 0.2, "a run fails": 0.3, "nothing to send": 0.2, "not allowed": 0.2],
    making: { AutomaticSyncDriver($0, $1) })
}

/// When a device synchronizes, in milliseconds.
struct AutomaticSyncModel: Sendable {
  struct Step: Sendable {
    enum Event: Sendable {
      /// Of something that has to be sent, or of nothing.
      case write(isNew: Bool)
      case ask
      case allow(Bool)
    }

    let pauseSeconds: Int
    let event: Event?
  }

  struct Run: Sendable {
    let seconds: Int
    let fails: Bool

    /// A little more than whole seconds, at which steps come, so that no two things happen at once.
    var milliseconds: Int { seconds * 1_000 + 7 }
  }

  /// What becomes of the synchronizations. All later ones go well at once.
  let runs: [Run]
  private(set) var starts: [Int] = []
  private var now = 0
  /// The end of the present run.
  private var end: Int?
  private var due: Int?
  private var written = 0
  private var sent = 0
  private var sending = 0
  private var hasWritten = false
  private var isAsked = false
  private var isAllowed = true
  private var needlessRuns = 0

  init(runs: [Run]) { self.runs = runs }

  func run(_ number: Int) -> Run { number < runs.count ? runs[number] : Run(seconds: 0, fails: false) }

  mutating func perform(_ step: Step) {
    pass(to: now + step.pauseSeconds * 1_000)
    switch step.event {
    case .write(let isNew):
      if isNew { written += 1 }
      hasWritten = true
      begin()
    case .ask:
      isAsked = true
      begin()
    case .allow(let value): isAllowed = value
    case nil: break
    }
  }

  private mutating func begin() {
    guard end == nil, isAllowed, hasWritten || isAsked else { return }
    let isNeeded = isAsked || written > sent
    (hasWritten, isAsked, due) = (false, false, nil)
    if !isNeeded { return needlessRuns += 1 }
    end = now + run(starts.count).milliseconds
    starts.append(now)
    sending = written
  }

  private mutating func pass(to time: Int) {
    while let next = [end, due].compactMap({ $0 }).min(), next <= time {
      now = next
      if next == due {
        due = nil
        begin()
      } else if run(starts.count - 1).fails {
        (end, isAsked) = (nil, true)
        if isAllowed { due = now + 30_000 }
      } else {
        (end, sent) = (nil, sending)
        begin()
      }
    }
    now = time
  }

  static let machine = StateMachine<AutomaticSyncModel, AutomaticSyncDriver>(
    initially: .array(of: .build(Run.init, from: .int(in: 0...12), .frequency((2, .constant(false)), (1, .constant(true)))), count: 2...8)
      .map { AutomaticSyncModel(runs: $0) },
    commands: [
      Command("step", with: .automaticSyncStep) { model, step in
        model.perform(step)
      } system: { device, step in
        try await device.perform(step)
      }
    ],
    closing: [
      // Longer than eight runs of 12 seconds that all fail, with 30 seconds after each.
      Command("wait") { model in
        model.perform(Step(pauseSeconds: 400, event: nil))
        return model.starts
      } system: { device in
        try await device.perform(Step(pauseSeconds: 400, event: nil))
        return device.starts
      },
      Command("failAndEnd") { _ in 0 } system: { try await $0.timersAfterFailingAndEnding() },
    ],
    invariants: [
      Invariant("at most one timer runs") { _, device in device.timers.now <= 1 }
    ]
  )
  .labelling("a write during a run") { $0.end != nil && $0.hasWritten }
  .labelling("a run fails") { zip($0.starts, $0.runs).contains { $1.fails } }
  .labelling("nothing to send") { $0.needlessRuns > 0 }
  .labelling("not allowed") { !$0.isAllowed && ($0.hasWritten || $0.isAsked) }
  .withLongCases
}
