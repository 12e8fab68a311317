/// Runs properties: saved counterexamples first, then generated cases, then shrinking.
public struct Runner: Sendable {
  /// How many cases run, from which seed, and how far shrinking goes.
  public var settings: RunSettings
  /// The store whose counterexamples are tried first, and where new ones are saved; nil: none.
  public var regressions: RegressionStore?
  /// Where cases run; nil: in this process.
  public var isolation: Isolation?
  /// Where saved counterexamples run that ended their process, if ``isolation`` is nil. If both are nil, the runner does not try them,
  /// and the verdict is errored.
  public var isolationOfDeaths: Isolation?
  /// Blocks of cases that ran elsewhere, which do not run again: see ``CaseBlocks``.
  public var given = CaseBlocks()
  /// Where the counterexamples of a `check` are kept; nil: they are not.
  var keeping: KeptFailures?

  /// A runner. Without arguments it runs 100 cases in this process from a random seed, and saves nothing.
  public init(
    settings: RunSettings = RunSettings(), regressions: RegressionStore? = nil,
    isolation: Isolation? = nil, isolationOfDeaths: Isolation? = nil
  ) {
    self.isolationOfDeaths = isolationOfDeaths
    self.settings = settings
    self.regressions = regressions
    self.isolation = isolation
  }

  /// Runs `property` over the systems that `fixture` makes, and saves the case that broke it.
  public func run<System>(
    _ property: Property<System>, on fixture: Fixture<System>
  ) async -> PropertyResult {
    if let unseen = await serveAsWorker(property, fixture) { return unseen }
    return await withTaskCancellationHandler {
      await runHere(property, on: fixture)
    } onCancel: {
      // The case may not end for that, and then nothing else says which it was.
      RunNote.tell(RunNote.Subject(property, settings, fixture: fixture.name), "its task was cancelled")
    }
  }

  private func runHere<System>(_ property: Property<System>, on fixture: Fixture<System>) async -> PropertyResult {
    let settings = settings
    if let problem = settings.problem {
      return PropertyResult(of: property, on: fixture, .errored(reason: problem, nil), settings: settings)
    }
    let saved = keeping == nil ? SavedCounterexamples(of: property.id, in: regressions) : SavedCounterexamples(of: keeping)
    let place = saved.haveEndedProcess ? isolation ?? isolationOfDeaths : isolation
    settings.watch?.enter(.saved)
    let tried =
      saved.isEmpty
      ? (outcomes: [], verdict: nil)
      : await property.withJudge(over: fixture, settings: settings, in: place) {
        saved.tried(by: $0, isIsolated: place != nil)
      }
    if let verdict = tried.verdict {
      var result = PropertyResult(of: property, on: fixture, verdict, settings: settings, regressions: tried.outcomes)
      result.tokenPlace = saved.place(of: verdict)
      return result
    }
    var tally = Tally()
    tally.budget = TimeBudget(settings)
    let guide = Guide(of: property, settings)
    settings.watch?.enter(.examples)
    await property.tryFirstCases(guide, &tally, settings, over: fixture, in: isolation)
    settings.watch?.enter(.everyCase)
    if tally.failure == nil, let all = await property.enumerated(settings, within: tally.budget, over: fixture, in: isolation) {
      tally.add(all)
    }
    settings.watch?.enter(.random)
    var owed = tally.owedBlocks(settings, requiring: property.requiredShares)
    while !owed.isEmpty, !Task.isCancelled, !isStopped {
      let sweeps = await given.completed(owed) {
        await property.sweep($0, settings: settings, over: fixture, in: isolation)
      }
      for (block, sweep) in sweeps { tally.add(sweep, of: block) }
      owed = tally.owedBlocks(settings, requiring: property.requiredShares)
    }
    settings.watch?.enter(.guided)
    await property.search(guide, &tally, settings, over: fixture, in: isolation)
    let verdict: Verdict
    var others: [Verdict] = []
    if Task.isCancelled {
      // What failed may have failed of that; and nothing is to be saved.
      verdict = .errored(reason: "the task was cancelled before the run was over", nil)
    } else if let reason = tally.setUpError {
      verdict = .errored(reason: "the system could not be made: \(reason)", nil)
    } else if let index = tally.failure {
      settings.watch?.enter(.shrinking)
      let (found, run) = (tally.foundCase ?? FoundCase(index), tally.failedRun)
      let findings = await property.withJudge(over: fixture, settings: settings, in: isolation) {
        $0.findings(of: found, in: run)
      }
      (verdict, others) = (findings.verdict, findings.others)
    } else if isStopped {
      tally.isStopped = true
      verdict = .gaveUp(.unfinished("it was stopped after \(tally.passed) of \(settings.cases) cases"))
    } else {
      verdict =
        tally.verdict(ofPassedRun: property, settings, isIsolated: isolation != nil)
        ?? saved.verdict(of: tried.outcomes, isKept: keeping != nil)
    }
    var result = PropertyResult(
      of: property, on: fixture, verdict, settings: settings, tally: tally,
      regressions: tried.outcomes)
    result.guidance = guide.summary(tally, verdict, title: property.title)
    result.otherFailures = others
    saved.save(&result, isIsolated: isolation != nil)
    return result
  }

