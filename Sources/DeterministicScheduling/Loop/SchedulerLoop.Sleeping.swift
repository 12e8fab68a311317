#if compiler(>=6.3) && os(Linux) && !TOUCHSTONE_PUBLIC_SCHEDULING
  @_spi(ExperimentalScheduling) import _Concurrency
#endif
import CScheduling

#if compiler(>=6.3) && os(Linux) && !TOUCHSTONE_PUBLIC_SCHEDULING
  /// How `Task.sleep` finds the clock of the executor that a task runs on.
  extension SchedulerLoop: SchedulingExecutor {
    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      addTimer(UnownedJob(job), after: nanoseconds(delay))
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
      addTimer(UnownedJob(job), after: nanoseconds(clock.now.duration(to: instant)))
    }

    private func nanoseconds<D: DurationProtocol>(_ duration: D) -> Int64 {
      guard let duration = duration as? Swift.Duration else {
        if ts_current() == state { noteStray("a task sleeps on a clock that measures in \(D.self)") }
        return 0
      }
      return duration.nanosecondsClamped
    }
  }
#endif
