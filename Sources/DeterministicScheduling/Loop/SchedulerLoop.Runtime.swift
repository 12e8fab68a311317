import CScheduling
import PropertyTesting

extension SchedulerLoop {
  /// Points the runtime's callbacks at this loop.
  func connect() {
    _ = ts_install_hooks()
    // The hooks fix the order of hash tables. The engine, which changes it too, has to know.
    HashOrder.keepForGood()
    state.pointee.global_executor = rawExecutor(globalConcurrentExecutor.asUnownedTaskExecutor())
    state.pointee.sleep = { context, nanoseconds in loop(context)?.passTime(nanoseconds) }
  }

  /// Takes the tasks that are created and the main actor's jobs, or leaves them alone.
  func takeOver(_ isTaken: Bool) {
    state.pointee.task_executor = isTaken ? rawExecutor(asUnownedTaskExecutor()) : ts_executor()
    state.pointee.main_executor =
      isTaken ? rawExecutor(mainActor.asUnownedSerialExecutor()) : ts_executor()
    guard isTaken else {
      state.pointee.enqueue_global = nil
      state.pointee.enqueue_after = nil
      return
    }
    state.pointee.enqueue_global = { context, job in
      loop(context)?.add(unsafeBitCast(job, to: UnownedJob.self))
    }
    state.pointee.enqueue_after = { context, job, delay in
      loop(context)?.addTimer(unsafeBitCast(job, to: UnownedJob.self), after: Int64(clamping: delay))
    }
  }

  /// Takes the place of the system's random numbers, or not.
  func controlRandomness(_ isControlled: Bool) {
    guard isControlled else {
      state.pointee.fill_random = nil
      return
    }
    state.pointee.fill_random = { context, buffer, count in
      loop(context)?.fillRandom(UnsafeMutableRawBufferPointer(start: buffer, count: count))
    }
  }

  /// Has Dispatch tell of work for its threads, or not.
  func watchDispatch(_ isWatched: Bool) {
    guard isWatched else {
      state.pointee.dispatched = nil
      return
    }
    state.pointee.dispatched = { context, function, sites, depth in
      let function = String(cString: function)
      loop(context)?.noteStray(
        function == "pthread_create" ? "the code starts a thread" : "the code hands work to Dispatch's own threads with \(function)",
        at: (0..<Int(depth)).compactMap { sites[$0].map { UInt(bitPattern: $0) } })
    }
  }

  /// Has the runtime tell of tasks that are created, begin to run on the thread, and finish; or not.
  func observe(_ isObserved: Bool) {
    guard isObserved else {
      state.pointee.task_created = nil
      state.pointee.task_finished = nil
      state.pointee.task_entered = nil
      return
    }
    state.pointee.task_created = { context, task, group, name, sites, depth in
      loop(context)?.observer?.created(
        task: task, group: group, name: name.map { String(cString: $0) },
        sites: (0..<Int(depth)).compactMap { sites[$0].map { UInt(bitPattern: $0) } })
      loop(context)?.recorder?.created(task: task, group: group)
    }
    state.pointee.task_finished = { context, initial in
      loop(context)?.observer?.finished(initial)
      loop(context)?.recorder?.finished(initial)
    }
    state.pointee.task_entered = { context in
      loop(context)?.observer?.entered()
      loop(context)?.recorder?.entered()
    }
  }

  /// Has the runtime tell of what each step touches, or not.
  func record(_ isRecorded: Bool) {
    guard isRecorded else {
      state.pointee.actor_made = nil
      state.pointee.task_awaits = nil
      state.pointee.cancellation_used = nil
      state.pointee.lock_taken = nil
      return
    }
    state.pointee.actor_made = { loop($0)?.recorder?.made(actor: $1) }
    state.pointee.task_awaits = { loop($0)?.recorder?.awaits($1) }
    state.pointee.cancellation_used = { loop($0)?.recorder?.usesCancellation(of: $1, isRead: $2) }
    state.pointee.lock_taken = { loop($0)?.recorder?.takes(lock: UInt(bitPattern: $1)) }
  }

  /// Takes the queues of actors, or leaves them to the runtime.
  func keepQueues(_ areKept: Bool) {
    guard areKept else {
      state.pointee.queue_of = nil
      return
    }
    state.pointee.queue_of = { context, actor in
      loop(context).map { rawExecutor($0.queue(of: actor).asUnownedSerialExecutor()) } ?? ts_executor(identity: actor, implementation: 0)
    }
  }
}

/// The loop of a run.
func loop(_ context: UnsafeMutableRawPointer?) -> SchedulerLoop? {
  context.map { Unmanaged<SchedulerLoop>.fromOpaque($0).takeUnretainedValue() }
}

extension UnownedJob {
  /// The job as the runtime holds it.
  var pointer: UnsafeMutableRawPointer { unsafeBitCast(self, to: UnsafeMutableRawPointer.self) }
}

/// An executor as the runtime holds it: two words, the object and its witness table.
func rawExecutor<Executor>(_ executor: Executor) -> ts_executor {
  withUnsafeBytes(of: executor) { bytes in
    guard bytes.count == MemoryLayout<ts_executor>.size else { return ts_executor() }
    return bytes.loadUnaligned(as: ts_executor.self)
  }
}
