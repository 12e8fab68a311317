import PropertyTesting

/// Runs a schedule again: the same choices must come to the same steps.
struct Repetition {
  private let settings: LoopSettings
  private let switches: [ScheduleSwitch]
  private let first: SchedulerLoop.Outcome

  init(_ settings: LoopSettings, _ switches: [ScheduleSwitch], _ first: SchedulerLoop.Outcome) {
    self.settings = settings
    self.switches = switches
    self.first = first
  }

  /// - Throws: ``Interruption`` where they do not.
  func demandSame<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws {
    var decisions = Decisions(following: switches)
    let second = ScheduledRun(settings, deciding: &decisions, body).outcome
    if second.traceHash == first.traceHash && second.ending == first.ending { return }
    // The step is found by two more runs, watched.
    let words = (0..<2).map { _ in
      var observed = settings
      let observer = ScheduleObserver()
      observed.observer = observer
      var decisions = Decisions(following: switches)
      _ = ScheduledRun(observed, deciding: &decisions, body)
      return ScheduleTrace(observer).stepWords
    }
    throw Interruption(
      .uncontrolled,
      words[0] == words[1]
        ? "the same choices came to two schedules, of \(first.steps) and of \(second.steps) steps"
        : ScheduleDivergence(words[0], words[1]).description)
  }
}
