/// What is known of a run that a case broke.
struct FailedRun: Sendable {
  /// Cases that passed before it.
  let passed: Int
  /// How the process of the failing case ended, where it did.
  var death: String?
  /// See ``Sweep/gaveUp``.
  var gaveUp = false
  /// What it threw, in words.
  var message: String?
}

/// Looks closely at single cases and says what they come to: records, repeats, shrinks, replays.
///
/// Synchronous, so that there is one shrinker for all properties; ``Property/withJudge(over:settings:_:)``
/// bridges to asynchronous ones.
struct CaseJudge {
  let propertyID: String
  let settings: RunSettings
  /// What is told if the process ends meanwhile.
  let note: RunNote?
  /// Whether an examination that is shown runs in a process in which no case ran before.
  let hasNewProcesses: Bool
  /// Runs an examination to its end.
  let examine: (Examination) -> Void
  /// The time for all that follows a failure: ``RunSettings/shrinkTime``. Nil: no failure is looked at.
  private var limit: TimeLimit?

  init(
    propertyID: String, settings: RunSettings, note: RunNote? = nil, hasNewProcesses: Bool = false,
    examine: @escaping (Examination) -> Void
  ) {
    self.propertyID = propertyID
    self.settings = settings
    self.note = note
    self.hasNewProcesses = hasNewProcesses
    let watched = settings.watch.map { watch in { watch.look(at: $0, of: propertyID, examine) } } ?? examine
    self.examine = note.map { note in
      { examination in
        note.begins(examination)
        watched(examination)
      }
    } ?? watched
  }

  /// Judges a failed case of the run: examines it again, shrinks it and explains it, in the time that the settings allow. What is not
  /// done by then is left out: other failures, repetitions, the explanation.
  func findings(of found: FoundCase, in run: FailedRun) -> CaseFindings {
    var judge = self
    judge.limit = TimeLimit(mostTime)
    return judge.look(at: found, in: run)
  }

  private func look(at found: FoundCase, in run: FailedRun) -> CaseFindings {
    // Another run of the case would find as many schedules.
    if run.gaveUp, let message = run.message { return CaseFindings(verdict: .gaveUp(.unfinished(message))) }
    let recorded = Examination(
      seed: settings.seed, index: found.index, replaying: found.script, printsValue: !settings.needsVerdictAlone)
    examine(recorded)
    let origin = found.example.map(Counterexample.Origin.example) ?? .found(case: found.number)
    guard case .failed(let failure) = recorded.result else {
      if run.death == nil, let verdict = dependence(of: recorded, found, origin: origin) { return CaseFindings(verdict: verdict) }
      return CaseFindings(
        verdict: flaky(
          "\(run.death ?? "failed") in the run, and \(recorded.result.phrase) when it was run again", [recorded],
          failure: run.death ?? run.message, origin: origin))
    }
    if let verdict = failure.verdictWithoutCase { return CaseFindings(verdict: verdict) }
    guard settings.shrinks else {
      return CaseFindings(verdict: failure.verdict(counterexample(recorded, failure, origin: origin)))
    }
    note?.best(recorded, of: propertyID)
    let met = FailuresMet(besides: failure.origin)
    met.note(recorded)
    let drawn = found.example == nil ? nil : drawnCase(like: recorded, failure)
    var (verdict, confirmed) = shrunk(drawn ?? recorded, failure, origin: origin, limits, met)
    if drawn != nil { verdict = verdict.ofDrawnCase(besides: recorded.value.map { .init(value: $0, message: failure.message) }) }
    switch verdict {
    case .falsified, .errored(_, .some):
      note?.best(confirmed, of: propertyID)
      note?.enter(.explaining)
      let explanation = explanation(of: confirmed, met)
      note?.enter(.searchingOthers)
      searchOthers(met, after: found.number, of: run)
      if let counterexample = verdict.counterexample,
        let flaky = unsteadiness(of: confirmed, counterexample, met, found)
      {
        return CaseFindings(verdict: flaky)
      }
      note?.enter(.searchingOthers)
      let others = otherFailures(met)
      return CaseFindings(verdict: verdict.explained(explanation, worst: worst(met, besides: confirmed)), others: others)
    default:
      // To look on would cost a process or a time limit for each case, or prove nothing.
      return CaseFindings(verdict: verdict)
    }
  }

  /// A drawn case that fails as the example does. No choices made the example, so it cannot be made simpler itself.
  private func drawnCase(like example: Examination, _ failure: Failure) -> Examination? {
    guard example.tape.choiceCount == 1, !failure.isInterruption else { return nil }
    for index in 0..<min(settings.cases, Self.mostCasesAfterFailure) where !isOutOfTime {
      let drawn = Examination(seed: settings.seed, index: index)
      examine(drawn)
      if drawn.fails(as: failure) { return drawn }
    }
    return nil
  }

  private var mostTime: Duration {
    if let within = settings.within { return min(settings.shrinkTime, within) }
    guard settings.atMost == nil, let budget = TimeBudget(settings) else { return settings.shrinkTime }
    return min(settings.shrinkTime, budget.mostAfterAFailure())
  }

