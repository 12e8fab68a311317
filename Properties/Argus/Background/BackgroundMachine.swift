import ArgusReference
import PropertyTesting
import StorageContract

/// ARG-26 to ARG-28: the system launches and expires tasks, while time passes and the network comes and goes.
enum BackgroundMachine {
  typealias BackgroundCommand = Command<BackgroundModel, BackgroundDriver>

  struct Launch: Sendable, CounterexampleDescribable {
    let task: Int
    let plan: BodyPlan

    var counterexampleDescription: String { "\(BackgroundModel.ids[task]): \(plan.counterexampleDescription)" }
  }

  struct Expiry: Sendable, CounterexampleDescribable {
    let task: Int
    /// It comes late, and concerns the launch no more that is open now.
    let isOfTheLaunchBefore: Bool

    var counterexampleDescription: String { BackgroundModel.ids[task] + (isOfTheLaunchBefore ? ", the launch before" : "") }
  }

  static let launch = BackgroundCommand(
    "launch", weight: 8, with: { model in
      Generator { source in
        let requested = model.tasks.indices.filter { model.tasks[$0].isRequested }
        let batches = try source(.int(in: 0...8))
        return Launch(
          task: try source(.element(of: requested)),
          plan: BodyPlan(
            batches: batches, fails: try source(.frequency((3, .constant(false)), (1, .constant(true)))),
            isStubborn: try source(.bool),
            expiresInBatch: try source(.frequency((4, .constant(0)), (1, .int(in: 0...max(batches, 1)))))))
      }
    }, when: { $0.tasks.contains(where: \.isRequested) }
  ) { model, launch in
    model.launch(launch.task, launch.plan)
    model.pass(1)
  } system: { app, launch in
    try await app.launch(launch.task, launch.plan)
  }
  .labelled("waits for what it needs") { $0.after.tasks.contains { $0.state == .waiting } }
  .labelled("is launched again after a timeout") { step in
    step.argument(Launch.self).map { step.before.tasks[$0.task].outcomes.last == .timedOut } ?? false
  }

  static let expire = BackgroundCommand(
    "expire", weight: 3,
    with: Generator<(Int, Bool)>.zip(.int(in: 0...2), .frequency((3, .constant(false)), (1, .constant(true))))
      .map { Expiry(task: $0, isOfTheLaunchBefore: $1) }
  ) { model, expiry in
    if !expiry.isOfTheLaunchBefore { model.expire(expiry.task) }
    model.pass(1)
  } system: { app, expiry in
    try await app.expire(expiry)
  }
  .labelled("expires while it runs") { step in
    step.expiry { !$1.isOfTheLaunchBefore && $0.isRunning }
  }
  .labelled("expires while it waits") { step in step.expiry { !$1.isOfTheLaunchBefore && $0.state == .waiting } }
  .labelled("expires when it is over") { step in step.expiry { task, _ in task.state == .idle && !task.completions.isEmpty } }
  .labelled("the launch before expires") { step in
    step.expiry { $1.isOfTheLaunchBefore && $0.state != .idle && !$0.completions.isEmpty }
  }

  static let conditions = BackgroundCommand(
    "conditions", weight: 4,
    with: Generator<(Bool, Bool)>.zip(.bool, .bool).map { DeviceConditions.Values(isOnline: $0, hasExternalPower: $1) }
  ) { model, values in
    model.set(values)
    model.pass(1)
  } system: { app, values in
    try await app.set(values)
  }
  .labelled("begins when its needs are met") { $0.after.starts > $0.before.starts }
  .labelled("loses the network while it runs") { step in
    step.before.tasks.contains { $0.isRunning && $0.needs.network }
      && step.before.conditions.isOnline && !step.after.conditions.isOnline
  }
  .labelled("goes on without power") { step in
    step.after.tasks.contains { $0.isRunning && $0.needs.externalPower }
      && !step.after.conditions.hasExternalPower
  }

