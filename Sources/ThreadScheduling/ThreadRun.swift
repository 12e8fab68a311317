import CThreads
import DeterministicScheduling
import PropertyTesting

/// One run of a body under a schedule of threads.
struct ThreadRun<Value> {
  /// What the body returned or threw; nil if it did not finish.
  let result: Result<Value, any Error>?
  let outcome: ct_outcome
  /// What was seen of the run.
  let record: ThreadRecord?
  let waiting: [InterleavingSearch.Operation]

  /// - Parameter isObserved: whether the run is reported, and its steps are kept.
  init(
    _ schedules: ThreadSchedules, deciding decisions: ThreadDecisions, isObserved: Bool, _ body: @escaping @Sendable () throws -> Value
  ) {
    ct_hold()
    defer { ct_let_go() }
    let box = ThreadBox<Value>()
    let runner = BodyRunner()
    // As a task, the body has the task-local values of its caller.
    Task(executorPreference: runner) { box.result = Result { try body() } }
    var settings = ct_settings(
      choose: { context, alternatives, count in
        guard let context else { return 0 }
        let decisions = Unmanaged<ThreadDecisions>.fromOpaque(context).takeUnretainedValue()
        return Int32(decisions.choose(UnsafeBufferPointer(start: alternatives, count: Int(count))))
      },
      fill_random: { context, buffer, count in
        guard let context else { return }
        let decisions = Unmanaged<ThreadDecisions>.fromOpaque(context).takeUnretainedValue()
        decisions.fillRandom(UnsafeMutableRawBufferPointer(start: buffer, count: count))
      },
      context: Unmanaged.passUnretained(decisions).toOpaque(), asks_always: decisions.isSearched,
      every_access: schedules.granularity == .everyAccess, detects_races: schedules.failsDataRaces,
      timers_race: schedules.timersRace, shows_stale_values: schedules.showsStaleValues, is_observed: isObserved,
      step_limit: Int64(schedules.stepLimit),
      step_milliseconds: max(1, schedules.stepTimeLimit.components.seconds) * 1000)
    outcome = withExtendedLifetime((decisions, runner)) {
      ct_run(
        &settings, { context in
          guard let context else { return }
          Unmanaged<BodyRunner>.fromOpaque(context).takeUnretainedValue().run()
        }, Unmanaged.passUnretained(runner).toOpaque())
    }
    result = box.result
    waiting = (0..<ct_waiting_count()).map { InterleavingSearch.Operation(ct_waiting_at($0)) }
    record = isObserved ? ThreadRecord(outcome) : nil
  }

  /// The body's value, once nothing stands against it.
  /// - Throws: what the body threw; ``Interruption`` if it did not finish or was not controlled; ``ExpectationFailure`` for a data race.
  func get(_ schedules: ThreadSchedules) throws -> Value {
    if let escape = outcome.escape {
      let place = outcome.escape_place.flatMap { ThreadPlaces([[UInt(bitPattern: $0)]]).position(UInt(bitPattern: $0)) }
      throw Interruption(
        .uncontrolled, "the schedule is not exact: \(String(cString: escape))" + (place.map { " at \($0)" } ?? ""))
    }
    if schedules.failsDataRaces, outcome.has_race { throw ThreadFailure.race(outcome, record) }
    if outcome.misuse != nil { throw ThreadFailure.misuse(outcome) }
    switch Int(outcome.ending) {
    case ct_finished: break
    case ct_stuck:
      let lines = record?.waitingLines ?? []
      throw Interruption(.deadlocked, (["the body has not finished, and no thread can go on"] + lines).joined(separator: "\n"))
    case ct_livelock:
      let lines = record?.waitingLines ?? []
      throw Interruption(
        .timedOut, (["livelock: threads look again and again at what no other thread will change"] + lines).joined(separator: "\n"),
        origin: "livelock")
    case ct_too_long:
      throw Interruption(.timedOut, "did not end within \(schedules.stepLimit) steps of the schedule", origin: "steps")
    case ct_blocked_outside:
      throw Interruption(.uncontrolled, outsideWords(schedules), origin: "outside")
    default: throw Interruption(.uncontrolled, "the system has no more threads to give")
    }
    guard let result else { throw Interruption(.deadlocked, "the body has not finished, and no thread can go on") }
    try CaseIssues.ofCase?.throwIfAny()
    let value = try result.get()
    if outcome.threads > 1 { noteEnding() }
    return value
  }

  private func outsideWords(_ schedules: ThreadSchedules) -> String {
    let what = outcome.system_call == -1 ? "computes without a point" : "waits in the kernel (system call \(outcome.system_call))"
    let running = record?.running.map { " \($0)" } ?? ""
    return "a step has taken longer than \(schedules.stepTimeLimit): the thread\(running) \(what), which no schedule controls"
  }
}

/// Written by the body's thread, whose run the reader waits for.
private final class ThreadBox<Value>: @unchecked Sendable {
  var result: Result<Value, any Error>?
}

/// Keeps the body's one job until a thread of the run takes it.
private final class BodyRunner: TaskExecutor, @unchecked Sendable {
  private var job: UnownedJob?

  func enqueue(_ job: consuming ExecutorJob) { self.job = UnownedJob(job) }

  func run() { job?.runSynchronously(on: asUnownedTaskExecutor()) }
}
