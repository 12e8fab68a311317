import CScheduling

/// Whether ``runOnThisThread(stepsAfterwards:_:)`` reaches every task here: it needs hooks of the runtime, as on Linux with glibc.
package let canRunOnThisThread = ts_is_supported()

/// Runs `body` and what it starts to the end on this thread alone, in the default order, in real time.
///
/// For a process in which no other thread can help (after a `fork`, the pool that tasks run on is gone), and for code whose tasks would
/// spend more time in waking threads than in work. If nothing can ever wake the body, it waits for ever.
/// - Parameter stepsAfterwards: how many steps what the body has left may take when it has finished. What sleeps then, or waits, is
///   abandoned.
/// - Throws: what `body` throws.
package func runOnThisThread<Value: Sendable>(
  stepsAfterwards: Int = 0, _ body: @escaping @Sendable () async throws -> Value
) throws -> Value {
  var settings = LoopSettings()
  settings.isSchedule = false
  settings.isTimeVirtual = false
  settings.ignoresDispatch = true
  settings.stepLimit = .max
  settings.stepsAfterwards = stepsAfterwards
  settings.grace = .max
  var decisions = Decisions()
  let run = ScheduledRun(settings, deciding: &decisions, on: SchedulerLoop(), body)
  guard let result = run.result else { throw CancellationError() }
  return try result.get()
}
