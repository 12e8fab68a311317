/// Runs every case that there is, where there are no more than were asked for: then the property is not only
/// tried but proven, for whatever it depends on besides its draws.
///
/// A case counts as another one when it draws other choices, even where they make an equal value.
struct Enumeration {
  /// What a complete walk came to.
  struct Outcome {
    var sweep = Sweep()
    /// How many cases were looked at.
    var visited = 0
    /// The choices of the case that failed.
    var failing: [ScriptedChoice]?
  }

  private let settings: RunSettings
  /// Where tasks race, one case can end in many ways, and is worth running often, unless it goes through all of them.
  private let isRace: Bool
  /// Runs an examination: the generator alone, or all of it.
  private let examine: (Examination) -> Void
  /// When the walk has to end; nil: when it is done.
  private let deadline: ContinuousClock.Instant?

  init(
    _ settings: RunSettings, _ needs: Set<PropertyNeed>, in budget: TimeBudget? = nil, examine: @escaping (Examination) -> Void
  ) {
    self.settings = settings
    deadline = budget?.endOfEnumeration
    isRace = needs.contains(.concurrency)
    self.examine = examine
  }

  /// Whether the generator alone has few enough cases. What the property draws itself is not seen.
  func isGeneratorSmall() -> Bool {
    if looksLarge { return false }
    var tree = ChoiceTree(limit: leafLimit)
    var script: [ScriptedChoice] = []
    var cases = 0
    while true {
      let examination = Examination(replaying: .flat(script), isEnumerated: true) { _ in false }
      examine(examination)
      if examination.tape.dependsOnMore || examination.tape.isRunaway { return false }
      if case .skipped = examination.result { cases += 1 }
      if cases > mostCases { return false }
      switch tree.step(after: examination.tape.tokens) {
      case .next(let next): script = next
      case .end: return true
      case .abandoned: return false
      }
    }
  }

  /// Runs the cases one by one, up to the first that fails; nil where it turns out that there are too many, also for
  /// the time, or that a case depends on more than its choices, or that every case is discarded.
  func run() -> Outcome? {
    var tree = ChoiceTree(limit: leafLimit)
    var outcome = Outcome()
    var script: [ScriptedChoice] = []
    while true {
      let examination = Examination(replaying: .flat(script), isEnumerated: true)
      examination.watchesClaims = outcome.sweep.evidence < .claim
      examine(examination)
      if examination.tape.dependsOnMore || examination.tape.isRunaway { return nil }
      if isRace, !examination.tape.ranEverySchedule { return nil }
      switch examination.result {
      case .passed:
        outcome.sweep.addPassed(examination)
      case .discarded(let reason):
        // What a filter rejects is no case.
        if examination.ranPredicate { outcome.sweep.discarded += 1 }
        outcome.sweep.discardReason = reason
      case .failed(let failure):
        outcome.sweep.failure = outcome.visited
        outcome.sweep.failureMessage = failure.message
        if failure.isInterruption { outcome.sweep.death = failure.message }
        // The run says so too, in its own way.
        if case .setUp = failure.kind { return nil }
        outcome.sweep.gaveUp = failure.kind == .interruption(.gaveUp)
        outcome.failing = examination.tape.tokens.compactMap {
          if case .choice(let choice) = $0 { ScriptedChoice(choice) } else { nil }
        }
        outcome.visited += 1
        return outcome
      case .skipped: return nil
      }
      outcome.visited += 1
      guard outcome.sweep.passed + outcome.sweep.discarded <= mostCases else { return nil }
      switch tree.step(after: examination.tape.tokens) {
      case .next(let next):
        if let deadline, .now > deadline { return nil }
        script = next
      case .end: return outcome.sweep.passed > 0 ? outcome : nil
      case .abandoned: return nil
      }
    }
  }

  /// Ways through the tree: some end in a filter that rejects them, and are no cases.
  private var leafLimit: Int { mostCases * 4 }

  /// Cases are walked through one at a time, and closely: more of them are looked at sooner at random.
  private var mostCases: Int { min(settings.cases, 5_000) }

  /// An estimate that spares the walk through most large trees: along a random way the product of the numbers of
  /// branches is, on average, the number of leaves (Knuth, Mathematics of Computation 29, 1975). The ways are the
  /// same in every run, so that a property is always enumerated or never.
  private var looksLarge: Bool {
    let simplest = Examination { _ in false }
    examine(simplest)
    var tree = ChoiceTree(limit: leafLimit)
    if simplest.tape.dependsOnMore || simplest.isFailed { return true }
    if case .abandoned = tree.step(after: simplest.tape.tokens) { return true }
    var sum = 0.0
    let most = Double(leafLimit) * 16 * Double(Self.probes)
    for probe in 0..<Self.probes {
      let examination = Examination(seed: 1, index: 13 + 2 * probe) { _ in false }
      examine(examination)
      sum += examination.tape.tokens.reduce(1) { product, token in
        guard case .choice(let choice) = token, choice.kind != .double else { return product }
        return product * (Double(choice.upper - choice.lower) + 1)
      }
      if sum > most { return true }
    }
    return false
  }

  private static let probes = 8
}

extension Property {
  /// Every case there is; nil where there are too many.
  func enumerated(
    _ settings: RunSettings, within budget: TimeBudget? = nil, over fixture: Fixture<System>, in isolation: Isolation?
  ) async -> Enumeration.Outcome? {
    guard settings.enumerates else { return nil }
    // The generator runs right here, without a system, unless it must not.
    if isolation == nil {
      let (note, generate) = (RunNote(RunNote.Subject(self, settings, fixture: fixture.name), isHere: true), execution.generate)
      let walk = Enumeration(settings, needs) { examination in
        note?.begins(examination)
        generate(examination)
      }
      guard walk.isGeneratorSmall() else { return nil }
    }
    return await withJudge(over: fixture, settings: settings, in: isolation) { judge in
      let enumeration = Enumeration(settings, needs, in: budget, examine: judge.examine)
      if isolation != nil, !enumeration.isGeneratorSmall() { return nil }
      return enumeration.run()
    }
  }
}

extension Execution {
  /// Runs the generator alone.
  var generate: (Examination) -> Void {
    switch self {
    case .synchronous(let synchronous): synchronous.generate
    case .asynchronous(let asynchronous): asynchronous.generate
    }
  }
}
