/// How many cases of a property run, and how far the engine goes after a failure.
///
/// If a number is out of range, no case runs, and the verdict is errored.
public struct RunSettings: Sendable {
  /// How many cases must pass. Discarded cases do not count. At least 1.
  public var cases: Int
  /// With the same seed the cases, the verdict and the counterexample are the same, whatever ``jobs`` is.
  public var seed: UInt64
  /// How many workers share the cases. At least 1.
  public var jobs: Int
  /// Whether the engine makes a failing case simple. Switch it off if only the verdict matters.
  public var shrinks: Bool
  /// The most calls of the property while shrinking.
  public var shrinkCalls: Int
  /// The most time for all that follows a failure: shrinking, which leaves a quarter of it, the explanation, repetitions and the search
  /// for other failures. A few cases may come after it: the one that is reported is always confirmed.
  public var shrinkTime: Duration
  /// How many distinct failures a run reports, including the first: see ``PropertyResult/otherFailures``.
  public var failures: Int
  /// The most calls of the property for ``Counterexample/explanation``; 0: there is no explanation.
  public var explanationCalls: Int
  /// How far the run goes to learn whether its required classes have their shares.
  public var shares: ShareCheck
  /// The confidence with which a class must have less than its share before the run fails for it.
  public var shareConfidence: Double
  /// Whether the engine runs every case of a property once, in place of random cases, if there are at most ``cases`` and at most 5,000 of
  /// them: see ``PropertyResult/provenCases``. Switch it off if the code under test is not deterministic, so that it is worth running a
  /// case again.
  public var enumerates = true
  /// How long the cases may take; nil: as long as they need. With a time, as many cases run as there is time for, however few or many
  /// ``cases`` asks for, and a run that held says how many on standard error. Which cases these are depends on the machine. Every case of a
  /// property is run once only if there is time for all, and a failing case is made simple for at most as long again.
  ///
  /// TOUCHSTONE_BUDGET (in seconds) limits the time of all properties of a process together, from the first one on: a property runs ``cases``
  /// cases, or as many as there was time for, and at least one. A failing case is then made simple for at most a tenth of the time that is
  /// left, or two seconds.
  public var within: Duration?
  /// The most time for the cases of this run, as TOUCHSTONE_BUDGET is of all; nil: there is no such limit.
  package var atMost: Duration?
  /// How the engine finds cases after the random ones.
  public var guidance = Guidance()
  /// The ways to make a case simple, in the order in which they run.
  var passes = shrinkPasses
  /// How the explanation is found, as ``passes`` for tests of its faults.
  var explains: @Sendable (inout Explainer) throws -> Void = { try $0.run() }
  /// Whether nobody reads the report of a failure: then the places of its trace, which a debug build takes seconds to look up, are left out.
  package var needsVerdictAlone = false
  /// Watches the run, and can end it early; nil: nothing does.
  public var watch: RunWatch?
  /// Runs the cases of asynchronous properties, each on one thread; nil: they run on the threads that all tasks share.
  package var driver: ThreadDriver?
  /// Whether a `check` that fails its test keeps the counterexample in a file below the folder of its source, and tries it first next time.
  /// TOUCHSTONE_KEEP=off in the environment switches this off for all tests.
  public var keepsFailures = true
  /// Gets a line for each property that `check` finds to hold: "✔ sorting keeps every element: 100 cases in 0.01 s". Nil:
  /// nobody, unless the environment has TOUCHSTONE_SUMMARY; then standard error. What a ``KnownFailure`` no longer explains goes
  /// there in any case.
  public var announce: (@Sendable (String) -> Void)?

  /// Settings for 100 random cases from a random seed, unless told otherwise: by these arguments or, for those that are nil, by
  /// TOUCHSTONE_CASES (a whole number) and TOUCHSTONE_SEED (hexadecimal) in the environment. With a number that is out of range, no case
  /// runs, and the verdict is errored.
  public init(
    cases: Int? = nil, seed: UInt64? = nil, jobs: Int = 1, shrinks: Bool = true,
    shrinkCalls: Int = 5_000, shrinkTime: Duration = .seconds(60), failures: Int = 3,
    explanationCalls: Int = 200, shares: ShareCheck = .onDoubt(), shareConfidence: Double = 0.999_999, within: Duration? = nil
  ) {
    self.cases = cases ?? RunEnvironment.current.cases ?? 100
    self.seed = seed ?? RunEnvironment.current.seed ?? .random(in: .min ... .max)
    self.jobs = jobs
    self.shrinks = shrinks
    self.shrinkCalls = shrinkCalls
    self.shrinkTime = shrinkTime
    self.failures = failures
    self.explanationCalls = explanationCalls
    self.shares = shares
    self.shareConfidence = shareConfidence
    self.within = within
  }

  /// These, with another number of cases, another seed or another time, if there is one.
  @usableFromInline
  package func with(_ cases: Int?, _ seed: UInt64?, _ within: Duration?) -> RunSettings {
    var settings = self
    settings.cases = cases ?? settings.cases
    settings.seed = seed ?? settings.seed
    settings.within = within ?? settings.within
    return settings
  }

  /// The least number of cases by which a run judges shares. Fewer cases cannot tell a missed class from a rare one.
  public static let casesToJudgeShares = 100

  /// Every worker takes blocks of this many cases. It depends on nothing but the number of cases, so that
  /// results are merged in the same order for any number of workers.
  var blockSize: Int { min(max(1, cases / 32), 10_000) }

  /// The least share of the cases that must apply.
  static let leastShareThatApplies = 0.01

  /// Whether these counts leave no doubt that fewer cases apply than must: as few of them would come up less often than once in a million
  /// runs (``shareConfidence``).
  func tooFewApply(_ passed: Int, discarded: Int) -> Bool {
    Binomial.atMost(passed, of: passed + discarded, share: Self.leastShareThatApplies) <= 1 - shareConfidence
  }

  /// What is wrong with these settings, or with the variables of the environment; nil: nothing. No case runs otherwise.
  var problem: String? {
    let doublings = shares.doublings
    let wrong: [(isWrong: Bool, text: String)] = [
      (cases < 1, "cases is \(cases): a run takes at least 1 case"),
      (jobs < 1, "jobs is \(jobs): a run takes at least 1 worker"),
      (shrinkCalls < 0, "shrinkCalls is \(shrinkCalls): it is at least 0; to report failing cases as they are, say shrinks: false"),
      (shrinkTime < .zero, "shrinkTime is \(shrinkTime): it is at least 0; to report failing cases as they are, say shrinks: false"),
      (within.map { $0 <= .zero } ?? false, "within is \(within ?? .zero): it is above 0"),
      (failures < 1, "failures is \(failures): a run reports at least 1, the first"),
      (explanationCalls < 0, "explanationCalls is \(explanationCalls): it is at least 0, which means no explanation"),
      (doublings < 0, "shares has \(doublings) doublings: it takes at least 0"),
      (!(shareConfidence > 0 && shareConfidence < 1), "shareConfidence is \(shareConfidence): it lies between 0 and 1"),
      (guidance.cases ?? 0 < 0, "guidance.cases is \(guidance.cases ?? 0): it is at least 0, which means no guided cases"),
    ]
    return wrong.first(where: \.isWrong).map { "RunSettings.\($0.text)" } ?? RunEnvironment.current.problem
  }
}

/// A number around a run that is out of range. The case has the verdict errored.
package struct InvalidSetting: Error {
  package let reason: String

  package init(_ reason: String) {
    self.reason = reason
  }
}
