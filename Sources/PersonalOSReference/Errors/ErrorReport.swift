/// All that an error says of itself, to the developer, the log, the user, and the presenter.
public struct ErrorReport: Sendable, Equatable {
  /// What a developer reads where the error is printed.
  public var description: String
  /// What the log gets: the case with all its values.
  public var diagnosis: String
  /// Type and case, without values.
  public var caseName: String
  /// What the user reads.
  public var userMessage: String
  public var canRetry: Bool
  public var severity: ErrorSeverity

  public init(_ error: any Error) {
    description = String(describing: error)
    diagnosis = debugDescription(of: error)
    caseName = PersonalOSReference.caseName(of: error)
    let asked = appError(of: error)
    userMessage = asked.userMessage
    canRetry = asked.canRetry
    severity = asked.severity
  }
}

/// Who answers for an error: itself, if it is one of the app's own, else what it means to the app.
func appError(of error: any Error) -> any AppErrorProtocol {
  (error as? any AppErrorProtocol) ?? AppError(error)
}
