import ArgusReference
import DeterministicScheduling
import PropertyTesting
import StorageContract

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
    mustCatch: [
      .runsTwoAtOnce, .repeatsWhatWentWell, .neverTriesAgain, .waitsAMinute, .forgetsWritesOfARun, .synchronizesInAnyCase,
      .runsThoughNotAllowed, .takesAskingForAWrite, .forgetsWhatWasAsked, .keepsItsTimers,
    ]
  ).holds(
    forAll: .automaticSyncScript, scheduled: .mixed,
    requiring: ["a write during a run": 0.2, "a run fails": 0.3, "nothing to send": 0.2, "not allowed": 0.2]
  ) { script, system, trial in
    let device = SyncingDevice(script)
    let timers = Remembered(0)
    let time = ArgusTime.device(counting: timers)
    let sync = system.parts.makeAutomaticSync(
      AutomaticSyncSetup(
        machine: system.parts.makeAutomaticSyncMachine(), time: time, isAllowed: { device.state.now.isAllowed },
        hasPending: { device.state.withValue { $0.written > $0.sent } }, synchronize: { try await device.synchronize() }))
    for step in script.steps {
      try await Task.sleep(for: .seconds(step.pause))
      try expect("at most one timer runs, not \(timers.now)", timers.now <= 1)
      switch step.event {
      case .write(let isNew):
        if isNew { device.state.withValue { $0.written += 1 } }
        sync.didWrite()
      case .ask: sync.ask()
      case .allow(let isAllowed): device.state.withValue { $0.isAllowed = isAllowed }
      }
    }
    try await Task.sleep(for: .seconds(AutomaticSyncScript.secondsToTheEnd))
    try expect("when it synchronizes, in ms", device.state.now.starts, equals: script.expected(trial))
    try await Self.failAndEnd(system, time)
    try await Task.sleep(for: .milliseconds(1))
    try expect("timers of an app that has ended", timers.now, equals: 0)
  }

  /// An app whose synchronization has failed, so that it waits for the next one, ends.
  private static func failAndEnd(_ system: ArgusSystem, _ time: ArgusTime) async throws {
    let sync = system.parts.makeAutomaticSync(
      AutomaticSyncSetup(
        machine: system.parts.makeAutomaticSyncMachine(), time: time, isAllowed: { true }, hasPending: { true },
        synchronize: { throw ArgusError.cloudUnavailable }))
    sync.ask()
    try await Task.sleep(for: .milliseconds(1))
    withExtendedLifetime(sync) {}
  }
}

/// What happens to a device, and what becomes of each synchronization.
struct AutomaticSyncScript: Sendable, CounterexampleDescribable {
  /// Longer than eight runs of 12 seconds that all fail, with 30 seconds after each: then no timer is left.
  static let secondsToTheEnd = 400

  enum Event: Sendable, Equatable {
    /// Of something that has to be sent, or of nothing.
    case write(isNew: Bool)
    case ask
    case allow(Bool)
  }

  struct Step: Sendable, CounterexampleDescribable {
    /// In whole seconds.
    let pause: Int
    let event: Event
    var counterexampleDescription: String { "\(event) after \(pause) s" }
  }

  struct Run: Sendable, CounterexampleDescribable {
    let seconds: Int
    let fails: Bool
    var counterexampleDescription: String { "\(fails ? "fails" : "ends") after \(seconds) s" }
  }

  let steps: [Step]
  /// All later ones go well at once.
  let runs: [Run]

  var counterexampleDescription: String { "\(describe(steps)); runs \(describe(runs))" }

  func run(_ number: Int) -> Run { number < runs.count ? runs[number] : Run(seconds: 0, fails: false) }

  /// In milliseconds: a little more than whole seconds, at which steps come, so that no two things happen at once.
  func length(_ number: Int) -> Int { run(number).seconds * 1_000 + 7 }

  /// When the synchronizations begin, in milliseconds.
  func expected(_ trial: Trial) -> [Int] {
    var starts: [Int] = []
    var (now, written, sent, sending) = (0, 0, 0, 0)
    var (hasWritten, isAsked, isAllowed) = (false, false, true)
    var end: Int?
    var due: Int?

    func begin() {
      guard end == nil, isAllowed, hasWritten || isAsked else { return }
      let isNeeded = isAsked || written > sent
      (hasWritten, isAsked, due) = (false, false, nil)
      trial.label("nothing to send", if: !isNeeded)
      guard isNeeded else { return }
      end = now + length(starts.count)
      starts.append(now)
      sending = written
    }

    func pass(to time: Int) {
      while let next = [end, due].compactMap({ $0 }).min(), next <= time {
        now = next
        if next == due {
          due = nil
          begin()
        } else if run(starts.count - 1).fails {
          trial.label("a run fails")
          (end, isAsked) = (nil, true)
          if isAllowed { due = now + 30_000 }
        } else {
          (end, sent) = (nil, sending)
          begin()
        }
      }
      now = time
    }

    for step in steps {
      pass(to: now + step.pause * 1_000)
      switch step.event {
      case .write(let isNew):
        if isNew { written += 1 }
        hasWritten = true
        trial.label("a write during a run", if: end != nil)
        begin()
      case .ask:
        isAsked = true
        begin()
      case .allow(let value): isAllowed = value
      }
      trial.label("not allowed", if: !isAllowed && (hasWritten || isAsked))
    }
    pass(to: now + Self.secondsToTheEnd * 1_000)
    return starts
  }
}

