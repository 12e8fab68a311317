import Dispatch
import Foundation
import Synchronization

/// A thread of its own for asynchronous code that may block: the calls of one store.
///
/// A task that prefers it runs here, and so does what it calls: structured child tasks, functions without an actor,
/// and default actors. So a store that waits in the middle of a transaction, for the script's next step or for a
/// database's lock, keeps no thread of the cooperative pool, of which there may be two. What the store starts beside it
/// (a `Task {}` that reads a pipe) stays with the pool, and goes on while this thread waits.
final class OverlapThread: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var isOver = false
  }

  private let state = Mutex(State())
  private let bell = DispatchSemaphore(value: 0)

  /// Starts a thread that runs `body` to its end.
  static func start(_ body: @escaping @Sendable () async -> Void) {
    let executor = OverlapThread()
    let thread = Thread { executor.run(body) }
    thread.stackSize = 4 << 20
    thread.start()
  }

  private func run(_ body: @escaping @Sendable () async -> Void) {
    Task(executorPreference: self) { [self] in
      await body()
      state.withLock { $0.isOver = true }
      bell.signal()
    }
    while true {
      bell.wait()
      let (jobs, isOver) = state.withLock { state in
        defer { state.jobs = [] }
        return (state.jobs, state.isOver)
      }
      for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
      if isOver { return }
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isTaken = state.withLock { state in
      if !state.isOver { state.jobs.append(job) }
      return !state.isOver
    }
    // An actor's turn that was asked for when the body was over belongs to whoever asked.
    if isTaken { bell.signal() } else { globalConcurrentExecutor.enqueue(ExecutorJob(job)) }
  }
}
