import Foundation

/// Recovers from an error without the user.
public protocol ErrorRecoveryStrategy: Sendable {
  /// Whether it is worth trying to recover from this error.
  func canRecover(from error: AppError) -> Bool
  /// Tries to recover from the error. If this returns, it has succeeded.
  /// - Throws: the error itself if it cannot be recovered from; otherwise the last error that occurred, or
  ///   `CancellationError`.
  func recover(from error: AppError) async throws
}

/// Repeats a request up to three times, after 1, 2 and 4 seconds. It logs every attempt that fails, and it shows none of
/// them to the user.
public struct NetworkErrorRecovery: ErrorRecoveryStrategy {
  /// The delay before each attempt.
  public static let delays: [Duration] = [.seconds(1), .seconds(2), .seconds(4)]

  private let operation: String
  private let request: @Sendable () async throws -> Void
  private let clock: any Clock<Duration>
  private let log: any ErrorLog
  private let now: @Sendable () -> Date

  /// Creates a recovery for one request.
  /// - Parameter operation: Names the request in the log.
  public init(
    operation: String, clock: any Clock<Duration>, log: any ErrorLog, now: @escaping @Sendable () -> Date,
    request: @escaping @Sendable () async throws -> Void
  ) {
    self.operation = operation
    self.request = request
    self.clock = clock
    self.log = log
    self.now = now
  }

  /// True only for network errors that are marked as retryable.
  public func canRecover(from error: AppError) -> Bool {
    guard case .network(_, let retryable) = error else { return false }
    return retryable
  }

  /// Repeats the request after each delay until it succeeds or fails with an error that cannot be recovered from.
  /// - Throws: `error` itself, at once, if it cannot be recovered from; otherwise the error of the last attempt, or
  ///   `CancellationError`.
  public func recover(from error: AppError) async throws {
    guard canRecover(from: error) else { throw error }
    var last = error
    for delay in Self.delays {
      try await clock.sleep(for: delay)
      do {
        return try await request()
      } catch let cancellation as CancellationError {
        throw cancellation
      } catch {
        last = AppError(error)
        log.record(error, severity: last.severity, context: operation, at: now())
        guard canRecover(from: last) else { break }
      }
    }
    throw last
  }
}
