import Foundation

/// Runs asynchronous code, and all the tasks, actors and sleeps that it starts, on the calling thread until the code has finished.
package typealias ThreadDriver = @Sendable (_ body: @escaping @Sendable () async -> Void) -> Void

/// Runs blocks of cases on threads of their own, of which each runs all tasks of its cases. Gives what ``sweepInParallel(_:jobs:_:)`` does.
///
/// The threads that tasks share wake each other for nearly every hop, also to the main actor, and a core that sleeps is slow to wake:
/// cases that hop often took as long with two workers as with one.
func sweepOnThreads(
  _ blocks: [Range<Int>], jobs: Int, _ driver: @escaping ThreadDriver, _ sweep: @escaping @Sendable (Range<Int>) async -> Sweep
) async -> [(Range<Int>, Sweep)] {
  let progress = SweepProgress(blockCount: blocks.count)
  await withTaskCancellationHandler {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<min(jobs, blocks.count) {
        group.addTask {
          await onThreadOfItsOwn {
            driver { while let block = progress.take() { progress.finish(block, await sweep(blocks[block])) } }
          }
        }
      }
    }
  } onCancel: {
    progress.stop()
  }
  return progress.results(of: blocks)
}

/// Calls `body` on a new thread, with as much stack as the main one has: it may wait as long as it likes, which
/// a thread of the cooperative pool may not. It has the task-local values of the caller.
func onThreadOfItsOwn<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
  #if os(WASI)
    // The only thread there is.
    return body()
  #else
    await Task(executorPreference: NewThreads()) { body() }.value
  #endif
}

#if !os(WASI)
  /// Runs each job on a new thread.
  private final class NewThreads: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      let thread = Thread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
      thread.stackSize = 8 << 20
      thread.start()
    }
  }
#endif
