import CThreads
import PropertyTesting

extension Trial {
  /// Runs `body` under a schedule of real threads, by this case's choices, and returns its result. Blocks the calling thread.
  ///
  /// The threads that `body` starts, by `Thread`, pthreads or Dispatch, run one at a time. Every point at which another thread could run is
  /// a choice of the case. The engine records, replays and shrinks it with the values that the case draws. Threads that `body` leaves
  /// running go on for up to 1,000 steps after it returns.
  /// - Throws: what `body` throws; ``/PropertyTesting/Interruption`` if it deadlocks, does not end, or if something takes part that the
  ///   scheduler does not control; ``/PropertyTesting/ExpectationFailure`` for a data race. Threads that still wait are then abandoned.
  public func schedule<Value>(_ schedules: ThreadSchedules, _ body: @escaping @Sendable () throws -> Value) throws -> Value {
    if let problem = schedules.problem { throw InvalidSetting(problem) }
    guard ct_is_supported() else {
      throw Interruption(.uncontrolled, "schedules of threads are not on this platform: they need Linux on x86-64, without ThreadSanitizer")
    }
    guard ct_is_instrumented() else { throw InvalidSetting(notInstrumented) }
    let draws = drawSchedule(isSearched: schedules.areSearched)
    if case .everyInterleaving(let preemptions, let limit) = schedules.strategy, !draws.isScripted || draws.isEnumerated {
      let before = checkpoint
      let (value, found) = try search(schedules, preemptions, limit, body) { self.restore(before) }
      guard let found else { return try value.get() }
      // Found: the same once more, as choices of the case.
      restore(before)
      return try run(schedules, ThreadDecisions(draws, following: found), body)
    }
    return try run(schedules, ThreadDecisions(draws, schedules.strategy.make(index: draws.index, seed: draws.seed)), body)
  }

  private func run<Value>(
    _ schedules: ThreadSchedules, _ decisions: ThreadDecisions, _ body: @escaping @Sendable () throws -> Value
  ) throws -> Value {
    let run = ThreadRun(schedules, deciding: decisions, isObserved: isObserved, body)
    if let record = run.record {
      if record.hasSeveralThreads {
        note(later: { record.lines(atMost: 60) })
        draw(later: { record.drawing(atMost: 60) })
      }
      keep(record.compared)
    }
    return try offTheClock { Result { try run.get(schedules) } }.get()
  }

  /// The value of the last order, or what the first that failed threw, and its switches.
  private func search<Value>(
    _ schedules: ThreadSchedules, _ preemptions: Int?, _ limit: Int, _ body: @escaping @Sendable () throws -> Value,
    rewind: () -> Void
  ) throws -> (last: Result<Value, any Error>, failing: [(point: Int, alternative: Int)]?) {
    let search = InterleavingSearch(preemptions: preemptions)
    var covered = 0
    while true {
      guard search.explored < limit else {
        throw Interruption(
          .gaveUp, "more than \(limit) schedules can differ: use fewer threads or steps, bound the preemptions, or raise the limit")
      }
      rewind()
      search.begin()
      let decisions = ThreadDecisions(searching: search)
      let run = ThreadRun(schedules, deciding: decisions, isObserved: false, body)
      let result = Result { try run.get(schedules) }
      if case .failure = result { return (result, decisions.made) }
      if search.isRedundant { covered += 1 }
      if search.end(waiting: run.waiting) { continue }
      if let preemptions {
        collect("schedules", search.explored)
        label("every schedule with at most \(preemptions) \(preemptions == 1 ? "preemption" : "preemptions")")
      } else {
        collectInterleavings(search.explored - covered, .ofThreads, outcomes: [:])
      }
      self.limit(
        "threads switch only \(schedules.granularity == .everyAccess ? "at accesses and synchronization" : "at synchronization") of "
          + "instrumented code, and every atomic shows its last value")
      return (result, nil)
    }
  }
}

private let notInstrumented = """
  no code of this process is built with the thread instrumentation, so no schedule of threads can be chosen: build the target with the \
  code under test with the flags -Xfrontend -sanitize=thread (docs/threads.md has the line for Package.swift), or everything with \
  swift test -Xswiftc -Xfrontend -Xswiftc -sanitize=thread
  """
