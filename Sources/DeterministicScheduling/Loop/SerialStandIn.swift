/// What stands in for a serial executor on a run's thread: for the main actor's, and for the place at which calls that may overtake each
/// other stop on their way to an actor.
final class SerialStandIn: SerialExecutor, @unchecked Sendable {
  // The loop owns it and outlives it.
  unowned(unsafe) var loop: SchedulerLoop?
  /// Whether one of its jobs is running.
  var isRunning = false

  func enqueue(_ job: consuming ExecutorJob) {
    loop?.add(UnownedJob(job), on: self)
  }

  /// Answers questions about the main actor's executor: on Linux the runtime's own executor cannot answer them.
  func isIsolatingCurrentContext() -> Bool? { isRunning }
}
