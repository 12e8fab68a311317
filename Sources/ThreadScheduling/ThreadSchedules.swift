/// Which schedules of real threads a property runs, and at which points threads may switch.
///
///     try check("no update is lost", forAll: .int(in: 1...3), scheduled: .threads) { count in … }
///
/// The code under test is built with `-Xfrontend -sanitize=thread`: see docs/threads.md.
public struct ThreadSchedules: Sendable {
  /// How the scheduler chooses the next schedule. Replays and the shrinker's attempts follow recorded choices instead.
  public enum Strategy: Sendable, Equatable {
    /// One of the next three strategies for each case, because each finds what others miss. The first case runs without a switch.
    case mixed
    /// At every point, continues with a thread chosen uniformly at random.
    case randomWalk
    /// Gives threads random priorities, runs the thread of the highest priority, and lowers the running thread's priority at `changes`
    /// random points. For a bug that needs this many ordering constraints, the probability of finding it has a lower bound (PCT:
    /// Burckhardt, Kothari, Musuvathi and Nagarakatte, ASPLOS 2010).
    case fewPreemptions(changes: Int)
    /// Gives each pending operation a random priority, runs the operation of the highest priority, and draws new priorities for the
    /// operations that race with it (POS: Yuan, Yang and Gu, CAV 2018).
    case partialOrderSampling
    /// For every case, all orders that can have different results, with at most `preemptions` preemptions; nil: without a bound. A
    /// preemption is a switch away from a thread that could have continued. The body runs once for each order and draws the same values, so
    /// it must create the state that it changes, and end. If there are more than `limit` schedules, the run gives up.
    case everyInterleaving(preemptions: Int?, limit: Int = 100_000)
  }

  /// The operations before which threads may switch.
  public enum Granularity: Sendable, Equatable {
    /// Atomics, locks, waits, and the begin and end of threads. Enough for code without data races, and a data race fails the case.
    case synchronization
    /// Each access to memory too, so that a data race can show its effect. If ``ThreadSchedules/failsDataRaces`` is off, only the effect
    /// fails the case.
    case everyAccess
  }

  /// How the scheduler chooses the next schedule.
  public var strategy: Strategy
  /// The operations before which threads may switch.
  public var granularity: Granularity
  /// Whether two accesses to the same memory without an order between them fail the case, if one of them writes.
  public var failsDataRaces = true
  /// Whether a relaxed or an acquiring load may show one of the last four values of its atomic, where C11 permits it. Otherwise each atomic
  /// shows its last value. A search for every interleaving has no stale values.
  public var showsStaleValues = false
  /// Whether a sleep or a timeout may end while threads can still run, as it does when they are slow. Otherwise time passes only if no
  /// thread can run.
  public var timersRace = false
  /// The greatest number of points of a run. A run that takes more is timed out.
  public var stepLimit = 100_000
  /// How long one step may block its thread, in real time, before the run ends as uncontrolled and names the thread.
  public var stepTimeLimit: Duration = .seconds(10)

  /// Schedules of a strategy. If a number is out of range, the verdict of a run is errored.
  public init(_ strategy: Strategy = .mixed, at granularity: Granularity = .synchronization) {
    self.strategy = strategy
    self.granularity = granularity
  }

  /// Schedules of real threads by a different strategy for each case: ``Strategy/mixed``. Start with these.
  public static let threads = ThreadSchedules()

  /// Schedules of real threads by `strategy`.
  public static func threads(_ strategy: Strategy, at granularity: Granularity = .synchronization) -> ThreadSchedules {
    ThreadSchedules(strategy, at: granularity)
  }

  /// The same schedules, in which data races do not fail a case by themselves.
  public var ignoringDataRaces: ThreadSchedules {
    var copy = self
    copy.failsDataRaces = false
    return copy
  }

  /// The same schedules, in which atomics may show stale values.
  public var withStaleValues: ThreadSchedules {
    var copy = self
    copy.showsStaleValues = true
    return copy
  }

  /// The same schedules, with sleeps and timeouts that race against the work.
  public var withRacingTimers: ThreadSchedules {
    var copy = self
    copy.timersRace = true
    return copy
  }

  /// Whether all schedules of a case are run in one examination of it.
  var areSearched: Bool {
    if case .everyInterleaving = strategy { true } else { false }
  }

  /// What is wrong with the numbers; nil: nothing.
  var problem: String? {
    if stepLimit < 1 { return "ThreadSchedules.stepLimit is \(stepLimit): a run takes at least 1 step" }
    if stepTimeLimit < .seconds(1) { return "ThreadSchedules.stepTimeLimit is \(stepTimeLimit): it is at least 1 second" }
    if showsStaleValues, areSearched { return "\(strategy) has no stale values: use another strategy with withStaleValues" }
    switch strategy {
    case .fewPreemptions(let changes) where changes < 0: return "\(strategy) has \(changes) changes: it takes at least 0"
    case .everyInterleaving(let preemptions?, _) where preemptions < 0:
      return "\(strategy) has \(preemptions) preemptions: it takes at least 0, or nil"
    case .everyInterleaving(_, let limit) where limit < 1: return "\(strategy) has the limit \(limit): it runs at least 1 schedule"
    default: return nil
    }
  }
}
