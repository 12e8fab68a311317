import Foundation
import Synchronization

/// Runs tasks on one thread of its own, which may wait as long as it likes: the threads that all other tasks share
/// are few.
package final class ThreadExecutor: TaskExecutor {
  private let state = Mutex(State())
  private let changed = NSCondition()

  private struct State {
    var jobs: [UnownedJob] = []
    var isFinished = false
  }

  /// Runs `body` on a thread that is there for it alone.
  package static func run(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    let executor = ThreadExecutor()
    let thread = Thread { executor.work() }
    thread.stackSize = 8 << 20
    thread.start()
    return Task(executorPreference: executor) {
      await body()
      executor.finish()
    }
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { $0.jobs.append(job) }
    tell()
  }

  private func finish() {
    state.withLock { $0.isFinished = true }
    tell()
  }

  private func tell() {
    changed.lock()
    changed.signal()
    changed.unlock()
  }

  private func work() {
    while true {
      let (job, isFinished) = state.withLock { state in
        (state.jobs.isEmpty ? nil : state.jobs.removeFirst(), state.isFinished)
      }
      if let job {
        job.runSynchronously(on: asUnownedTaskExecutor())
      } else if isFinished {
        return
      } else {
        changed.lock()
        while state.withLock({ $0.jobs.isEmpty && !$0.isFinished }) { changed.wait() }
        changed.unlock()
      }
    }
  }
}
