/// Runs `body` and what it starts to the end on this thread alone, in the default order, in real time.
///
/// For a process in which no other thread can help: after a `fork`, the pool that tasks run on is gone.
/// Where nothing can ever wake the body, it waits for ever.
/// - Throws: what `body` throws.
package func runOnThisThread<Value: Sendable>(
  _ body: @escaping @Sendable () async throws -> Value
) throws -> Value {
  var settings = LoopSettings()
  settings.isTimeVirtual = false
  settings.stepLimit = .max
  settings.stepsAfterwards = 0
  settings.grace = .max
  var decisions = Decisions()
  let run = ScheduledRun(settings, deciding: &decisions, on: SchedulerLoop(), body)
  guard let result = run.result else { throw CancellationError() }
  return try result.get()
}
