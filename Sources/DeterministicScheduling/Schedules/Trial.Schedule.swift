import PropertyTesting

extension Trial {
  /// Runs `body` under a schedule of this case's choices, on this thread, and returns its result.
  ///
  /// Every point at which one of several tasks could go on is a choice of the case. The engine records, replays and
  /// shrinks it with the values that the case draws. You do not change the code under test: the scheduler controls
  /// `Task {}`, `Task.detached`, `async let`, task groups, actors, the main actor, continuations, `AsyncStream`,
  /// `Task.yield` and `Task.sleep`. Time is virtual, and random numbers come from the case.
  ///
  /// Wrap the concurrent part, and create the system outside it: the scheduler does not control what was created
  /// before on other threads. Tasks that `body` leaves running go on for up to 1,000 steps after it returns.
  /// - Throws: what `body` throws; ``/PropertyTesting/Interruption`` if it deadlocks, does not end, or if something
  ///   takes part that the scheduler does not control. Tasks that still wait are then abandoned.
  public func schedule<Value: Sendable>(
    _ schedules: Schedules = .mixed, _ body: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    if let problem = schedules.problem { throw InvalidSetting(problem) }
    var draws = drawSchedule(isSearched: schedules.areSearched)
    var settings = LoopSettings(schedules, draws)
    if schedules.isOptimizedBuild, draws.index == 0 {
      limit("an optimized build leaves suspension points out: explore schedules in a debug build too")
    }
    if schedules.areSearched, !draws.isScripted || draws.isEnumerated {
      let before = checkpoint
      if let (value, found) = try search(schedules, settings, body, rewind: { self.restore(before) }) {
        guard let found else { return try value.get() }
        // Found: the same once more, as choices of the case.
        restore(before)
        record(found, &draws)
        var decisions = Decisions(following: found)
        return try run(settings, &decisions, body)
      }
    }
    let (index, seed) = (draws.index, draws.seed)
    var decisions = Decisions(draws, schedules.strategy.make(index: index, seed: seed))
    if draws.recordsPoints { settings.recorder = StepRecorder(Names(), sharesMemory: false) }
    return try run(settings, &decisions, body, repeats: schedules.repeatsRuns)
  }

  /// The value of the last schedule, or what the first that failed threw, and its switches. Nil: schedules are made up one a case.
  private func search<Value: Sendable>(
    _ schedules: Schedules, _ settings: LoopSettings, _ body: @escaping @Sendable () async throws -> Value,
    rewind: @escaping () -> Void
  ) throws -> (last: Result<Value, any Error>, failing: [ScheduleSwitch]?)? {
    switch schedules.strategy {
    case .exhaustive(let switches, let limit):
      var search = ScheduleSearch(switches: switches, limit: limit, settings: settings, rewind: rewind)
      let found = try search.run(body)
      if found.failing == nil { collect("schedules", search.explored) }
      label("every schedule with at most \(switches) \(switches == 1 ? "switch" : "switches")")
      return found
    case .everyInterleaving(let sharing, let limit):
      let search = ProofSearch(sharing: sharing, limit: limit, settings: settings, rewind: rewind)
      let (last, failing, orders, values) = try search.run(body)
      if failing == nil {
        collectInterleavings(orders, sharing == .onlyActors ? .ofActors : .atSuspensionPoints, outcomes: values)
        if search.sawSharedLocks { self.limit("several tasks took locks, which were not scheduled") }
      }
      return (last, failing)
    case .mixed, .randomWalk, .fewSwitches, .priorities: return nil
    }
  }

  private func run<Value: Sendable>(
    _ settings: LoopSettings, _ decisions: inout Decisions,
    _ body: @escaping @Sendable () async throws -> Value, repeats: Bool = false
  ) throws -> Value {
    var settings = settings
    settings.observer = isObserved ? ScheduleObserver() : nil
    // Before a deadlock is told of, a thread that is only slow gets more time.
    if isObserved && settings.grace > 0 { settings.grace = max(settings.grace, 250_000_000) }
    let before = repeats ? checkpoint : nil
    let run = ScheduledRun(settings, deciding: &decisions, body)
    if let trace = run.observer.map({ ScheduleTrace($0) }) {
      // One task alone runs in the order of its code.
      if trace.hasSeveralTasks {
        note(later: { trace.lines(atMost: 60) })
        draw(later: { trace.drawing(atMost: 60) })
        if let circle = trace.circle { draw(later: { trace.drawing(ofCircle: circle) }) }
      }
      keep(run.outcome.steps(of: trace))
    }
    let result = offTheClock { Result { try run.get(settings) } }
    if let before {
      settings.observer = nil
      let after = checkpoint
      defer { restore(after) }
      try Repetition(settings, decisions.made, run.outcome, result.map { _ in }) { self.restore(before) }
        .demandSame(body)
    }
    return try result.get()
  }

  private func record(_ switches: [ScheduleSwitch], _ draws: inout ScheduleDraws) {
    _ = draws.awaitSwitch()
    var next = 0
    for departure in switches {
      draws.recordSwitch(after: UInt64(departure.point - next + 1), to: departure.alternative - 1)
      next = departure.point + 1
    }
  }
}

extension LoopSettings {
  init(_ schedules: Schedules, _ draws: ScheduleDraws) {
    self.init()
    timersRace = schedules.timersRace
    callsOvertake = schedules.callsOvertake
    ignoresDispatch = schedules.ignoresDispatch
    stepLimit = schedules.stepLimit
    stepSeconds = schedules.stepTimeLimit.map { max(1, $0.components.seconds) } ?? 0
    grace = schedules.grace.nanosecondsClamped
    random = RandomNumbers { draws.drawRandomSeed() }
  }
}
