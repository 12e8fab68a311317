import Foundation

/// What a whole process shares, behind a lock that a fork leaves usable.
///
/// A process may be copied while another of its threads holds a lock. In the copy that thread does not exist: a `Mutex` ends
/// the process when it finds such an owner. Here the thread that forks takes the lock first, so that both processes find
/// it free and the value whole (`pthread_atfork`, POSIX.1). All values share one lock: hold it briefly, and take no other inside.
package final class ForkSafe<Value>: @unchecked Sendable {
  // Read and changed under the lock alone.
  private var value: Value

  package init(_ value: Value) {
    self.value = value
  }

  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(forkSafeLock)
    defer { pthread_mutex_unlock(forkSafeLock) }
    return try body(&value)
  }
}

/// Made once, and never taken down.
private nonisolated(unsafe) let forkSafeLock: UnsafeMutablePointer<pthread_mutex_t> = {
  let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  pthread_mutex_init(lock, nil)
  pthread_atfork(
    { pthread_mutex_lock(forkSafeLock) }, { pthread_mutex_unlock(forkSafeLock) },
    { pthread_mutex_unlock(forkSafeLock) })
  return lock
}()
