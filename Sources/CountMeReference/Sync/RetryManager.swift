/// Runs an operation again while it fails in a way that may pass.
///
/// It has no state: the attempts are counted anew in every call, so that an operation on an entity
/// whose last one failed for good gets its retries all the same.
public struct RetryManager: Sendable {
  private let policy: RetryPolicy
  private let clock: any Clock<Duration>

  /// - Parameter clock: the delays are slept on it.
  public init(policy: RetryPolicy = RetryPolicy(), clock: any Clock<Duration>) {
    self.policy = policy
    self.clock = clock
  }

  /// What `operation` returns, at the first attempt that does not throw.
  /// - Parameter operationId: the seed's label of the operation, for its reader; it counts nothing.
  /// - Throws: a non-retryable error of `operation` at once and as it is, see ``RetryableError``;
  ///   ``SyncError/maxRetriesExceeded`` after the last attempt; `CancellationError` when the task is
  ///   cancelled while it waits, or when `operation` throws it.
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