  static let pass = BackgroundCommand(
    "pass", weight: 8, with: .element(of: [5_000, 12_000, 31_000, 61_000, 100_000])
  ) { model, milliseconds in
    model.pass(milliseconds + 1)
  } system: { app, milliseconds in
    try await app.pass(milliseconds + 1)
  }
  .labelled("a task succeeds") { $0.after.count(.succeeded) > $0.before.count(.succeeded) }
  .labelled("a task times out") { $0.after.count(.timedOut) > $0.before.count(.timedOut) }
  .labelled("a stubborn task times out") { step in
    step.before.tasks.indices.contains {
      step.before.tasks[$0].plan.isStubborn && step.after.tasks[$0].outcomes.count > step.before.tasks[$0].outcomes.count
        && step.after.tasks[$0].outcomes.last == .timedOut
    }
  }
  .labelled("expires in the middle of a batch") { $0.after.count(.expired) > $0.before.count(.expired) }

  static let outcomes = Invariant<BackgroundModel, BackgroundDriver>(
    "how launches ended, by task", model: { $0.tasks.map(\.outcomes) }, system: { $0.outcomes })
  static let completions = Invariant<BackgroundModel, BackgroundDriver>(
    "what the system was told, by task", model: { $0.tasks.map(\.completions) }, system: { $0.completions })
  static let requests = Invariant<BackgroundModel, BackgroundDriver>(
    "requests for a next run, by task", model: { $0.tasks.map(\.requests) }, system: { $0.requests })
  static let pending = Invariant<BackgroundModel, BackgroundDriver>(
    "requests that wait for the system", model: \.pending, system: { $0.pending })
  static let cancelled = Invariant<BackgroundModel, BackgroundDriver>(
    "runs that were cancelled, by task", model: { $0.tasks.map(\.cancelled) }, system: { $0.cancelled })
  /// One for each run, and none of a run that is over.
  static let timers = Invariant<BackgroundModel, BackgroundDriver>(
    "limits of runs that are waited for", model: { $0.tasks.filter(\.isRunning).count }, system: { $0.timerCount })
  static let times = Invariant<BackgroundModel, BackgroundDriver>(
    "how far the app's time and date are off, in ms", model: { _ in [0, 0] }, system: { $0.deviation })
  static let begins = Invariant<BackgroundModel, BackgroundDriver>(
    "each request is for an hour later", always: { $0.areInAnHour })
  static let starts = Invariant<BackgroundModel, BackgroundDriver>(
    "when bodies began, in ms, by task", model: { $0.tasks.map(\.starts) }, system: { $0.starts })
  static let written = Invariant<BackgroundModel, BackgroundDriver>(
    "what was written", model: { $0.tasks.flatMap(\.written).flatMap { ["\($0) a", "\($0) b"] }.sorted() },
    system: { try await $0.halves() })

  static let machine = StateMachine(
    initially: BackgroundModel(), commands: [launch, pass, expire, conditions], closing: [passLong],
    invariants: [outcomes, completions, requests, pending, begins, starts, cancelled, timers, times, written]
  )
  .showing(\.summary)
  .withLongCases
  .withoutSwarm

  /// At last everything that runs has come to its end.
  private static let passLong = BackgroundCommand("passLong") { model in
    model.pass(120_001)
  } system: { app in
    try await app.pass(120_001)
  }
}

extension BackgroundModel {
  var starts: Int { tasks.reduce(0) { $0 + $1.starts.count } }

  func count(_ outcome: BackgroundOutcome) -> Int { tasks.reduce(0) { $0 + $1.outcomes.filter { $0 == outcome }.count } }
}

extension CommandStep<BackgroundModel> {
  /// Whether this is an expiration, and this is true of its task before it.
  fileprivate func expiry(_ isTrue: (BackgroundModel.Task, BackgroundMachine.Expiry) -> Bool) -> Bool {
    argument(BackgroundMachine.Expiry.self).map { isTrue(before.tasks[$0.task], $0) } ?? false
  }
}
