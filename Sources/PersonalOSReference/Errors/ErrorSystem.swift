import Foundation

/// Presenting, logging and retrying errors, as the properties see it: a factory for each component.
public struct ErrorSystem: Sendable {
  /// A log that keeps so many entries and none of these secrets.
  public var makeLog: @Sendable (_ capacity: Int, _ secrets: [String]) -> any ErrorLog
  /// A presenter that writes down what it is given.
  public var makePresenter:
    @MainActor @Sendable (_ log: any ErrorLog, _ now: @escaping @Sendable () -> Date) -> any ErrorPresenting
  public var makeLoader: @MainActor @Sendable (LoaderSetup) -> any ListLoading
  public var makeRecovery: @Sendable (RecoverySetup) -> any ErrorRecoveryStrategy
  /// What an error of the app or of a part beneath it says of itself.
  public var report: @Sendable (any Error) -> ErrorReport
  /// Whether the first is less severe than the second.
  public var isLessSevere: @Sendable (ErrorSeverity, ErrorSeverity) -> Bool
  /// What a call throws that has to be refused; nil for any other.
  public var refusal: @Sendable (CheckedCall) -> (any Error)?

  /// The reference.
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

/// What a view model that loads a list is made of.
public struct LoaderSetup: Sendable {
  public var operation: String
  public var presenter: any ErrorPresenting
  public var fetch: @Sendable () async throws -> [String]

  public init(
    operation: String, presenter: any ErrorPresenting, fetch: @escaping @Sendable () async throws -> [String]
  ) {
    self.operation = operation
    self.presenter = presenter
    self.fetch = fetch
  }
}

/// What automatic recovery of a request is made of.
public struct RecoverySetup: Sendable {
  public var operation: String
  public var clock: any Clock<Duration>
  public var log: any ErrorLog
  public var now: @Sendable () -> Date
  public var request: @Sendable () async throws -> Void

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
