/// Everything that an error says about itself to the developer, the log, the user and the presenter.
public struct ErrorReport: Sendable, Equatable {
  /// The text that a developer sees if the error is printed.
  public var description: String
  /// The text for the log: the case with all its values.
  public var diagnosis: String
  /// The type and the case, without values.
  public var caseName: String
  /// The text for the user.
  public var userMessage: String
  /// Whether the app offers the user a retry.
  public var canRetry: Bool
  /// How severe the error is.
  public var severity: ErrorSeverity

  /// Asks the error, or the ``AppError`` that a foreign error maps to.
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

/// The error itself if it is one of the app's own, otherwise the ``AppError`` that it maps to.
func appError(of error: any Error) -> any AppErrorProtocol {
  (error as? any AppErrorProtocol) ?? AppError(error)
}
