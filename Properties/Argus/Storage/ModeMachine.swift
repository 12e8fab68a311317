import ArgusReference
import PropertyTesting

/// ARG-19, ARG-22 to ARG-24: the cloud comes and goes, the health changes, events come from the system, and time passes.
enum ModeMachine {
  typealias ModeCommand = Command<ModeModel, ModesDriver>

  struct Cloud: Sendable, CounterexampleDescribable {
    let answer: ModeModel.Answer
    let recovers: Bool
    let takes: Int

    var counterexampleDescription: String {
      "\(answer.rawValue), recovery \(recovers ? "works" : "fails") after \(takes) ms"
    }
  }

  static let behave = ModeCommand(
    "behave", weight: 5, with: Generator { source in
      Cloud(
        answer: try source(.frequency((2, .constant(.available)), (3, .anyCase()))),
        recovers: try source(.frequency((2, .constant(true)), (1, .constant(false)))),
        takes: try source(.element(of: [0, 3_000, 1_000_000])))
    }
  ) { model, cloud in
    model.answer = cloud.answer
    model.recovers = cloud.recovers
    model.recoveryTakes = cloud.takes
  } system: { app, cloud in
    app.behave(cloud.answer, recovers: cloud.recovers, takes: cloud.takes)
  }

  static let health = ModeCommand("health", weight: 6, with: .anyCase()) { (model: inout ModeModel, health: CloudHealth) in
    model.health(health)
    model.pass(1)
  } system: { app, health in
    try await app.healthChanged(health)
  }
  .labelled("goes local") { $0.before.mode == .cloud && $0.after.mode == .local }
  .labelled("flickers") { $0.before.mode == .cloud && $0.after.mode == .cloud && $0.argument() == CloudHealth.degraded }

  static let events = ModeCommand("events", weight: 5, with: .array(of: .anyCase(), count: 1...3)) {
    (model: inout ModeModel, events: [SystemEvent]) in
    for event in events { model.event(event) }
    model.pass(1)
  } system: { app, events in
    try await app.events(events)
  }
  .labelled("an event begins a recovery") { $0.before.mode == .local && $0.after.checks.count > $0.before.checks.count }
  .labelled("a burst begins one recovery") { step in
    step.before.mode == .local && (step.argument([SystemEvent].self)?.filter { $0 != .networkLost }.count ?? 0) > 1
      && step.before.attempt == nil
  }
  .labelled("an event is served by a recovery that runs") { $0.before.attempt != nil && $0.after.attempt != nil }
  .labelled("the account goes") { $0.before.mode == .cloud && $0.after.mode == .local }
  .labelled("the account stays") {
    $0.before.mode == .cloud && $0.after.mode == .cloud && $0.after.checks.count > $0.before.checks.count
  }

  static let pass = ModeCommand("pass", weight: 7, with: .element(of: [1_000, 10_000, 450_000, 901_000, 2_000_000])) {
    model, milliseconds in
    model.pass(milliseconds + 1)
  } system: { app, milliseconds in
    try await app.pass(milliseconds + 1)
  }
  .labelled("the timer begins a recovery") { $0.after.checks.count > $0.before.checks.count }
  .labelled("recovers") { $0.before.mode == .local && $0.after.mode == .cloud }
  .labelled("tries again after a failure") { $0.after.checks.count > $0.before.checks.count + 1 }

  static let relaunch = ModeCommand("relaunch", weight: 3, when: { $0.attempt == nil && $0.check == nil }) { model in
    model.launch()
    model.pass(1)
  } system: { app in
    try await app.launch()
  }
  .labelled("starts in the cloud after it was local") { $0.before.mode == .local && $0.after.mode == .cloud }
  .labelled("starts local after it was in the cloud") { $0.before.mode == .cloud && $0.after.mode == .local }
  .labelled("starts without an answer") { $0.before.answer == .hangs }

  static let mode = Invariant<ModeModel, ModesDriver>("mode", model: \.mode, system: { $0.mode })
  static let notices = Invariant<ModeModel, ModesDriver>(
    "what the user was told", model: \.notices, system: { $0.notices })
  static let entered = Invariant<ModeModel, ModesDriver>(
    "modes that the app has entered", model: \.entered, system: { $0.entered })
  static let checks = Invariant<ModeModel, ModesDriver>(
    "when the cloud was looked for, in ms", model: \.checks, system: { $0.checks })
  static let overlap = Invariant<ModeModel, ModesDriver>("one recovery at a time") { _, app in app.mostRecovering <= 1 }
  static let timers = Invariant<ModeModel, ModesDriver>("at most one recovery is waited for") { _, app in app.timerCount <= 1 }
  static let limits = Invariant<ModeModel, ModesDriver>("nobody waits for a check that has ended") { model, app in
    model.attempt != nil || model.check != nil || app.limitCount == 0
  }

  static let machine = StateMachine(
    initially: Generator<StorageModePolicy>.anyCase().map { policy in
      var model = ModeModel()
      model.policy = policy
      model.launch()
      model.pass(1)
      return model
    }, commands: [health, pass, events, behave, relaunch], invariants: [mode, entered, notices, checks, overlap, timers, limits]
  )
  .showing(\.summary)
  .withLongCases
  .withoutSwarm
}
