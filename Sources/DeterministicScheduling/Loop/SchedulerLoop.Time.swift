import CScheduling

// Timers, and time that passes.
extension SchedulerLoop {
  /// Takes a job in that is to run later, from this thread or from any other: an actor with an executor of
  /// its own may call `Task.sleep`.
  func addTimer(_ job: UnownedJob, after nanoseconds: Int64) {
    guard ts_current() == state else { return post(job, delay: nanoseconds) }
    let (own, current) = (ts_task_id(job.pointer), ts_current_task_id())
    if own != 0, current != 0, own != current { sleepers[own] = current }
    timers.add(job, owner: owner(of: job), due: now.addingClamped(max(0, nanoseconds)))
    recorder?.addsTimer(job)
  }

  /// Goes on to the time of the next timer; waits until then where time is real. False without a timer.
  func advanceTime(_ settings: LoopSettings) -> Bool {
    guard let due = timers.nextDue else { return false }
    recorder?.timePasses()
    if settings.isTimeVirtual {
      state.pointee.now = max(state.pointee.now, min(due, Self.endOfTime))
    } else {
      let wait = due - realTime()
      if wait > 0 && waitForMail(wait) { return true }
    }
    for timer in timers.take(upTo: due) {
      ready.append(ReadyJob(job: timer.job, queue: nil, owner: timer.owner))
    }
    wakeWaiters(after: nil)
    return true
  }

  /// Waits, in real time, for another thread to wake a task.
  func waitForMail(_ nanoseconds: Int64) -> Bool {
    let wasVirtual = state.pointee.has_virtual_clock
    state.pointee.has_virtual_clock = false
    defer { state.pointee.has_virtual_clock = wasVirtual }
    return inbox.wait(nanoseconds)
  }

  /// The calling code sleeps in the middle of a step: time passes for this code alone.
  func passTime(_ nanoseconds: UInt64) {
    state.pointee.now = min(state.pointee.now.addingClamped(Int64(clamping: nanoseconds)), Self.endOfTime)
  }

  /// Some 200 years: clocks count from later than 0, and may not overflow. Sleeps for longer end then.
  private static let endOfTime: Int64 = 200 * 365 * 86_400 * 1_000_000_000
}
