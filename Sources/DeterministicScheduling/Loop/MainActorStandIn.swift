/// What stands in for the main actor's executor on a run's thread.
final class MainActorStandIn: SerialExecutor, @unchecked Sendable {
  // The loop owns it and outlives it.
  unowned(unsafe) var loop: SchedulerLoop?

  func enqueue(_ job: consuming ExecutorJob) {
    loop?.add(UnownedJob(job), isOfMainActor: true)
  }
}
