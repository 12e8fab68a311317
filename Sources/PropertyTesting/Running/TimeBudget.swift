/// How long the cases of one run may take.
struct TimeBudget: Sendable {
  /// The time in which the run has to end.
  private let deadline: ContinuousClock.Instant
  private let start: ContinuousClock.Instant
  /// ``RunSettings/within``; nil if the time of the whole suite limits the run.
  private let within: Duration?
  /// What it asks for in words.
  private let name: String

  /// Nil: nothing limits the run.
  init?(_ settings: RunSettings) {
    if let limit = settings.atMost {
      let now = ContinuousClock.now
      self.init(within: settings.within, suite: limit, named: "the budget", firstRun: now, now: now)
    } else {
      self.init(within: settings.within, suite: RunEnvironment.current.budget)
    }
  }

  init?(
    within: Duration?, suite: Duration?, named: String = "TOUCHSTONE_BUDGET", firstRun: ContinuousClock.Instant = Self.firstRun,
    now: ContinuousClock.Instant = .now
  ) {
    start = now
    if let within {
      self.within = within
      deadline = now + within
      name = "within \(describe(within))"
    } else if let suite {
      self.within = nil
      deadline = firstRun + suite
      name = named
    } else {
      return nil
    }
  }

  /// When this process ran its first property.
  static let firstRun = ContinuousClock.now

  /// Whether as many cases run as there is time for, however few or many the settings ask for.
  var isFilled: Bool { within != nil }

  /// Whether there is no time for guided cases any more.
  var isOver: Bool { .now >= deadline }

  /// When a walk through every case has to end: with time enough for random cases, if it does not come to its end.
  var endOfEnumeration: ContinuousClock.Instant { start + (deadline - start) / 2 }

  /// The most time for what follows a failure: a tenth of what is left, so that other properties have some, and at least two seconds.
  func mostAfterAFailure(now: ContinuousClock.Instant = .now) -> Duration { max((deadline - now) / 10, .seconds(2)) }

  /// How many cases the next round has, after `done` cases; nil: the time is over.
  ///
  /// A round has as many cases as all before it, and no more than fit into half of the time that is left. So the run ends in time by some
  /// cases, although nobody knows beforehand how long one takes.
  func nextRound(after done: Int, now: ContinuousClock.Instant = .now) -> Int? {
    guard done > 0 else { return 1 }
    guard now < deadline else { return nil }
    let perCase = (now - start) / done
    let left = deadline - now
    let fitting = perCase > .zero ? left / perCase / 2 : .infinity
    return max(1, min(done, Int(min(fitting, 100_000))))
  }

  /// Says that the time ended the run.
  func ended(after passed: Int, of cases: Int) -> String {
    "\(name) ended the run after \(passed)\(isFilled ? "" : " of \(cases)") cases"
  }
}

extension Tally {
  /// The next cases of a run whose time is limited.
  mutating func owedBlocks(_ settings: RunSettings, in budget: TimeBudget) -> [Range<Int>] {
    guard failure == nil, !isComplete else { return [] }
    let goal = budget.isFilled ? Int.max : settings.cases
    guard passed < goal, !settings.tooFewApply(passed, discarded: discarded) else { return [] }
    guard let round = budget.nextRound(after: next) else {
      isOutOfTime = true
      return []
    }
    let count = min(round, goal - passed)
    let size = max(1, min(count / max(1, settings.jobs), 10_000))
    return stride(from: next, to: next + count, by: size).map { $0..<min($0 + size, next + count) }
  }
}
