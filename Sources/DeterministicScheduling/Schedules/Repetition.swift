import PropertyTesting

/// Runs a schedule again: the same choices must come to the same steps.
struct Repetition {
  private let settings: LoopSettings
  private let switches: [ScheduleSwitch]
  private let first: SchedulerLoop.Outcome
  private let firstResult: Result<Void, any Error>
  private let rewind: () -> Void

  /// - Parameter rewind: called before each run, so that the body draws the values that it drew.
  init(
    _ settings: LoopSettings, _ switches: [ScheduleSwitch], _ first: SchedulerLoop.Outcome,
    _ firstResult: Result<Void, any Error>, rewind: @escaping () -> Void
  ) {
    self.settings = settings
    self.switches = switches
    self.first = first
    self.firstResult = firstResult
    self.rewind = rewind
  }

  /// - Throws: ``Interruption`` where they do not.
  func demandSame<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws {
    var decisions = Decisions(following: switches)
    rewind()
    let run = ScheduledRun(settings, deciding: &decisions, body)
    let second = run.outcome
    if second.traceHash == first.traceHash && second.ending == first.ending {
      let (one, other) = (words(firstResult), words(Result { _ = try run.get(settings) }))
      if one.kind == other.kind { return }
      throw Interruption(
        .uncontrolled, "the same schedule had two results: the body \(one.text), and then \(other.text)")
    }
    // The step is found by two more runs, watched.
    let words = (0..<2).map { _ in
      var observed = settings
      let observer = ScheduleObserver()
      observed.observer = observer
      var decisions = Decisions(following: switches)
      rewind()
      _ = ScheduledRun(observed, deciding: &decisions, body)
      return ScheduleTrace(observer).stepWords
    }
    throw Interruption(
      .uncontrolled,
      words[0] == words[1]
        ? "the same choices led to two schedules, of \(first.steps) and of \(second.steps) steps"
        : ScheduleDivergence(words[0], words[1]).description)
  }

  private func words(_ result: Result<Void, any Error>) -> (kind: String, text: String) {
    switch result {
    case .success: ("returned", "returned")
    case .failure(let error): ("\(type(of: error))", "threw \(error)")
    }
  }
}

extension SchedulerLoop.Outcome {
  /// The steps that an observer kept; where there were more, a word that stands for all of them.
  func steps(of trace: ScheduleTrace) -> ScheduleSteps.Run {
    let (all, hash) = (steps, traceHash)
    return ScheduleSteps.Run(identity: [trace.stepsHash, all, Int(truncatingIfNeeded: hash)]) {
      let kept = trace.stepWords
      return all > kept.count ? kept + ["the last of \(all) steps (\(String(hash, radix: 16)))"] : kept
    }
  }
}
