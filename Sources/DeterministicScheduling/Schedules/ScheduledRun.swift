import PropertyTesting

/// One run of a body under a schedule.
struct ScheduledRun<Value: Sendable> {
  /// What the body gave or threw; nil where it did not finish.
  let result: Result<Value, any Error>?
  let outcome: SchedulerLoop.Outcome
  let strays: Set<SchedulerLoop.Stray>
  /// What was seen of it, where somebody asked.
  let observer: ScheduleObserver?

  init(
    _ settings: LoopSettings, deciding decisions: inout Decisions,
    _ body: @escaping @Sendable () async throws -> Value
  ) {
    self = LoopPool.with { ScheduledRun(settings, deciding: &decisions, on: $0, body) }
  }

  init(
    _ settings: LoopSettings, deciding decisions: inout Decisions, on loop: SchedulerLoop,
    _ body: @escaping @Sendable () async throws -> Value
  ) {
    guard settings.isOnPlatform || !settings.isSchedule else {
      result = .failure(Interruption(.uncontrolled, SchedulingSupport.absence))
      (outcome, strays, observer) = (SchedulerLoop.Outcome(), [], nil)
      return
    }
    let box = ResultBox<Value>()
    outcome = loop.run(settings, deciding: &decisions, isDone: { box.result != nil }) {
      Task(name: "the body", executorPreference: loop, priority: .medium) {
        do { box.result = .success(try await body()) } catch { box.result = .failure(error) }
      }
    }
    strays = loop.strays
    result = box.result
    observer = settings.observer
  }

  /// The body's value, once everything is seen to have been under control.
  /// - Throws: what the body threw; ``Interruption`` where it did not finish or was not controlled.
  func get(_ settings: LoopSettings) throws -> Value {
    if outcome.externalWakes > 0 || !strays.isEmpty { throw uncontrolled }
    switch outcome.ending {
    case .finished: break
    case .stuck: throw deadlock
    case .stepLimit:
      let alone = outcome.stepsAlone
      let poll = alone < 1_000 ? "" : "; only one task ran in the last \(alone) of them: it waits for something that no other task will do"
      throw Interruption(
        .timedOut, "did not end within \(settings.stepLimit) steps of the schedule" + poll, origin: "steps")
    }
    guard let result else { throw deadlock }
    // Of this schedule, and not of one that comes after it.
    try CaseIssues.ofCase?.throwIfAny()
    let value = try result.get()
    if outcome.hadSeveralTasks { noteEnding() }
    return value
  }

  private var deadlock: Interruption {
    var lines = ["the body has not finished, and nothing can wake it"]
    lines += observer.map { ScheduleTrace($0).waitingLines } ?? []
    return Interruption(.deadlocked, lines.joined(separator: "\n"))
  }

  private var uncontrolled: Interruption {
    let symbols = Symbols(resumed: [], returned: strays.map(\.sites))
    var reasons = strays.map { stray in
      stray.what + (symbols.places(stray.sites).first.map { " at \($0.position)" } ?? "")
    }
    reasons = Set(reasons).sorted()
    if outcome.externalWakes > 0 {
      let count = outcome.externalWakes
      reasons.append(
        "a thread outside the schedule woke a task \(count == 1 ? "once" : "\(count) times") (a Dispatch queue, a callback, its own executor, or a task from an earlier run)"
      )
    }
    reasons += SchedulingSupport.current.missing.map { "this toolchain does not let the scheduler control \($0)" }
    if case .failure(let error)? = result { reasons.append("the body threw \(error)") }
    return Interruption(
      .uncontrolled, "the schedule is not exact: " + reasons.joined(separator: "; "))
  }
}

/// Confined to the thread of the run.
private final class ResultBox<Value>: @unchecked Sendable {
  var result: Result<Value, any Error>?
}
