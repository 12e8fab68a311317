/// The texts and properties that every error of the app has.
public protocol AppErrorProtocol: Error, Sendable {
  /// One or two sentences for the user: what went wrong and what he can do. They contain no type names, no internal codes
  /// and no secrets.
  var userMessage: String { get }
  /// The text for the log: the case with all its values.
  var debugDescription: String { get }
  /// Whether the app offers the user a retry.
  var canRetry: Bool { get }
  /// How severe the error is, for the log.
  var severity: ErrorSeverity { get }
}

extension AppError: AppErrorProtocol {
  public var userMessage: String { part.userMessage }

  public var debugDescription: String {
    switch self {
    case .network(let error, let retryable): "network(\(error.debugDescription), retryable: \(retryable))"
    case .database(let error, let recoverable):
      "database(\(error.debugDescription), recoverable: \(recoverable))"
    case .validation(let error): "validation(\(error.debugDescription))"
    case .security(let error): "security(\(error.debugDescription))"
    }
  }

  /// The user can always retry a network failure: `retryable` is for automatic recovery only. A database failure can be
  /// retried if it is recoverable.
  public var canRetry: Bool {
    switch self {
    case .database(_, let recoverable): recoverable
    default: part.canRetry
    }
  }

  public var severity: ErrorSeverity { part.severity }

  private var part: any AppErrorProtocol {
    switch self {
    case .network(let error, _): error
    case .database(let error, _): error
    case .validation(let error): error
    case .security(let error): error
    }
  }
}

extension NetworkError: AppErrorProtocol {
  public var userMessage: String {
    switch self {
    case .noConnection: "There is no internet connection. Check it and try again."
    case .timeout: "The server took too long to answer. Try again."
    case .serverError(let status): "The server reported a problem (status \(status)). Try again later."
    case .rateLimited: "Too many requests in a short time. Wait a moment, then try again."
    case .invalidResponse: "The answer that came back could not be used. Try again."
    }
  }

  public var debugDescription: String {
    switch self {
    case .noConnection: "noConnection"
    case .timeout: "timeout"
    case .serverError(let status): "serverError(\(status))"
    case .rateLimited: "rateLimited"
    case .invalidResponse: "invalidResponse"
    }
  }

  /// Always true, because a later attempt may succeed.
  public var canRetry: Bool { true }

  public var severity: ErrorSeverity {
    switch self {
    case .noConnection, .timeout, .rateLimited: .warning
    case .serverError, .invalidResponse: .error
    }
  }
}

extension DatabaseError: AppErrorProtocol {
  public var userMessage: String {
    switch self {
    case .migrationFailed: "Your data could not be brought up to date. It was left as it was."
    case .corruptedData: "Some of your stored data cannot be read."
    case .constraintViolation: "This cannot be saved: it does not fit in with what is stored."
    case .concurrencyConflict: "The data was changed elsewhere at the same time. Try again."
    }
  }

  public var debugDescription: String {
    switch self {
    case .migrationFailed(let reason): "migrationFailed(\(String(reflecting: reason)))"
    case .corruptedData: "corruptedData"
    case .constraintViolation: "constraintViolation"
    case .concurrencyConflict: "concurrencyConflict"
    }
  }

  /// True only for ``concurrencyConflict``. The other errors stay until the data or the app changes.
  public var canRetry: Bool { self == .concurrencyConflict }

  public var severity: ErrorSeverity {
    switch self {
    case .migrationFailed, .corruptedData: .critical
    case .constraintViolation, .concurrencyConflict: .error
    }
  }
}

extension ValidationError: AppErrorProtocol {
  public var userMessage: String {
    switch self {
    case .insufficientQuantity(let symbol, let available, let requested):
      "You hold \(available) of \(symbol) and cannot sell \(requested)."
    case .negativePosition(let symbol):
      "With this trade you would have sold more \(symbol) than you held at that time."
    case .invalidPrice: "The price must be a number that is not below zero."
    case .invalidDate: "The date must not be in the future."
    }
  }

  public var debugDescription: String {
    switch self {
    case .insufficientQuantity(let symbol, let available, let requested):
      "insufficientQuantity(symbol: \(String(reflecting: symbol)), available: \(available), "
        + "requested: \(requested))"
    case .negativePosition(let symbol): "negativePosition(symbol: \(String(reflecting: symbol)))"
    case .invalidPrice: "invalidPrice"
    case .invalidDate: "invalidDate"
    }
  }

  /// Always false, because the same input is refused again.
  public var canRetry: Bool { false }
  public var severity: ErrorSeverity { .warning }
}

extension SecurityError: AppErrorProtocol {
  public var userMessage: String {
    switch self {
    case .jailbroken: "This device has been modified, so that your data is less safe on it."
    case .certificateValidationFailed: "The server could not prove who it is. Nothing was sent to it."
    case .keychainAccessDenied: "Your saved credentials are locked. Unlock the device."
    case .encryptionFailed: "Your data could not be protected, so nothing was saved."
    }
  }

  public var debugDescription: String {
    switch self {
    case .jailbroken: "jailbroken"
    case .certificateValidationFailed: "certificateValidationFailed"
    case .keychainAccessDenied: "keychainAccessDenied"
    case .encryptionFailed: "encryptionFailed"
    }
  }

  /// Always false, because a repetition would fail in the same way.
  public var canRetry: Bool { false }
  public var severity: ErrorSeverity { self == .jailbroken ? .warning : .critical }
}
