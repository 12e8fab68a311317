/// What stands in for the main actor's executor on a run's thread.
final class MainActorStandIn: SerialExecutor, @unchecked Sendable {
  // The loop owns it and outlives it.
  unowned(unsafe) var loop: SchedulerLoop?
  /// Whether one of its jobs is running.
  var isRunning = false

  func enqueue(_ job: consuming ExecutorJob) {
    loop?.add(UnownedJob(job), isOfMainActor: true)
  }

  /// Answers whoever asks the main actor's executor: on Linux the runtime's own says that it does not know.
  func isIsolatingCurrentContext() -> Bool? { isRunning }
}