extension Generator where Value == AutomaticSyncScript {
  static let automaticSyncScript = Generator { source in
    let event = Generator<AutomaticSyncScript.Event>.frequency(
      (4, Generator<Bool>.frequency((1, .constant(true)), (1, .constant(false))).map { .write(isNew: $0) }), (4, .constant(.ask)),
      (3, .constant(.allow(false))), (3, .constant(.allow(true))))
    let step = Generator<AutomaticSyncScript.Step> { source in
      AutomaticSyncScript.Step(pause: try source(.frequency((6, .int(in: 1...9)), (1, .int(in: 25...40)))), event: try source(event))
    }
    let run = Generator<AutomaticSyncScript.Run> { source in
      AutomaticSyncScript.Run(seconds: try source(.int(in: 0...12)), fails: try source(.int(in: 0...2)) == 2)
    }
    return AutomaticSyncScript(
      steps: try source(.array(of: step, count: 6...16)), runs: try source(.array(of: run, count: 2...8)))
  }
}

/// What the synchronization works with, and when it was asked to.
private final class SyncingDevice: Sendable {
  struct State: Sendable {
    var isAllowed = true
    var written = 0
    var sent = 0
    /// In milliseconds.
    var starts: [Int] = []
  }

  let state = Remembered(State())
  private let script: AutomaticSyncScript
  private let start = ContinuousClock().now

  init(_ script: AutomaticSyncScript) { self.script = script }

  func synchronize() async throws {
    let (seconds, attoseconds) = start.duration(to: ContinuousClock().now).components
    let begin = Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)
    let (number, sending) = state.withValue { state in
      state.starts.append(begin)
      return (state.starts.count - 1, state.written)
    }
    try await Task.sleep(for: .milliseconds(script.length(number)))
    if script.run(number).fails { throw ArgusError.cloudUnavailable }
    state.withValue { $0.sent = sending }
  }
}

// What ARG-S1 must catch.
extension Fault<ArgusSystem> {
  static let runsTwoAtOnce = machine("runsTwoAtOnce", "begins a run for each write") { base, event, isAllowed, now in
    let effects = base.handle(event, isAllowed: isAllowed, at: now)
    return effects.isEmpty && event == .wrote && isAllowed ? [.run(always: false)] : effects
  }
  static let repeatsWhatWentWell = machine("repeatsWhatWentWell", "repeats a successful run") { base, event, isAllowed, now in
    base.handle(event == .ended(succeeded: true) ? .ended(succeeded: false) : event, isAllowed: isAllowed, at: now)
  }
  static let waitsAMinute = machine("waitsAMinute", "repeats a run that failed after a minute") { base, event, isAllowed, now in
    base.handle(event, isAllowed: isAllowed, at: now).map { if case .wake(let due) = $0 { .wake(at: due + .seconds(30)) } else { $0 } }
  }
  static let synchronizesInAnyCase = machine("synchronizesInAnyCase", "synchronizes after each write, with something to send or not") {
    base, event, isAllowed, now in
    base.handle(event, isAllowed: isAllowed, at: now).map { if case .run = $0 { .run(always: true) } else { $0 } }
  }
  static let takesAskingForAWrite = machine("takesAskingForAWrite", "looks for new changes only if there is something to send") {
    base, event, isAllowed, now in base.handle(event == .asked ? .wrote : event, isAllowed: isAllowed, at: now)
  }
  static let runsThoughNotAllowed = machine("runsThoughNotAllowed", "runs while it is not allowed") { base, event, _, now in
    base.handle(event, isAllowed: true, at: now)
  }
  static let forgetsWhatWasAsked = machine("forgetsWhatWasAsked", "forgets requests made while it is not allowed to run") {
    base, event, isAllowed, now in
    isAllowed || (event != .asked && event != .wrote) ? base.handle(event, isAllowed: isAllowed, at: now) : []
  }

  static let keepsItsTimers = Fault("keepsItsTimers", "lets a timer run on that nobody needs any more") { system in
    system.parts.makeAutomaticSync = changingSetup(of: system.parts.makeAutomaticSync) { setup in
      setup.time = setup.time.endingNoWaitEarly
    }
  }

  static let forgetsWritesOfARun = Fault("forgetsWritesOfARun", "forgets what is written during a run") { system in
    let make = system.parts.makeAutomaticSyncMachine
    system.parts.makeAutomaticSyncMachine = {
      let runs = Remembered(0)
      return AlteredSyncMachine(base: make()) { base, event, isAllowed, now in
        if case .ended = event { runs.withValue { $0 -= 1 } }
        if event == .wrote && runs.now > 0 { return [] }
        let effects = base.handle(event, isAllowed: isAllowed, at: now)
        if effects.contains(where: { if case .run = $0 { true } else { false } }) { runs.withValue { $0 += 1 } }
        return effects
      }
    }
  }

  private typealias Alteration =
    @Sendable (inout any AutomaticSyncStateMachine, AutomaticSyncEvent, Bool, Duration) -> [AutomaticSyncEffect]

  private static func machine(_ id: String, _ fact: String, _ alter: @escaping Alteration) -> Fault {
    Fault(id, fact) { system in
      let make = system.parts.makeAutomaticSyncMachine
      system.parts.makeAutomaticSyncMachine = { AlteredSyncMachine(base: make(), alter: alter) }
    }
  }

  private struct AlteredSyncMachine: AutomaticSyncStateMachine {
    var base: any AutomaticSyncStateMachine
    let alter: Alteration

    mutating func handle(_ event: AutomaticSyncEvent, isAllowed: Bool, at now: Duration) -> [AutomaticSyncEffect] {
      alter(&base, event, isAllowed, now)
    }
  }
}
