/// The decisions of one schedule, as a part of the case's choices: so that one shrinker makes data and
/// schedule simple together, and one token replays both.
///
/// A scheduler comes to points at which it could go on with one of several tasks. The default is number 0;
/// anything else is a *switch*. What is kept is not each point but each switch: the number of points that
/// it comes after, and the alternative taken; then 0 for “no more”. So a schedule has as many choices as
/// it departs from the default, however long it is, and the simplest one is that with the fewest switches
/// (delay bounding: Emmi, Qadeer and Rakamarić, POPL 2011).
///
/// Confined to the thread of the run.
package struct ScheduleDraws {
  private let tape: Tape?
  /// Random bits for this schedule.
  package let seed: UInt64
  /// The index of the case.
  package let index: Int
  /// Whether the switches are given, by a replay or a shrink attempt. Otherwise the scheduler makes them up.
  package let isScripted: Bool
  /// Whether the case is one of all that there are; its script then says nothing of switches.
  package let isEnumerated: Bool
  /// Where the number of points before the next switch stands.
  private var pending = 0
  /// Whether the points of the schedule are asked for, as a search through schedules does.
  package let recordsPoints: Bool
  /// The place of this schedule among those of the case.
  private let place: Int

  init(tape: Tape?, seed: UInt64, index: Int) {
    self.tape = tape
    self.seed = seed
    self.index = index
    isScripted = tape?.isReplaying ?? false
    isEnumerated = tape?.isEnumerated ?? false
    place = tape?.points?.count ?? 0
    recordsPoints = tape?.points != nil
    tape?.points?.append([])
  }

  package func comes(to point: SchedulePoint) {
    tape?.points?[place].append(point)
  }

  /// Opens the wait for the next switch.
  /// - Returns: scripted, how many points there are up to it, itself counted; 0: there is none.
  package mutating func awaitSwitch() -> UInt64 {
    guard let tape else { return 0 }
    let (value, token) = tape.resolveSchedule(upTo: UInt64(UInt32.max))
    pending = token
    return value
  }

  /// The alternative that a scripted switch takes.
  package func takeSwitch() -> Int {
    Int(tape?.resolveSchedule(upTo: Self.alternativeLimit).value ?? 0)
  }

  /// Keeps a switch that the scheduler made up.
  package mutating func recordSwitch(after points: UInt64, to alternative: Int) {
    guard let tape else { return }
    tape.amend(pending, min(points, UInt64(UInt32.max)))
    let (_, token) = tape.resolveSchedule(upTo: Self.alternativeLimit)
    tape.amend(token, min(UInt64(alternative), Self.alternativeLimit))
    _ = awaitSwitch()
  }

  /// What the run's random numbers are made from: drawn when the first of them is asked for.
  package func drawRandomSeed() -> UInt64 {
    let proposed = seed >> 48
    guard let tape else { return proposed }
    return tape.resolve(proposed, kind: .integer, lower: 0, upper: 0xFFFF, target: 0)
  }

  /// The same for every point, so that a replay does not depend on how many tasks are ready.
  private static let alternativeLimit: UInt64 = 0xFFFF
}

/// A point of a schedule, at which several tasks could go on.
package struct SchedulePoint: Sendable {
  let alternatives: Int
  /// A hash of all that has led there: where it is the same, runs that go on alike end alike, as far as tasks share nothing but
  /// actors.
  let state: Int

  package init(alternatives: Int, state: Int) {
    self.alternatives = alternatives
    self.state = state
  }
}
