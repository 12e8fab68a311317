/// Repeats an operation as long as it fails with errors that may be temporary.
///
/// The manager has no state. Every call counts its attempts from 0, so an operation gets all its retries even if the
/// last operation on the same entity failed for good.
public struct RetryManager: Sendable {
  private let policy: RetryPolicy
  private let clock: any Clock<Duration>

  /// - Parameter clock: the clock on which the manager sleeps before each retry.
  public init(policy: RetryPolicy = RetryPolicy(), clock: any Clock<Duration>) {
    self.policy = policy
    self.clock = clock
  }

  /// Returns the result of the first attempt that does not throw.
  /// - Parameter operationId: the seed's label of the operation, for readers of the code. The manager does not use it.
  /// - Throws: a non-retryable error of `operation`, unchanged and at once (see ``RetryableError``);
  ///   ``SyncError/maxRetriesExceeded`` after the last attempt; `CancellationError` if the task is cancelled while it
  ///   waits, or if `operation` throws it.
  public func executeWithRetry<Result: Sendable>(
    operationId: String, operation: @Sendable () async throws -> Result
  ) async throws -> Result {
    var failures = 0
    while true {
      do {
        return try await operation()
      } catch {
        guard SyncError.isRetryable(error) else { throw error }
        failures += 1
        guard let delay = policy.delay(afterFailures: failures) else {
          throw SyncError.maxRetriesExceeded
        }
        try await clock.sleep(for: delay)
      }
    }
  }
}
