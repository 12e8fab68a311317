import Foundation

/// How the properties make the log, the presenter and the retries of errors: one closure for each component.
public struct ErrorSystem: Sendable {
  /// Makes a log that keeps `capacity` entries and none of the secrets.
  public var makeLog: @Sendable (_ capacity: Int, _ secrets: [String]) -> any ErrorLog
  /// Makes a presenter that writes every error to `log`, with the date from `now`.
  public var makePresenter:
    @MainActor @Sendable (_ log: any ErrorLog, _ now: @escaping @Sendable () -> Date) -> any ErrorPresenting
  /// Makes a view model that loads a list.
  public var makeLoader: @MainActor @Sendable (LoaderSetup) -> any ListLoading
  /// Makes the automatic recovery of a request.
  public var makeRecovery: @Sendable (RecoverySetup) -> any ErrorRecoveryStrategy
  /// Returns what an error of the app, or of a part beneath it, says about itself.
  public var report: @Sendable (any Error) -> ErrorReport
  /// Whether the first severity is lower than the second.
  public var isLessSevere: @Sendable (ErrorSeverity, ErrorSeverity) -> Bool
  /// Makes the call and returns the error that it throws. It is nil if the call succeeds.
  public var refusal: @Sendable (CheckedCall) -> (any Error)?

  /// The components of the reference core.
  public static let reference = ErrorSystem(
    makeLog: { DiagnosticLog(capacity: $0, secrets: $1) },
    makePresenter: { ErrorPresenter(log: $0, now: $1) },
    makeLoader: { LoadModel(operation: $0.operation, presenter: $0.presenter, fetch: $0.fetch) },
    makeRecovery: {
      NetworkErrorRecovery(
        operation: $0.operation, clock: $0.clock, log: $0.log, now: $0.now, request: $0.request)
    },
    report: { ErrorReport($0) }, isLessSevere: { $0 < $1 }, refusal: { $0.refusal })
}

/// The parts that a view model of a list is made from.
public struct LoaderSetup: Sendable {
  /// Names the operation for the user and the log, such as "load prices".
  public var operation: String
  /// Shows the failures.
  public var presenter: any ErrorPresenting
  /// Loads the list. The view model calls it once for each load.
  public var fetch: @Sendable () async throws -> [String]

  /// Creates a setup from its parts.
  public init(
    operation: String, presenter: any ErrorPresenting, fetch: @escaping @Sendable () async throws -> [String]
  ) {
    self.operation = operation
    self.presenter = presenter
    self.fetch = fetch
  }
}

/// The parts that the automatic recovery of a request is made from.
public struct RecoverySetup: Sendable {
  /// Names the request in the log.
  public var operation: String
  /// The clock for the delays between attempts.
  public var clock: any Clock<Duration>
  /// Records every attempt that fails.
  public var log: any ErrorLog
  /// Returns the date for the log entries.
  public var now: @Sendable () -> Date
  /// Sends the request. It throws if the attempt fails.
  public var request: @Sendable () async throws -> Void

  /// Creates a setup from its parts.
  public init(
    operation: String, clock: any Clock<Duration>, log: any ErrorLog, now: @escaping @Sendable () -> Date,
    request: @escaping @Sendable () async throws -> Void
  ) {
    self.operation = operation
    self.clock = clock
    self.log = log
    self.now = now
    self.request = request
  }
}