  /// Runs the one case that `token` names.
  public func replay<System>(
    _ token: ReplayToken, of property: Property<System>, on fixture: Fixture<System>
  ) async -> PropertyResult {
    if let unseen = await serveAsWorker(property, fixture) { return unseen }
    if let problem = settings.problem {
      return PropertyResult(of: property, on: fixture, .errored(reason: problem, nil), settings: settings)
    }
    let verdict = await property.withJudge(over: fixture, settings: settings, in: isolation) {
      $0.replay(token)
    }
    return PropertyResult(of: property, on: fixture, verdict, settings: settings)
  }

  private var isStopped: Bool { settings.watch?.isStopped ?? false }

  /// In a process that was started as a worker: serves `property`, where it is the one, and does not come
  /// back. Any other property there is not run, and its result, which nobody sees, lets the code after it go on
  /// to the one that is meant.
  private func serveAsWorker<System>(
    _ property: Property<System>, _ fixture: Fixture<System>
  ) async -> PropertyResult? {
    guard let isolation, isolation.cases.isInWorker else { return nil }
    await property.serve(over: fixture, in: isolation)
    return PropertyResult(of: property, on: fixture, .held, settings: settings)
  }
}

extension Property {
  /// Runs blocks of cases; see ``sweepInParallel(_:jobs:_:)`` for what comes back.
  func sweep(
    _ blocks: [Range<Int>], settings: RunSettings, over fixture: Fixture<System>,
    in isolation: Isolation?
  ) async -> [(Range<Int>, Sweep)] {
    if let isolation, settings.watch?.observes != true {
      return await sweep(blocks, settings: settings, over: fixture, in: isolation)
    }
    if settings.watch?.observes == true { 
      return await observedSweep(blocks, settings: settings, over: fixture, in: isolation)
    }
    let seed = settings.seed
    let subject = RunNote.Subject(self, settings, fixture: fixture.name)
    return switch execution {
    case .asynchronous(let asynchronous):
      await run(blocks, settings) { block in
        let note = RunNote(subject, isHere: settings.driver != nil)
        defer { withExtendedLifetime(note) {} }
        guard let watch = settings.watch else { return await asynchronous.sweep(block, seed, fixture, note?.beacon) }
        var whole = Sweep()
        // Case by case: whoever looks on can end the run after each.
        for index in block where whole.failure == nil && !watch.isStopped {
          whole.add(await asynchronous.sweep(index..<index + 1, seed, fixture, note?.beacon))
          watch.ran(1)
        }
        return whole
      }
    case .synchronous(let synchronous):
      await sweepInParallel(blocks, jobs: settings.jobs) { block in
        do {
          return try await fixture.with { system in
            let note = RunNote(subject, isHere: true)
            defer { withExtendedLifetime(note) {} }
            guard let watch = settings.watch else { return synchronous.sweep(block, seed, system, note?.beacon) }
            var whole = Sweep()
            // These are fast, and a call for each case would not be.
            for piece in block.pieces(of: 100) where whole.failure == nil && !watch.isStopped {
              whole.add(synchronous.sweep(piece, seed, system, note?.beacon))
              watch.ran(piece.count)
            }
            return whole
          }
        } catch {
          var failed = Sweep()
          _ = failed.endsRange(at: block.lowerBound, error)
          return failed
        }
      }
    }
  }
}

