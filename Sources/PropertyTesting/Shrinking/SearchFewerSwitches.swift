/// Runs the schedules with fewer switches than the case has, those with the fewest first (iterative context bounding: Musuvathi and
/// Qadeer, PLDI 2007), if they are not too many. What leaving switches out and replacing them passed over stands there.
///
/// Of schedules that come to the same state only one is gone on with: as if tasks shared nothing but actors. Where they share more,
/// a schedule with fewer switches may be passed over, but each that is taken has failed.
///
/// The schedule with the most switches is searched; others of the case stay as they are.
struct SearchFewerSwitches: ShrinkPass {
  let name = "search fewer switches"

  private typealias Schedule = [(points: UInt64, alternative: UInt64)]

  private struct Way: Hashable {
    let state: Int
    let alternative: Int
  }

  /// How many schedules are run at most.
  private static let budget = 2_000

  func run(_ shrinker: Shrinker) {
    let switches = Switches(shrinker.best.tokens)
    guard let searched = switches.busiest, switches.count(inSchedule: searched) > 1 else { return }
    var left = Self.budget
    var gone: Set<Way> = []
    var level: [Schedule] = [[]]
    for count in 0..<switches.count(inSchedule: searched) {
      var next: [Schedule] = []
      for schedule in level {
        left -= 1
        let candidate = switches.replacing(schedule: searched, by: schedule)
        guard let points = shrinker.points(in: candidate), searched < points.count else { return }
        if count + 1 < switches.count(inSchedule: searched), next.count <= left {
          next += extensions(of: schedule, points[searched], &gone)
        }
      }
      // A part of those with one switch more would say nothing of the rest.
      if next.count > left { return }
      level = next
    }
  }

  /// The schedule with one more switch, at each later point to each alternative that was not taken in the same state.
  private func extensions(of schedule: Schedule, _ points: [SchedulePoint], _ gone: inout Set<Way>) -> [Schedule] {
    let first = Int(schedule.reduce(0) { $0 + $1.points })
    var extensions: [Schedule] = []
    for (place, point) in points.enumerated().dropFirst(first) {
      for alternative in 1..<max(1, point.alternatives)
      where gone.insert(Way(state: point.state, alternative: alternative)).inserted {
        extensions.append(schedule + [(UInt64(place - first + 1), UInt64(alternative - 1))])
      }
    }
    return extensions
  }
}
