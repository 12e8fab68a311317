/// Which interleavings of a case the scheduler runs, and by which rules.
///
///     try check("a transfer keeps the total", forAll: .int(in: 1...100), scheduled: .mixed) { amount in … }
public struct Schedules: Sendable {
  /// How the scheduler chooses the next schedule. Replays and the shrinker's attempts follow recorded choices instead.
  public enum Strategy: Sendable, Equatable {
    /// One of the following strategies for each case, because each finds what others miss.
    case mixed
    /// At every point, goes on with a task chosen uniformly at random.
    case randomWalk
    /// Departs from the default at no more than `atMost` random points.
    case fewSwitches(atMost: Int)
    /// Gives tasks random priorities, runs the task of the highest priority, and lowers the running task's
    /// priority at `changes` random points. For a bug that needs this many ordering constraints, the probability
    /// of finding it has a lower bound (PCT: Burckhardt, Kothari, Musuvathi and Nagarakatte, ASPLOS 2010).
    case priorities(changes: Int)
    /// For every case, all schedules with at most `switches` switches, the fewest first. The body runs once for
    /// each schedule and draws the same values, so it must create the state that it changes. If there are more
    /// than `limit` schedules, the run gives up.
    case exhaustive(switches: Int, limit: Int = 100_000)
    /// For every case, all orders in which its tasks may take turns, without a bound on switches. Of orders that have the
    /// same result, only one runs. The body runs once for each order and draws the same values, so it must create the
    /// state that it changes, and end. If there are more than `limit` orders, or the scheduler cannot see a step completely, the run gives up.
    case everyInterleaving(sharing: Sharing, limit: Int = 100_000)
  }

  /// What the tasks of a program share. The order of their steps can matter only to what they share.
  public enum Sharing: Sendable, Equatable {
    /// Memory under locks, atomics, files, a store. Any two steps may depend on each other, so every order runs.
    case anything
    /// Actors, task groups, the values of tasks and their cancellation, clocks and random numbers, which the scheduler sees. Two
    /// steps that share none of these run in one order only. Do not use this if two tasks take the same lock, feed the
    /// same `AsyncStream`, or use a continuation that is kept outside an actor.
    case onlyActors
  }

  /// How the scheduler chooses the next schedule.
  public var strategy: Strategy
  /// Whether a sleep may end while another task could still run, such as a timeout that expires while the work
  /// is slow. Otherwise time passes only if no task can run.
  public var timersRace: Bool
  /// Whether calls to one actor may overtake each other, as calls of different priorities and calls to a remote actor do.
  /// Otherwise an actor runs calls in the order in which they were made, as it does for local calls of one priority.
  public var callsOvertake = false
  /// The greatest number of steps of a run. A run that takes more is timed out.
  public var stepLimit: Int
  /// How long one step may block its thread, or compute, in real time, in whole seconds of at least 1; nil: for ever. A step that takes
  /// longer ends the process with status 1, after a report on standard error that names the step and the line: its thread cannot be taken
  /// back. Time counts in which the thread slept at each look, once a second, or processor time. In a worker process, the time limit of
  /// the case counts instead.
  public var stepTimeLimit: Duration? = .seconds(60)
  /// How long the scheduler waits, in real time, for a thread that it does not control, before it calls a run
  /// that cannot go on a deadlock. Before it reports a deadlock, it waits a quarter of a second at least.
  public var grace: Duration

  /// Whether the code may hand work to Dispatch: to a queue asynchronously, after a time, or to several threads at once. Otherwise a
  /// run that does so is uncontrolled, because no schedule decides when Dispatch runs the work. Switch this on if nothing that the
  /// property observes depends on that work, such as writing a log.
  public var ignoresDispatch = false

  /// Whether the engine runs every schedule twice. If the two runs differ, the case is uncontrolled. The body must
  /// create the state that it changes. If this is off, the engine runs only failures again.
  public var repeatsRuns = false

  /// Whether the optimizer may have left suspension points out, so that schedules in a debug build see more: the result says so.
  #if DEBUG
    var isOptimizedBuild = false
  #else
    var isOptimizedBuild = true
  #endif

  /// Schedules of a strategy. Timers do not race by default. If a number is out of range, the verdict of a run is errored.
  public init(
    _ strategy: Strategy = .mixed, timersRace: Bool = false, stepLimit: Int = 100_000,
    grace: Duration = .milliseconds(20)
  ) {
    self.strategy = strategy
    self.timersRace = timersRace
    self.stepLimit = stepLimit
    self.grace = grace
  }

  /// Schedules by a different strategy for each case: ``Strategy/mixed``. Start with these.
  public static let mixed = Schedules(.mixed)
  /// Schedules that choose among the ready tasks at random: ``Strategy/randomWalk``.
  public static let randomWalk = Schedules(.randomWalk)

  /// All schedules with at most `switches` switches, for every case: see ``Strategy/exhaustive(switches:limit:)``.
  public static func exhaustive(switches: Int, limit: Int = 100_000) -> Schedules {
    Schedules(.exhaustive(switches: switches, limit: limit))
  }

  /// All interleavings of every case that can have different results: see ``Strategy/everyInterleaving(sharing:limit:)``.
  public static func everyInterleaving(sharing: Sharing = .anything, limit: Int = 100_000) -> Schedules {
    Schedules(.everyInterleaving(sharing: sharing, limit: limit))
  }

  /// Whether all schedules of a case are run in one examination of it.
  var areSearched: Bool {
    switch strategy {
    case .exhaustive, .everyInterleaving: true
    case .mixed, .randomWalk, .fewSwitches, .priorities: false
    }
  }

  /// What is wrong with the numbers; nil: nothing.
  var problem: String? {
    if stepLimit < 1 { return "Schedules.stepLimit is \(stepLimit): a run takes at least 1 step" }
    if let stepTimeLimit, stepTimeLimit < .seconds(1) {
      return "Schedules.stepTimeLimit is \(stepTimeLimit): it is at least 1 second, or nil"
    }
    if grace < .zero { return "Schedules.grace is \(grace): it is at least 0" }
    switch strategy {
    case .exhaustive(let switches, _) where switches < 0, .fewSwitches(let switches) where switches < 0:
      return "\(strategy) has \(switches) switches: it takes at least 0"
    case .priorities(let changes) where changes < 0: return "\(strategy) has \(changes) changes: it takes at least 0"
    case .exhaustive(_, let limit) where limit < 1, .everyInterleaving(_, let limit) where limit < 1:
      return "\(strategy) has the limit \(limit): it runs at least 1 schedule"
    default: return nil
    }
  }

  /// The same schedules, with timeouts that race against the work.
  public var withRacingTimers: Schedules {
    var copy = self
    copy.timersRace = true
    return copy
  }

  /// The same schedules, in which calls to one actor may overtake each other.
  public var withOvertakingCalls: Schedules {
    var copy = self
    copy.callsOvertake = true
    return copy
  }

  /// The same schedules, each run twice, to check that nothing escapes the scheduler.
  public var repeated: Schedules {
    var copy = self
    copy.repeatsRuns = true
    return copy
  }
}
