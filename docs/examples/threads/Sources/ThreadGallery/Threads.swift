import Foundation

/// Runs each part in a thread of its own, in the order in which they stand.
///
/// - Returns: what the parts returned, in the same order, after all threads have ended.
@discardableResult
func inThreads<Value>(_ parts: (@Sendable () -> Value)...) -> [Value] {
  let started = parts.map(StartedThread.init)
  return started.compactMap { $0.join() }
}

/// A POSIX thread: unlike `Thread`, it can be waited for.
final class StartedThread<Value>: @unchecked Sendable {
  private let part: @Sendable () -> Value
  private var result: Value?
  private var handle = pthread_t()

  init(_ part: @escaping @Sendable () -> Value) {
    self.part = part
    pthread_create(
      &handle, nil,
      { argument in
        argument.map { Unmanaged<ErasedThread>.fromOpaque($0).takeRetainedValue().run() }
        return nil
      }, Unmanaged.passRetained(ErasedThread { [self] in result = part() }).toOpaque())
  }

  /// Waits until the thread has ended.
  func join() -> Value? {
    pthread_join(handle, nil)
    return result
  }
}

private final class ErasedThread {
  let run: () -> Void
  init(_ run: @escaping () -> Void) { self.run = run }
}

/// Runs each part in a task, in the order in which they stand, and blocks the calling thread until all have ended.
func inTasks(_ parts: (@Sendable () async -> Void)...) {
  let done = DispatchSemaphore(value: 0)
  for part in parts {
    Task {
      await part()
      done.signal()
    }
  }
  for _ in parts { done.wait() }
}
