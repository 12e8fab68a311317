import PropertyTesting

/// Runs all schedules of a body with at most so many switches, those with fewer first (iterative context
/// bounding: Musuvathi and Qadeer, PLDI 2007).
struct ScheduleSearch {
  let switches: Int
  let limit: Int
  let settings: LoopSettings
  /// Called before each schedule: the body draws the same values in all of them.
  private let rewind: () -> Void
  /// How many schedules ran.
  private(set) var explored = 0

  init(
    switches: Int, limit: Int, settings: LoopSettings, rewind: @escaping () -> Void = {}
  ) {
    self.rewind = rewind
    self.switches = max(0, switches)
    self.limit = max(1, limit)
    self.settings = settings
  }

  /// - Returns: the value of the last run, or what it threw, and the switches of the first that failed.
  /// - Throws: ``Interruption`` where there are more schedules than the limit.
  mutating func run<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) throws -> (last: Result<Value, any Error>, failing: [ScheduleSwitch]?) {
    var level: [[ScheduleSwitch]] = [[]]
    var last: Result<Value, any Error>?
    for count in 0...switches {
      var next: [[ScheduleSwitch]] = []
      for schedule in level {
        guard explored < limit else { throw tooMany }
        explored += 1
        rewind()
        var decisions = Decisions(following: schedule)
        let run = ScheduledRun(settings, deciding: &decisions, body)
        let result = Result { try run.get(settings) }
        if case .failure = result { return (result, schedule) }
        last = result
        // One more than will run is enough to know that there are too many.
        guard count < switches, next.count <= limit else { continue }
        next += Self.extensions(of: schedule, alternatives: decisions.alternatives ?? [])
      }
      level = next
    }
    guard let last else { throw tooMany }
    return (last, nil)
  }

  /// The schedule with one more switch, at each later point to each alternative.
  private static func extensions(
    of schedule: [ScheduleSwitch], alternatives: [Int]
  ) -> [[ScheduleSwitch]] {
    let first = (schedule.last?.point ?? -1) + 1
    guard first < alternatives.count else { return [] }
    return (first..<alternatives.count).flatMap { point in
      (1..<alternatives[point]).map { schedule + [ScheduleSwitch(point: point, alternative: $0)] }
    }
  }

  private var tooMany: Interruption {
    Interruption(
      .gaveUp,
      "more than \(limit) schedules have at most \(switches) switches: allow fewer switches, or raise the limit")
  }
}
