import Foundation

/// A way to get over an error without the user.
public protocol ErrorRecoveryStrategy: Sendable {
  func canRecover(from error: AppError) -> Bool
  /// - Throws: the error itself where it cannot be recovered from; else the last one met, or
  ///   `CancellationError`.
  func recover(from error: AppError) async throws
}

/// Does a request again, up to three times, after 1, 2 and 4 seconds. Every attempt that fails is logged;
/// the user hears of none of them.
public struct NetworkErrorRecovery: ErrorRecoveryStrategy {
  public static let delays: [Duration] = [.seconds(1), .seconds(2), .seconds(4)]

  private let operation: String
  private let request: @Sendable () async throws -> Void
  private let clock: any Clock<Duration>
  private let log: any ErrorLog
  private let now: @Sendable () -> Date

  /// - Parameter operation: what is requested, for the log.
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

  /// Network errors that are marked as retryable.
  public func canRecover(from error: AppError) -> Bool {
    guard case .network(_, let retryable) = error else { return false }
    return retryable
  }

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