  /// How much time is left.
  var timeLeft: Duration { limit?.left ?? mostTime }

  var isOutOfTime: Bool { timeLeft == .zero }

  /// The limits of a shrinker that begins now: it leaves a quarter of the time to what follows.
  var limits: Shrinker.Limits {
    var limits = Shrinker.Limits()
    limits.watch = settings.watch
    limits.note = note
    limits.propertyID = propertyID
    limits.calls = settings.shrinkCalls
    limits.time = timeLeft * 3 / 4
    limits.passes = settings.passes
    return limits
  }

  /// Makes a failing case simple, and confirms what is left of it.
  ///
  /// Of a case that does not end, each attempt would cost the time limit: attempts are given up sooner. If what is left ends in
  /// the time that it has, they were given up too soon, and it is made simple once more, without haste.
  /// - Parameter met: takes down failures of other origins on the way.
  /// - Returns: the verdict, and the examination that confirmed it.
  func shrunk(
    _ recorded: Examination, _ failure: Failure, origin: Counterexample.Origin, _ limits: Shrinker.Limits,
    _ met: FailuresMet
  ) -> (verdict: Verdict, confirmed: Examination) {
    let isHang = if case .interruption(.timedOut) = failure.kind { true } else { false }
    var (confirmed, shrinking) = simplest(of: recorded, failure, limits, met, isHasty: isHang)
    if isHang, !confirmed.isFailed {
      (confirmed, shrinking) = simplest(of: recorded, failure, limits, met, isHasty: false)
    }
    if case .failed(let failure) = confirmed.result, let verdict = failure.verdictWithoutCase {
      return (verdict, confirmed)
    }
    guard case .failed(let finalFailure) = confirmed.result else {
      let verdict = flaky(
        "\(failure.message); and \(confirmed.result.phrase) when it was run again", [confirmed],
        failure: failure.message, origin: origin, shrinking: shrinking)
      return (verdict, confirmed)
    }
    let found = counterexample(confirmed, finalFailure, origin: origin, shrinking: shrinking)
    return (divergence(from: confirmed, found) ?? finalFailure.verdict(found), confirmed)
  }

  private func simplest(
    of recorded: Examination, _ failure: Failure, _ limits: Shrinker.Limits, _ met: FailuresMet, isHasty: Bool
  ) -> (confirmed: Examination, shrinking: Counterexample.Shrinking) {
    let shrinker = Shrinker(
      inOrderOfReplay(recorded, failure), index: recorded.index, origin: failure.origin, limits: limits
    ) { examination in
      examination.isHasty = isHasty
      examine(examination)
      met.note(examination)
    }
    shrinker.run()
    note?.enter(.confirming)
    let shrinking = Counterexample.Shrinking(
      choicesBefore: recorded.tape.choiceCount, choicesAfter: shrinker.best.choiceTokens.count,
      calls: shrinker.calls, stoppedEarly: shrinker.stoppedEarly,
      before: recorded.value.map { Counterexample.Before(value: $0, message: failure.message) }, path: shrinker.path,
      faults: shrinker.faults)
    let confirmed = Examination(
      index: recorded.index, replaying: .tokens(shrinker.best.tokens), printsValue: true)
    examine(confirmed)
    return (confirmed, shrinking)
  }

  /// What a replay of the case records. A search through all schedules keeps the switches of the one that failed before what
  /// the property drew, and a replay where they come: candidates are replays, and would not compare with it.
  private func inOrderOfReplay(_ recorded: Examination, _ failure: Failure) -> [Token] {
    let tokens = recorded.tape.tokens
    let isScheduled = tokens.contains { if case .choice(let choice) = $0 { choice.kind == .schedule } else { false } }
    guard isScheduled else { return tokens }
    let replayed = Examination(index: recorded.index, replaying: .tokens(tokens))
    examine(replayed)
    guard case .failed(let again) = replayed.result, again.origin == failure.origin else { return tokens }
    return replayed.tape.tokens
  }

  /// The verdict on a case that had two different results.
  /// - Parameter seen: examinations of it, the one to show first.
  func flaky(
    _ message: String, _ seen: [Examination], failure: String? = nil, origin: Counterexample.Origin,
    shrinking: Counterexample.Shrinking? = nil, cause: Flakiness.Cause = .unknown
  ) -> Verdict {
    guard let shown = seen.first else { return .errored(reason: message, nil) }
    var found = counterexample(shown, message: message, origin: origin, shrinking: shrinking)
    found.flakiness = flakiness(of: seen, failure: failure)
    if cause != .unknown { found.flakiness?.cause = cause }
    return .flaky(found)
  }

