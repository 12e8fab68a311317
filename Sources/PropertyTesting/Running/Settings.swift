/// How a property is run.
public struct RunSettings: Sendable {
  /// Cases that must pass; discarded ones do not count. At least 1.
  public var cases: Int { didSet { cases = max(1, cases) } }
  /// With the same seed the cases, the verdict and the counterexample are the same, whatever ``jobs`` is.
  public var seed: UInt64
  /// How many workers share the cases. At least 1.
  public var jobs: Int { didSet { jobs = max(1, jobs) } }
  /// Whether a failing case is made simple. Off where only the verdict matters.
  public var shrinks: Bool
  /// The most calls of the property while shrinking.
  public var shrinkCalls: Int
  /// The most time spent on shrinking.
  public var shrinkTime: Duration
  /// How many distinct failures a run tells, the first one included: see ``PropertyResult/otherFailures``.
  public var failures: Int
  /// The most calls of the property for ``Counterexample/explanation``; 0: none is made.
  public var explanationCalls: Int
  /// How far the run goes to learn whether its required classes have their shares.
  public var shares: ShareCheck
  /// How sure it must be that a class has less than its share to say so.
  public var shareConfidence: Double
  /// Whether a property that has no more than ``cases`` cases, and no more than 5,000, is run with each of them once, instead of random
  /// ones: see ``PropertyResult/provenCases``. Off where the same case is worth running again, because the code
  /// under test is not deterministic.
  public var enumerates = true
  /// What cases are looked for once the random ones are over.
  public var guidance = Guidance()
  /// Looks on, and can end the run early; nil: nobody does.
  public var watch: RunWatch?

  public init(
    cases: Int = 100, seed: UInt64 = .random(in: .min ... .max), jobs: Int = 1, shrinks: Bool = true,
    shrinkCalls: Int = 5_000, shrinkTime: Duration = .seconds(60), failures: Int = 3,
    explanationCalls: Int = 200, shares: ShareCheck = .onDoubt(), shareConfidence: Double = 0.999_999
  ) {
    self.cases = max(1, cases)
    self.seed = seed
    self.jobs = max(1, jobs)
    self.shrinks = shrinks
    self.shrinkCalls = shrinkCalls
    self.shrinkTime = shrinkTime
    self.failures = failures
    self.explanationCalls = explanationCalls
    self.shares = shares
    self.shareConfidence = shareConfidence
  }

  /// Fewer cases than this do not tell a missed class from a rare one: shares are then not judged.
  public static let casesToJudgeShares = 100

  /// Every worker takes blocks of this many cases. It depends on nothing but the number of cases, so that
  /// results are merged in the same order for any number of workers.
  var blockSize: Int { min(max(1, cases / 32), 10_000) }

  /// The most cases that may be discarded where so many are to pass.
  func discardLimit(for goal: Int) -> Int { goal > Int.max / 10 ? .max : goal * 10 }
}
