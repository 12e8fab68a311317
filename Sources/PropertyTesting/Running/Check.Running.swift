extension Property<Void> {
  /// The id of every property that is checked in place.
  static var idInPlace: String { "check" }

  /// Runs an asynchronous property, and throws its report where it does not hold.
  @usableFromInline
  func checked(
    _ settings: RunSettings, replaying text: String?, _ isolation: Isolation?
  ) async throws -> PropertyResult {
    var runner = Runner(settings: settings, isolation: isolation)
    let fixture = Fixture(system: {})
    let start = ContinuousClock.now
    if let token = try tokenToReplay(text) {
      let result = await runner.replay(token, of: self, on: fixture)
      guard isolation?.cases.isInWorker != true else { return result }
      return try finished(Outcome(result: result, isReplay: true), settings, isInCode: text != nil, took: ContinuousClock.now - start)
    }
    runner.keeping = KeptFailures(of: self, settings, isIsolated: isolation != nil)
    var result = await runner.run(self, on: fixture)
    result.keeping = runner.keeping
    guard isolation?.cases.isInWorker != true else {
      noteClaim(fileID: location.fileID, line: location.line)
      return try result.requireHeld(.check)
    }
    return try finished(Outcome(result: result, hasHealth: isolation == nil), settings, took: ContinuousClock.now - start)
  }

  /// What came of the cases, before anybody knows.
  private struct Outcome {
    var result: PropertyResult
    var isReplay = false
    /// Whether it can be told what the cases cost: in workers, it is mostly the processes.
    var hasHealth = false
  }

  /// Says what is to be said of a result, and throws its report where the property does not hold.
  private func finished(
    _ outcome: Outcome, _ settings: RunSettings, isInCode: Bool = false, took: Duration
  ) throws -> PropertyResult {
    let result = outcome.result
    RunCollection.add(result, took: took)
    try result.requireHeld(.check)
    if outcome.isReplay {
      result.announceReplay(isInCode: isInCode)
      return result
    }
    // Of a property around this one.
    noteClaim(fileID: location.fileID, line: location.line)
    result.announce(settings, took: took)
    if outcome.hasHealth { announceHealth(result, took: took, to: settings.announce ?? { writeToStandardError($0) }) }
    return result
  }

  /// Runs a synchronous property on this thread, or in workers that this thread supervises.
  /// ``RunSettings/jobs`` is not used.
  @usableFromInline
  func checked(
    _ settings: RunSettings, replaying text: String?, _ isolation: Isolation?
  ) throws -> PropertyResult {
    guard case .synchronous(let synchronous) = execution else {
      // The overloads above give an asynchronous predicate to the asynchronous form.
      throw Discard(reason: "an asynchronous property cannot be checked synchronously")
    }
    guard let isolation else {
      let note = RunNote(RunNote.Subject(self, settings), isHere: true)
      let start = ContinuousClock.now
      let outcome = try self.outcome(settings, replaying: text, note) { block in
        note?.enter(.running)
        return withExtendedLifetime(note) { synchronous.sweep(block, settings.seed, (), note?.beacon) }
      } examine: {
        synchronous.examine($0, ())
      }
      return try finished(outcome, settings, isInCode: text != nil, took: ContinuousClock.now - start)
    }
    let body = synchronous.workerBody(workerIdentity(""), ())
    if isolation.cases.isInWorker {
      isolation.cases.serveOnThisThread(body)
      // As in Runner: on to the property that is meant.
      return PropertyResult(of: self, on: Fixture(system: {}), .held, settings: settings)
    }
    let worker = IsolatedWorker(try isolation.cases.supervisor(of: body, Cancellation()), knowing: knownFailures)
    defer { worker.end() }
    let note = RunNote(RunNote.Subject(self, settings), isHere: true, isWatched: false)
    let start = ContinuousClock.now
    let outcome = try self.outcome(settings, replaying: text, note, isIsolated: true) { block in
      worker.sweep(block, seed: settings.seed)
    } examine: {
      worker.examine($0)
    }
    return try finished(outcome, settings, isInCode: text != nil, took: ContinuousClock.now - start)
  }

  private func tokenToReplay(_ text: String?) throws -> ReplayToken? {
    if let text { return try ReplayToken(text) }
    return RunEnvironment.current.token.flatMap { $0.propertyID == tokenID ? $0 : nil }
  }

  private func outcome(
    _ settings: RunSettings, replaying text: String?, _ note: RunNote?, isIsolated: Bool = false,
    sweep: (Range<Int>) -> Sweep, examine: @escaping (Examination) -> Void
  ) throws -> Outcome {
    let judge = CaseJudge(propertyID: tokenID, settings: settings, note: note, hasNewProcesses: isIsolated, examine: examine)
    let fixture = Fixture(system: {})
    if let problem = settings.problem {
      return Outcome(result: PropertyResult(of: self, on: fixture, .errored(reason: problem, nil), settings: settings))
    }
    if let token = try tokenToReplay(text) {
      return Outcome(result: PropertyResult(of: self, on: fixture, judge.replay(token), settings: settings), isReplay: true)
    }
    let keeping = KeptFailures(of: self, settings, isIsolated: isIsolated)
    let saved = SavedCounterexamples(of: keeping)
    let tried = saved.tried(by: judge, isIsolated: isIsolated)
    if let verdict = tried.verdict {
      var result = PropertyResult(of: self, on: fixture, verdict, settings: settings, regressions: tried.outcomes)
      result.tokenPlace = saved.place(of: verdict)
      return Outcome(result: result)
    }
    var tally = Tally()
    tally.budget = TimeBudget(settings)
    let guide = Guide(of: self, settings)
    if guide.hasFirstCases { tally.addFirst(guide.firstCases(judge)) }
    if tally.failure == nil, settings.enumerates {
      let enumeration = Enumeration(settings, needs, in: tally.budget, examine: judge.examine)
      if enumeration.isGeneratorSmall(), let all = enumeration.run() { tally.add(all) }
    }
    var owed = tally.owedBlocks(settings, requiring: requiredShares)
    while !owed.isEmpty {
      for block in owed where tally.failure == nil {
        // A test's time limit, for example.
        if Task.isCancelled {
          let reason = "the task was cancelled after \(tally.passed) cases, before the run was over"
          return Outcome(result: PropertyResult(of: self, on: fixture, .errored(reason: reason, nil), settings: settings))
        }
        tally.add(sweep(block), of: block)
      }
      owed = tally.owedBlocks(settings, requiring: requiredShares)
    }
    if guide.isNeeded(after: tally) { tally.add(guide.search(after: tally, judge, title: title)) }
    let verdict: Verdict
    var others: [Verdict] = []
    if let reason = tally.setUpError {
      verdict = .errored(reason: "the system could not be made: \(reason)", nil)
    } else if let index = tally.failure {
      let findings = judge.findings(of: tally.foundCase ?? FoundCase(index), in: tally.failedRun)
      (verdict, others) = (findings.verdict, findings.others)
    } else {
      verdict = tally.verdict(ofPassedRun: self, settings, isIsolated: isIsolated)
        ?? saved.verdict(of: tried.outcomes, isKept: keeping != nil)
    }
    var result = PropertyResult(of: self, on: fixture, verdict, settings: settings, tally: tally, regressions: tried.outcomes)
    result.keeping = keeping
    result.guidance = guide.summary(tally, verdict, title: title)
    result.otherFailures = others
    return Outcome(result: result, hasHealth: !isIsolated)
  }
}

extension FailureReport.Context {
  /// For a property that was checked in place.
  static let check = FailureReport.Context { token in ["check(…, replaying: \"\(token)\") { … }"] }
}
