import Dispatch

/// Runs an asynchronous body in a task, blocks the calling thread until it has ended, and returns what it returned.
///
/// For the body of a schedule of threads, which is synchronous: the task and those that it starts take part in the schedule.
///
///     try check("no deposit is lost", scheduled: .threads) {
///       let balance = try waitForTask { await account.deposit(3) … }
///
/// Elsewhere, do not call it on a thread of the tasks' pool: it has few, and waits for one of them.
/// - Throws: what `body` throws.
public func waitForTask<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
  let box = TaskBox<Value>()
  let done = DispatchSemaphore(value: 0)
  Task {
    do { box.result = .success(try await body()) } catch { box.result = .failure(error) }
    done.signal()
  }
  done.wait()
  guard let result = box.result else { throw CancellationError() }
  return try result.get()
}

/// Written before the semaphore is signalled, and read after.
private final class TaskBox<Value: Sendable>: @unchecked Sendable {
  var result: Result<Value, any Error>?
}
