/// What a run has come to so far, merged block by block in the order of the cases.
struct Tally {
  private(set) var passed = 0
  private(set) var discarded = 0
  private(set) var counts: [String: Int] = [:]
  private(set) var failure: Int?
  private(set) var setUpError: String?
  /// How the process of the failing case ended, where it did.
  private(set) var death: String?
  /// See ``Sweep/gaveUp``.
  private(set) var gaveUp = false
  private(set) var discardReason = ""
  /// The first index that no block has covered.
  private(set) var next = 0
  private(set) var targets: [String: Target.Best] = [:]
  /// Every case there is was looked at.
  private(set) var isComplete = false
  private(set) var guidance: GuidanceSummary?
  /// The case that failed, where it was not drawn at random.
  private(set) var foundCase: FoundCase?
  /// What the cases collected, by name.
  private(set) var collected: [String: Collected] = [:]
  /// What the claim of the failing case said, where it said something.
  private(set) var failureMessage: String?
  /// See ``Sweep/earlyDiscards``.
  private(set) var earlyDiscards: Set<Int> = []
  /// The failing case was made from others.
  private(set) var guidedFailure = false
  /// Each case that raised a target, in order.
  private(set) var targetSteps: [String: [TargetStep]] = [:]
  /// How many cases met each known failure.
  private(set) var knownFailures: [String: Int] = [:]
  /// What the cases claimed.
  private(set) var evidence = Evidence.none
  /// Whether failed assertions of another library are failures of the cases. Those that hold are not seen.
  private let hearsIssues = CaseIssues.isWanted
  /// Somebody asked for the end before it was there.
  var isStopped = false
  /// What limits the time of the run.
  var budget: TimeBudget?
  /// The time was over before the cases were.
  var isOutOfTime = false
  /// How often the shares of classes were judged and found to need more cases.
  private var looks = 0

  /// The blocks to be run next: as many cases as are owed, in rounds of at most 1,024 blocks, so that the
  /// memory stays the same for any number of cases.
  ///
  /// Where the cases that were asked for leave open whether a class has its share, more are owed: see
  /// ``ShareCheck``.
  mutating func owedBlocks(
    _ settings: RunSettings, requiring shares: [String: Double] = [:]
  ) -> [Range<Int>] {
    if let budget { return owedBlocks(settings, in: budget) }
    guard failure == nil, !isComplete else { return [] }
    if passed >= settings.goal(afterLooks: looks), looks + 1 < settings.shares.looks,
      settings.wantsMoreCases(counts, passed, shares)
    {
      looks += 1
    }
    let goal = settings.goal(afterLooks: looks)
    guard passed < goal, !settings.tooFewApply(passed, discarded: discarded) else { return [] }
    let end = next + min(goal - passed, settings.blockSize * 1_024)
    return stride(from: next, to: end, by: settings.blockSize).map {
      $0..<min($0 + settings.blockSize, end)
    }
  }

  mutating func add(_ sweep: Sweep, of block: Range<Int>) {
    guard failure == nil else { return }
    passed += sweep.passed
    discarded += sweep.discarded
    counts.merge(sweep.counts, uniquingKeysWith: +)
    discardReason = sweep.discardReason ?? discardReason
    failure = sweep.failure
    setUpError = sweep.setUpError
    death = sweep.death
    gaveUp = sweep.gaveUp
    for (label, best) in sweep.targets where targets[label].map(best.isBetter) ?? true {
      targets[label] = best
      targetSteps[label, default: []].append(TargetStep(case: best.index, value: best.value))
    }
    earlyDiscards.formUnion(sweep.earlyDiscards)
    failureMessage = sweep.failureMessage
    collected.merge(sweep.collected) { $0.merged(with: $1) }
    evidence = max(evidence, sweep.evidence)
    knownFailures.merge(sweep.knownFailures, uniquingKeysWith: +)
    next = block.upperBound
  }

  /// Every case there is, or those up to the first that failed.
  mutating func add(_ outcome: Enumeration.Outcome) {
    add(outcome.sweep, of: 0..<outcome.visited)
    isComplete = true
    if let index = failure, let choices = outcome.failing {
      foundCase = FoundCase(number: index, index: 0, script: .flat(choices))
    }
  }

  /// Examples and cases of the corpus: they count only if one of them failed, or was a known failure.
  mutating func addFirst(_ outcome: GuidedSearch.Outcome) {
    if outcome.found != nil { add(outcome) } else { addSeen(outcome) }
  }

  private mutating func addSeen(_ outcome: GuidedSearch.Outcome) {
    evidence = max(evidence, outcome.evidence)
    knownFailures.merge(outcome.knownFailures, uniquingKeysWith: +)
  }

  /// Cases that were made from others, up to the one that failed.
  mutating func add(_ outcome: GuidedSearch.Outcome) {
    guidance = outcome.summary
    addSeen(outcome)
    guard failure == nil, let found = outcome.found else { return }
    guidedFailure = true
    failure = found.number
    foundCase = found
    death = outcome.death
    failureMessage = outcome.message
  }

  /// Cases that passed, and the one that failed.
  var cases: Int {
    if let guidance { return passed + guidance.cases }
    return passed + (failure == nil || setUpError != nil ? 0 : 1)
  }

  var provenCases: Int? { isComplete && failure == nil && knownFailures.isEmpty ? passed : nil }

  /// What is known of the run where it has failed.
  var failedRun: FailedRun { FailedRun(passed: passed, death: death, gaveUp: gaveUp, message: failureMessage) }

  /// The verdict on a run in which no case failed, if that alone does not make it green; nil: it does.
  func verdict<System>(ofPassedRun property: Property<System>, _ settings: RunSettings, isIsolated: Bool) -> Verdict? {
    if let shortfall = shortfall(settings, property.requiredShares) { return .gaveUp(shortfall) }
    let isSilent = evidence == .none && !isIsolated && claims(of: property) == .evaluated
    return isSilent ? .claimsNothing : nil
  }

  /// What the property claims besides what the engine sees.
  func claims<System>(of property: Property<System>) -> Claims {
    property.claims == .evaluated && hearsIssues ? .elsewhere : property.claims
  }

  /// What a run that held shows if no case evaluated a claim; nil: one did.
  func onlyClaim<System>(of property: Property<System>) -> String? {
    switch (evidence, claims(of: property)) {
    case (.claim, _): nil
    case (_, .elsewhere): "that nothing failed: of #expect and of other libraries, the engine sees failures alone"
    case (.ending, _): "that all tasks end"
    case (.none, .completion): "that the body completes"
    case (.none, .evaluated): "that no case ends or blocks its process"
    }
  }

  /// Why a run without a failure is not green, if it is not.
  func shortfall(_ settings: RunSettings, _ requiredShares: [String: Double]) -> Shortfall? {
    if passed > 0, knownFailures.values.reduce(0, +) >= cases {
      return .unfinished("each of the \(cases) cases is a known failure: nothing else was tried")
    }
    if isComplete {
      // Each case was run once: shares say nothing, but a class that has no case is missed.
      let missed = requiredShares.filter { $0.value > 0 && counts[$0.key, default: 0] == 0 }
      return missed.min { $0.key < $1.key }.map {
        .missedClass($0.key, count: 0, cases: passed, required: $0.value)
      }
    }
    if isOutOfTime, passed == 0, let budget { return .unfinished("\(budget.ended(after: 0, of: settings.cases)) that passed") }
    if passed < settings.cases, !isOutOfTime { return .discards(discarded, lastReason: discardReason) }
    return settings.shortfall(counts, passed, requiredShares)
  }
}
