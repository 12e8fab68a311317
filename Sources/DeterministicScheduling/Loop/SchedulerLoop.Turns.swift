import CScheduling

// The turns of actors, whose queues the loop keeps.
extension SchedulerLoop {
  /// The first job of a queue runs, on its actor.
  func runTurn(of queue: ActorQueue) {
    queue.isReady = false
    guard let entry = queue.takeFirst() else { return }
    stepTask = ts_task_id(entry.job.pointer)
    running = queue
    queue.isRunning = true
    ts_begin_turn(queue.actor)
    if let actor = queue.actor {
      if !runTurn(of: actor, for: entry.job) { noteStray("an actor is in use outside of the schedule") }
    } else {
      // With the executor that its task prefers, or the runtime takes a call from the main actor to the main
      // actor for a change of executors: a suspension where there is none.
      entry.job.runSynchronously(isolatedTo: queue.asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    }
    ts_end_turn(queue.actor)
    queue.isRunning = false
    running = nil
    stepTask = 0
    makeReady(queue)
  }

  /// Through the actor's own queue, so that a thread without this run, which may use it too, is kept out meanwhile. False if it is busy.
  private func runTurn(of actor: UnsafeMutableRawPointer, for job: UnownedJob) -> Bool {
    ts_enqueue(job.pointer, actor)
    guard let turn = strayTurns.popLast() else { return false }
    runWhole(turn, for: job)
    return true
  }

  /// Tasks that came onto an actor's own queue, as when one resumes a continuation there, come onto the queue that is kept here.
  func settle() {
    while let turn = strayTurns.popLast() { runWhole(turn, for: nil) }
  }

  /// A turn in which no task runs but that of `job`.
  private func runWhole(_ turn: UnownedJob, for job: UnownedJob?) {
    state.pointee.diverts = true
    state.pointee.depth = 0
    state.pointee.expected = job?.pointer
    turn.runSynchronously(on: asUnownedTaskExecutor())
    state.pointee.diverts = false
  }

  func arrive(_ job: UnownedJob, _ owner: UInt64, at queue: ActorQueue) {
    // The main actor knows no priorities.
    let priority = queue.actor == nil ? 0 : ts_priority(job.pointer)
    queue.add(ActorQueue.Entry(job: job, owner: owner, priority: priority, step: recorder?.stepNumber))
    recorder?.arrives(job, at: queue, priority: priority)
    makeReady(queue)
  }

  func makeReady(_ queue: ActorQueue) {
    guard let first = queue.entries.first, !queue.isHeld, !queue.isRunning else { return }
    let turn = ReadyJob(job: nil, queue: queue, owner: first.owner)
    if !queue.isReady {
      queue.isReady = true
      ready.append(turn)
    } else if let place = ready.firstIndex(where: { $0.job == nil && $0.queue === queue }) {
      // One of a higher priority may have come.
      ready[place] = turn
    }
  }

  func queue(of actor: UnsafeMutableRawPointer) -> ActorQueue {
    actor == state.pointee.main_executor.identity ? mainActor : queues.queue(of: actor, in: self)
  }
}
