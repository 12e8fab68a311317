import PropertyTesting

/// Chooses at each point of a run at which more than one job could go on: from the case's own choices where
/// they are given, otherwise by a strategy, whose departures from the default are recorded there.
struct Decisions {
  private enum Source {
    case scripted
    case fixed([ScheduleSwitch])
    case strategy(any ScheduleStrategy)
    /// One run of a proof.
    case proof(Proof)
    /// Nothing departs from the default.
    case none
  }

  private var source: Source
  private var draws: ScheduleDraws?
  /// Points since the last switch.
  private var points: UInt64 = 0
  /// Scripted: at how many points the next switch comes; 0: there is none.
  private var wait: UInt64 = 0
  private var nextFixed = 0
  /// For an exhaustive search: how many alternatives there were at each point.
  private(set) var alternatives: [Int]?
  /// The switches so far, at points counted from the beginning of the run.
  private(set) var made: [ScheduleSwitch] = []
  private var allPoints = 0
  /// Whether the body has ended: what a proof runs after that is no part of the schedule.
  var isOver = false

  /// Follows the choices of a case, or `strategy` where it has none.
  init(_ draws: ScheduleDraws, _ strategy: @autoclosure () -> (any ScheduleStrategy)?) {
    self.draws = draws
    wait = self.draws?.awaitSwitch() ?? 0
    source = draws.isScripted ? .scripted : strategy().map { .strategy($0) } ?? .none
  }

  /// Follows `switches`, and keeps how many alternatives there were.
  init(following switches: [ScheduleSwitch]) {
    source = .fixed(switches)
    alternatives = []
  }

  var isProof: Bool {
    if case .proof = source { true } else { false }
  }

  /// Follows what a proof wants to see run.
  init(proving proof: Proof) { source = .proof(proof) }

  /// At every step, also if there is but one alternative.
  mutating func prove(_ count: Int, _ preferred: Int, _ ready: [SchedulerLoop.ReadyJob]) -> Int {
    guard case .proof(let proof) = source else { return 0 }
    var keys = ready.map { proof.recorder.key(of: $0) }
    if count > ready.count { keys.append(.time) }
    let position = proof.choose(keys, preferred: preferred)
    let choice = position == preferred ? 0 : position < preferred ? position + 1 : position
    if count > 1, !isOver {
      allPoints += 1
      if choice != 0 { made.append(ScheduleSwitch(point: allPoints - 1, alternative: choice)) }
    }
    return choice
  }

  /// Follows `strategy`, and records nothing. Without one: the default throughout.
  init(_ strategy: (any ScheduleStrategy)? = nil) {
    source = strategy.map { .strategy($0) } ?? .none
  }

  /// - Parameters:
  ///   - count: of the alternatives; where it is greater than that of the ready jobs, the last one is to
  ///     let the next timer end.
  ///   - preferred: the position of the job that is alternative 0.
  ///   - state: see ``SchedulePoint/state``.
  mutating func choose(
    _ count: Int, _ preferred: Int, _ ready: [SchedulerLoop.ReadyJob], state: @autoclosure () -> Int = 0
  ) -> Int {
    alternatives?.append(count)
    if let draws, draws.recordsPoints { draws.comes(to: SchedulePoint(alternatives: count, state: state())) }
    allPoints += 1
    let choice = chosen(count, preferred, ready)
    if choice != 0 { made.append(ScheduleSwitch(point: allPoints - 1, alternative: choice)) }
    return choice
  }

  private mutating func chosen(
    _ count: Int, _ preferred: Int, _ ready: [SchedulerLoop.ReadyJob]
  ) -> Int {
    points &+= 1
    switch source {
    case .none, .proof: return 0
    case .scripted:
      guard points == wait, let draws else { return 0 }
      points = 0
      let alternative = min(draws.takeSwitch() + 1, count - 1)
      wait = self.draws?.awaitSwitch() ?? 0
      return alternative
    case .fixed(let switches):
      guard nextFixed < switches.count, switches[nextFixed].point == allPoints - 1 else { return 0 }
      nextFixed += 1
      return min(switches[nextFixed - 1].alternative, count - 1)
    case .strategy(var strategy):
      // Held once only, so that what it keeps is changed in place.
      source = .none
      let choice = strategy.choose(count, preferred, ready)
      source = .strategy(strategy)
      guard choice != 0 else { return 0 }
      draws?.recordSwitch(after: points, to: choice - 1)
      points = 0
      return choice
    }
  }
}

/// A departure from the default: at a point of the run, counted from 0, to an alternative other than 0.
struct ScheduleSwitch: Sendable, Equatable {
  let point: Int
  let alternative: Int
}
