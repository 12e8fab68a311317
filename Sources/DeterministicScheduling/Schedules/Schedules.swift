/// Which interleavings of a case are run, and under what rules.
///
///     try check("a transfer keeps the total", forAll: .int(in: 1...100), scheduled: .mixed) { amount in … }
public struct Schedules: Sendable {
  /// How the next schedule is made up. A replay and the attempts of the shrinker follow recorded choices.
  public enum Strategy: Sendable, Equatable {
    /// One of the following for each case: what one is bad at, another finds.
    case mixed
    /// Goes on with a task that is chosen uniformly, at every point.
    case randomWalk
    /// Departs from the default at no more than so many random points.
    case fewSwitches(atMost: Int)
    /// Runs the task of the highest of random priorities, and lowers the running one's at so many random
    /// points. A bug that needs so many ordering constraints is found with a probability that has a lower
    /// bound (PCT: Burckhardt, Kothari, Musuvathi and Nagarakatte, ASPLOS 2010).
    case priorities(changes: Int)
    /// For every case all schedules with at most so many switches, the fewest first. The body runs once for
    /// each, drawing the same values, so it must make the state that it changes. Where there are more than
    /// `limit` of them, the run gives up.
    case exhaustive(switches: Int, limit: Int = 100_000)
  }

  public var strategy: Strategy
  /// Whether a sleep may end while something else could still run, as a timeout that is due while the work
  /// is slow. Otherwise time moves only when nothing else can.
  public var timersRace: Bool
  /// A run of more steps than this has not ended: it is timed out. At least 1.
  public var stepLimit: Int { didSet { stepLimit = max(1, stepLimit) } }
  /// How long to wait, in real time, for a thread that the scheduler does not control before a run that
  /// cannot go on is called a deadlock; before a report of one, a quarter of a second at least.
  public var grace: Duration

  /// Whether every schedule runs twice, and what differs then is uncontrolled. The body must make the state
  /// that it changes. Where it is off, only failures are run again.
  public var repeatsRuns = false

  public init(
    _ strategy: Strategy = .mixed, timersRace: Bool = false, stepLimit: Int = 100_000,
    grace: Duration = .milliseconds(20)
  ) {
    self.strategy = strategy
    self.timersRace = timersRace
    self.stepLimit = max(1, stepLimit)
    self.grace = grace
  }

  public static let mixed = Schedules(.mixed)
  public static let randomWalk = Schedules(.randomWalk)

  /// All schedules with at most `switches` switches, for every case: see ``Strategy/exhaustive(switches:limit:)``.
  public static func exhaustive(switches: Int, limit: Int = 100_000) -> Schedules {
    Schedules(.exhaustive(switches: switches, limit: limit))
  }

  /// The same, with timeouts that race against the work.
  public var withRacingTimers: Schedules {
    var copy = self
    copy.timersRace = true
    return copy
  }

  /// The same, each of them run twice: to see that nothing escapes the scheduler.
  public var repeated: Schedules {
    var copy = self
    copy.repeatsRuns = true
    return copy
  }
}
