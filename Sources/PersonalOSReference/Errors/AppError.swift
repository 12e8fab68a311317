/// An error of the app, in the form in which the user and the log see it.
public enum AppError: Error, Sendable, Equatable {
  /// A request failed. `retryable` says whether automatic recovery may repeat it.
  case network(NetworkError, retryable: Bool)
  /// The store failed or refused the data. `recoverable` says whether a retry may succeed.
  case database(DatabaseError, recoverable: Bool)
  /// A trade was refused.
  case validation(ValidationError)
  /// The device, a server or the keychain is not safe to use.
  case security(SecurityError)
}

/// Why a request failed.
public enum NetworkError: Error, Sendable, Equatable {
  /// The server could not be reached.
  case noConnection
  /// The server did not answer in time.
  case timeout
  /// The server answered with this HTTP status, from 400 to 599, but not 429. An open circuit breaker gives 503.
  case serverError(Int)
  /// The server wants fewer requests: HTTP status 429.
  case rateLimited
  /// The response could not be used.
  case invalidResponse
}

/// Why the store could not do what was asked.
public enum DatabaseError: Error, Sendable, Equatable {
  /// The migration to the current layout failed, for this reason. The data is as it was.
  case migrationFailed(String)
  /// A stored record cannot be read.
  case corruptedData
  /// The data does not fit the rules of the store, so it was not saved.
  case constraintViolation
  /// The store was in use, was changed by another process, or was not available at that moment. A retry may succeed.
  case concurrencyConflict
}

/// Why something is not safe.
public enum SecurityError: Error, Sendable, Equatable {
  /// The device was modified, so it does not protect the app's data.
  case jailbroken
  /// The server's certificate was not accepted, so nothing was sent.
  case certificateValidationFailed
  /// The keychain may not be read or written now, because the device is locked.
  case keychainAccessDenied
  /// Data could not be encrypted or decrypted.
  case encryptionFailed
}

/// How severe an error is. The cases are in ascending order, and `<` compares them so.
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
