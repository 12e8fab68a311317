import PersonalOSGenerators
import PersonalOSReference

/// An error that should be pending: what failed, and with what.
struct ExpectedError: Equatable {
  let operation: String
  let error: AppError

  init(_ operation: String, _ error: AppError) {
    self.operation = operation
    self.error = error
  }

  init(_ presented: PresentedError) {
    self.init(presented.operation, presented.error)
  }
}

// What the requirements say of each error, written without a look at the app's own words for it.
extension AppError {
  /// Whether a user may try again: every network failure, and what the database calls recoverable.
  var mayBeRetried: Bool {
    switch self {
    case .network: true
    case .database(_, let recoverable): recoverable
    case .validation, .security: false
    }
  }

  /// Whether the app may try again by itself.
  var mayBeRetriedUnasked: Bool {
    if case .network(_, retryable: true) = self { true } else { false }
  }

  var expectedSeverity: ErrorSeverity {
    switch self {
    case .network(.serverError, _), .network(.invalidResponse, _): .error
    case .network: .warning
    case .database(.migrationFailed, _), .database(.corruptedData, _): .critical
    case .database: .error
    case .validation, .security(.jailbroken): .warning
    case .security: .critical
    }
  }

  /// The case, whatever its values.
  var caseTitle: String {
    switch self {
    case .network(.noConnection, _): "no connection"
    case .network(.timeout, _): "timeout"
    case .network(.serverError, _): "server error"
    case .network(.rateLimited, _): "rate limited"
    case .network(.invalidResponse, _): "invalid response"
    case .database(.migrationFailed, _): "migration failed"
    case .database(.corruptedData, _): "corrupted data"
    case .database(.constraintViolation, _): "constraint violation"
    case .database(.concurrencyConflict, _): "concurrency conflict"
    case .validation(.insufficientQuantity): "insufficient quantity"
    case .validation(.negativePosition): "negative position"
    case .validation(.invalidPrice): "invalid price"
    case .validation(.invalidDate): "invalid date"
    case .security(.jailbroken): "jailbroken"
    case .security(.certificateValidationFailed): "certificate"
    case .security(.keychainAccessDenied): "keychain"
    case .security(.encryptionFailed): "encryption"
    }
  }
}
