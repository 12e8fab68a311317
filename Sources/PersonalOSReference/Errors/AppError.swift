/// What can go wrong in the app, as the user and the log are told of it.
public enum AppError: Error, Sendable, Equatable {
  case network(NetworkError, retryable: Bool)
  case database(DatabaseError, recoverable: Bool)
  case validation(ValidationError)
  case security(SecurityError)
}

public enum NetworkError: Error, Sendable, Equatable {
  case noConnection
  case timeout
  /// An HTTP status.
  case serverError(Int)
  case rateLimited
  case invalidResponse
}

public enum DatabaseError: Error, Sendable, Equatable {
  case migrationFailed(String)
  case corruptedData
  case constraintViolation
  case concurrencyConflict
}

public enum SecurityError: Error, Sendable, Equatable {
  case jailbroken
  case certificateValidationFailed
  case keychainAccessDenied
  case encryptionFailed
}

public enum ErrorSeverity: String, Sendable, CaseIterable, Comparable {
  case info, warning, error, critical

  public static func < (left: ErrorSeverity, right: ErrorSeverity) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .info: 0
    case .warning: 1
    case .error: 2
    case .critical: 3
    }
  }
}
