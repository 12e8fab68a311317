/// How many cases of a property run, and how far the engine goes after a failure.
public struct RunSettings: Sendable {
  /// How many cases must pass. Discarded cases do not count. At least 1.
  public var cases: Int { didSet { cases = max(1, cases) } }
  /// With the same seed the cases, the verdict and the counterexample are the same, whatever ``jobs`` is.
  public var seed: UInt64
  /// How many workers share the cases. At least 1.
  public var jobs: Int { didSet { jobs = max(1, jobs) } }
  /// Whether the engine makes a failing case simple. Switch it off if only the verdict matters.
  public var shrinks: Bool
  /// The most calls of the property while shrinking.
  public var shrinkCalls: Int
  /// The most time spent on shrinking.
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
  /// How the engine finds cases after the random ones.
  public var guidance = Guidance()
  /// The ways to make a case simple, in the order in which they run.
  var passes = shrinkPasses
  /// Watches the run, and can end it early; nil: nothing does.
  public var watch: RunWatch?
  /// Runs the cases of asynchronous properties, each on one thread; nil: they run on the threads that all tasks share.
  package var driver: ThreadDriver?
  /// Gets a line for each property that `check` finds to hold: "✔ sorting keeps every element: 100 cases in 0.01 s". Nil:
  /// nobody, unless the environment has TOUCHSTONE_SUMMARY; then standard error. What a ``KnownFailure`` no longer explains goes
  /// there in any case.
  public var announce: (@Sendable (String) -> Void)?

  /// Settings for 100 random cases from a random seed, unless told otherwise: by these arguments or, for those that are nil, by
  /// TOUCHSTONE_CASES (a whole number) and TOUCHSTONE_SEED (hexadecimal) in the environment. Numbers of cases and jobs below 1 count as 1.
  public init(
    cases: Int? = nil, seed: UInt64? = nil, jobs: Int = 1, shrinks: Bool = true,
    shrinkCalls: Int = 5_000, shrinkTime: Duration = .seconds(60), failures: Int = 3,
    explanationCalls: Int = 200, shares: ShareCheck = .onDoubt(), shareConfidence: Double = 0.999_999
  ) {
    self.cases = max(1, cases ?? RunEnvironment.current.cases ?? 100)
    self.seed = seed ?? RunEnvironment.current.seed ?? .random(in: .min ... .max)
    self.jobs = max(1, jobs)
    self.shrinks = shrinks
    self.shrinkCalls = shrinkCalls
    self.shrinkTime = shrinkTime
    self.failures = failures
    self.explanationCalls = explanationCalls
    self.shares = shares
    self.shareConfidence = shareConfidence
  }

  /// The least number of cases by which a run judges shares. Fewer cases cannot tell a missed class from a rare one.
  public static let casesToJudgeShares = 100

  /// Every worker takes blocks of this many cases. It depends on nothing but the number of cases, so that
  /// results are merged in the same order for any number of workers.
  var blockSize: Int { min(max(1, cases / 32), 10_000) }

  /// The most cases that may be discarded where so many are to pass.
  func discardLimit(for goal: Int) -> Int { goal > Int.max / 10 ? .max : goal * 10 }
}