  /// Runs a case once more: the same choices must come to the same value, the same steps and the same end.
  /// - Returns: the verdict where they do not.
  private func divergence(from first: Examination, _ found: Counterexample) -> Verdict? {
    if case .failed(let failure) = first.result, failure.isInterruption, first.steps.isEmpty {
      // It would cost another process, or the time limit once more.
      return nil
    }
    let again = Examination(
      index: first.index, replaying: .tokens(first.tape.tokens), printsValue: true)
    examine(again)
    if again.steps != first.steps {
      let divergence = ScheduleDivergence(first.steps.words, again.steps.words)
      return .uncontrolled(found.with(message: "\(divergence)\n\(found.message)"))
    }
    guard let message = disagreement(first, again) else { return nil }
    var flaky = found.with(message: message)
    flaky.flakiness = flakiness(of: [first, again])
    return .flaky(flaky)
  }

  /// The current result of a saved counterexample, with the verdict if it still fails.
  func regression(_ token: ReplayToken) -> (outcome: RegressionOutcome, verdict: Verdict?) {
    let (verdict, known) = replay(token, origin: .regression, excuses: true)
    if let known { return (RegressionOutcome(token: token, result: .known(name: known)), nil) }
    switch verdict {
    case .held: return (RegressionOutcome(token: token, result: .fixed), nil)
    case .stale(let reason):
      return (RegressionOutcome(token: token, result: .stale(reason: reason)), nil)
    default: return (RegressionOutcome(token: token, result: .fails), verdict)
    }
  }

  /// The verdict on the case that a token stands for. Whoever asks for one case wants to see it fail, also where the failure
  /// is known.
  func replay(_ token: ReplayToken) -> Verdict { replay(token, origin: .replayed, excuses: false).verdict }

  /// - Parameter excuses: whether a known failure passes.
  /// - Returns: the verdict, and the known failure that the case met.
  private func replay(
    _ token: ReplayToken, origin: Counterexample.Origin, excuses: Bool
  ) -> (verdict: Verdict, known: String?) {
    guard token.propertyID == propertyID else {
      let reason =
        "the token belongs to property \(token.propertyID), not to \(propertyID)"
        + (propertyID.hasPrefix(Property<Void>.idInPlace + "-") ? ", the id that this check gets from its title" : "")
      return (.errored(reason: reason, nil), nil)
    }
    let replayed = Examination(
      index: token.sizeIndex, replaying: .flat(token.choices), printsValue: !settings.needsVerdictAlone)
    replayed.excuses = excuses
    examine(replayed)
    return (verdict(on: replayed, of: token, origin: origin), replayed.knownFailure)
  }

  private func verdict(on replayed: Examination, of token: ReplayToken, origin: Counterexample.Origin) -> Verdict {
    if case .failed(let failure) = replayed.result, let verdict = failure.verdictWithoutCase {
      return verdict
    }
    if let reason = token.staleness(of: replayed) { return .stale(reason: reason) }
    if case .failed(let failure) = replayed.result, failure.isInterruption {
      // A new process may have been hindered by where the one that it was copied from stood just then.
      let confirmed = Examination(
        index: token.sizeIndex, replaying: .flat(token.choices), printsValue: true)
      confirmed.excuses = replayed.excuses
      examine(confirmed)
      guard case .failed(let again) = confirmed.result, again.origin == failure.origin else {
        return flaky(
          "\(failure.message); and \(confirmed.result.phrase) when it was run again", [replayed, confirmed],
          origin: origin)
      }
    }
    switch replayed.result {
    case .failed(let failure):
      return failure.verdict(counterexample(replayed, failure, origin: origin))
    case .discarded(let reason):
      return .stale(reason: "the case is discarded now: \(reason)")
    case .passed, .skipped:
      return .held
    }
  }

  private func counterexample(
    _ examination: Examination, _ failure: Failure, origin: Counterexample.Origin,
    shrinking: Counterexample.Shrinking? = nil
  ) -> Counterexample {
    counterexample(
      examination, message: failure.message, location: failure.location, origin: origin,
      shrinking: shrinking)
  }

  private func counterexample(
    _ examination: Examination, message: String, location: SourceLocation? = nil,
    origin: Counterexample.Origin, shrinking: Counterexample.Shrinking? = nil
  ) -> Counterexample {
    let count = examination.tape.choiceCount
    let ended = examination.isInterrupted ? "was ended" : "threw"
    var found = Counterexample(
      value: examination.value ?? "(the generator \(ended) before there was a value)",
      drawn: examination.drawn, notes: examination.notes, message: message, location: location,
      origin: origin, token: ReplayToken(propertyID: propertyID, examination: examination),
      shrinking: shrinking ?? Counterexample.Shrinking(choicesBefore: count, choicesAfter: count),
      switches: Switches.count(in: examination.tape.tokens), figures: examination.figures)
    if let (value, type) = examination.printSwift?() { (found.swiftValue, found.swiftType) = (value, type) }
    return found
  }
}

extension Examination {
  fileprivate var isInterrupted: Bool {
    if case .failed(let failure) = result { failure.isInterruption } else { false }
  }
}

extension Examination.Result {
  /// For "… when it was run again".
  var phrase: String {
    switch self {
    case .passed: "passed"
    case .discarded(let reason): "was discarded (\(reason))"
    case .failed(let failure): "failed differently (\(failure.message))"
    case .skipped: "was not run"
    }
  }
}