/// On threads that run all tasks of their cases, if the settings have a driver for that; else on those that all tasks share.
private func run(
  _ blocks: [Range<Int>], _ settings: RunSettings, _ body: @escaping @Sendable (Range<Int>) async -> Sweep
) async -> [(Range<Int>, Sweep)] {
  guard let driver = settings.driver else { return await sweepInParallel(blocks, jobs: settings.jobs, body) }
  return await sweepOnThreads(blocks, jobs: settings.jobs, driver, body)
}

extension PropertyResult {
  /// The result of a run that could not finish.
  package init<System>(
    of property: Property<System>, on fixture: Fixture<System>, errored reason: String, settings: RunSettings
  ) {
    self.init(of: property, on: fixture, .errored(reason: reason, nil), settings: settings)
  }

  /// - Parameter tally: nil where just one case was looked at.
  init<System>(
    of property: Property<System>, on fixture: Fixture<System>, _ verdict: Verdict,
    settings: RunSettings, tally: Tally? = nil, regressions: [RegressionOutcome] = []
  ) {
    id = property.id
    title = property.title
    says = property.requirement.says
    requirements = property.requirement.covers
    location = property.location
    self.fixture = fixture.name
    self.verdict = verdict
    seed = settings.seed
    cases = tally?.cases ?? 1
    discarded = tally?.discarded ?? 0
    classes = tally?.counts ?? [:]
    provenCases = verdict.isHeld ? tally?.provenCases : nil
    let orders = InterleavingScope.allCases.lazy.compactMap { [provenCases] scope -> (scope: InterleavingScope, count: Int)? in
      guard let collected = tally?.collected[scope.table], collected.numberCount == provenCases else { return nil }
      return Int(exactly: collected.sum).map { (scope, $0) }
    }.first
    (interleavingScope, interleavings) = (orders?.scope, orders?.count)
    let budget = tally.flatMap { $0.isOutOfTime ? $0.budget : nil }
    let cut = budget.flatMap { $0.isFilled ? nil : $0.ended(after: tally?.passed ?? 0, of: settings.cases) }
    limits = (tally?.collected[Collected.limits]?.texts.keys.sorted() ?? []) + [cut].compactMap(\.self)
    isOutOfTime = budget != nil
    discardReason = tally?.discardReason ?? ""
    onlyClaim = verdict.isHeld ? tally?.onlyClaim(of: property) : nil
    isClaimUnsaid = onlyClaim != nil && tally?.claims(of: property) == .evaluated
    distribution = Distribution(
      cases: tally?.passed ?? 0, counts: classes, collected: tally?.collected ?? [:],
      requiredShares: tally == nil ? [:] : property.requiredShares, settings: settings)
    phases = tally?.phases(after: regressions) ?? []
    targetSteps = tally?.targetSteps ?? [:]
    for (label, steps) in tally?.guidance?.targetSteps ?? [:] {
      let known = targetSteps[label]?.last?.value ?? -.infinity
      targetSteps[label, default: []] += steps.filter { $0.value > known }
    }
    shareConfidence = settings.shareConfidence
    let isWhole = tally.map { $0.failure == nil && !$0.isStopped } ?? false
    let tried = regressions.compactMap { if case .known(let name) = $0.result { name } else { nil } }
    knownFailures = (tally == nil ? [] : property.knownFailures).map { known in
      let count = tally?.knownFailures[known.name] ?? 0
      return KnownFailureCount(
        name: known.name, reason: known.reason, cases: count,
        isObsolete: isWhole && count == 0 && !tried.contains(known.name))
    }
    self.regressions = regressions
  }
}
