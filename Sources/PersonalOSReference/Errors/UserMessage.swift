/// The text of an error for the user: its own if it is one of the app's, otherwise that of the ``AppError`` that it maps
/// to.
func userMessage(of error: any Error) -> String {
  appError(of: error).userMessage
}

extension DependencyError: AppErrorProtocol {
  public var userMessage: String { "This part of the app is not available at the moment. Try again." }

  public var debugDescription: String {
    switch self {
    case .missing(let name): "missing(\(String(reflecting: name)))"
    }
  }

  public var canRetry: Bool { true }
  public var severity: ErrorSeverity { .error }
}
