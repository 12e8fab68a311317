import CountMeReference
import PropertyTesting
import Synchronization

/// An operation that fails so often, run by a policy with so many retries, and the specified delays or others.
struct RetryTrial: Sendable {
  let failures: Int
  let retries: Int
  /// The attempt during which the task is cancelled, if any. The attempt itself fails all the same.
  let cancelledAttempt: Int?
  /// The first delay and the longest, in seconds. Nil: those of the requirement.
  var ownDelays: (first: Int, longest: Int)?

  struct Found: Sendable, Equatable {
    let attempts: Int
    let delays: [Duration]
    let error: String?
  }

  /// 1, 2, 4, 8 and 16 seconds, and never more than 30; a task that is cancelled does not wait, and tries no more.
  var expected: Found {
    let (first, longest) = ownDelays ?? (1, 30)
    let delays = (0..<min(failures, retries)).map { Duration.seconds(min(longest, first << min($0, 8))) }
    if let cancelledAttempt, cancelledAttempt <= delays.count {
      let waited = Array(delays.prefix(cancelledAttempt - 1))
      return Found(attempts: cancelledAttempt, delays: waited, error: describe(CancellationError()))
    }
    let error = failures > retries ? describe(SyncError.maxRetriesExceeded) : nil
    return Found(attempts: delays.count + 1, delays: delays, error: error)
  }
}

extension RetryTrial {
  fileprivate var policy: RetryPolicy {
    guard let ownDelays else { return RetryPolicy(maxRetries: retries) }
    return RetryPolicy(maxRetries: retries, baseDelay: .seconds(ownDelays.first), maxDelay: .seconds(ownDelays.longest))
  }
}

extension SyncApp {
  func run(_ trial: RetryTrial) async throws -> RetryTrial.Found {
    let sleepsBefore = clock.sleeps.count
    let attempts = Mutex(0)
    let retry = retry
    // A task of its own: it may be cancelled.
    let task = Task {
      try await retry(trial.policy) {
        let attempt = attempts.withLock { count in
          count += 1
          return count
        }
        if attempt == trial.cancelledAttempt { withUnsafeCurrentTask { $0?.cancel() } }
        if attempt <= trial.failures { throw TransientFailure() }
      }
    }
    var failure: String?
    do { try await task.value } catch { failure = describe(error) }
    return RetryTrial.Found(
      attempts: attempts.withLock { $0 }, delays: Array(clock.sleeps.dropFirst(sleepsBefore)), error: failure)
  }
}
