import Foundation
import PersonalOSReference

/// What has to be read of an error, written from the requirement: words and values, in the order in which they belong.
struct ExpectedWords {
  let type: String
  /// Nil for a struct.
  let name: String?
  /// What a developer reads: the subject, the reason, what would be right.
  let says: [String]
  /// What the log gets, where that is something else: the case and its values.
  let logs: [String]?
  /// What the user reads.
  let tells: [String]
  /// Values that mean nothing to a user, and may not be his to read.
  let withholds: [String]
  let canRetry: Bool
  let severity: ErrorSeverity

  /// An error that the user is told of by its meaning.
  init(
    _ type: String, _ name: String?, says: [String], meaning: AppError = .network(.invalidResponse, retryable: true),
    withholds: [String] = []
  ) {
    self.init(
      type, name, says: says, tells: meaning.expectedTells, withholds: withholds, canRetry: meaning.mayBeRetried,
      severity: meaning.expectedSeverity)
  }

  /// An error with words of its own for the user.
  init(
    _ type: String, _ name: String?, says: [String], logs: [String]? = nil, tells: [String], withholds: [String],
    canRetry: Bool, severity: ErrorSeverity
  ) {
    (self.type, self.name, self.says, self.logs, self.tells) = (type, name, says, logs, tells)
    (self.withholds, self.canRetry, self.severity) = (withholds, canRetry, severity)
  }
}

/// An error of which it is written down what it must say. Each conformance is a `switch` over all cases.
protocol ErrorWithExpectedWords: Error {
  var expectedWords: ExpectedWords { get }
}

extension String {
  /// The first of the words that does not follow those before it; nil if the text has all of them. A word with quotes may
  /// stand there as it prints within quotes.
  func firstMissing(of words: [String]) -> String? {
    var rest = self[...]
    for word in words where !word.isEmpty {
      let escaped = String(String(reflecting: word).dropFirst().dropLast())
      let places = [rest.range(of: word, options: .caseInsensitive), rest.range(of: escaped)].compactMap(\.self)
      guard let first = places.min(by: { $0.lowerBound < $1.lowerBound }) else { return word }
      rest = rest[first.upperBound...]
    }
    return nil
  }
}

// MARK: The app's errors

extension AppError: ErrorWithExpectedWords {
  /// What a user has to read: what went wrong, and what he can do if there is something.
  var expectedTells: [String] {
    switch self {
    case .network(.noConnection, _): ["no", "connection", "try again"]
    case .network(.timeout, _): ["server", "too long", "try again"]
    case .network(.serverError(let status), _): ["server", "problem", "\(status)", "try again later"]
    case .network(.rateLimited, _): ["too many requests", "wait", "try again"]
    case .network(.invalidResponse, _): ["answer", "could not be used", "try again"]
    case .database(.migrationFailed, _): ["your data", "could not be brought up to date", "left as it was"]
    case .database(.corruptedData, _): ["stored data", "cannot be read"]
    case .database(.constraintViolation, _): ["cannot be saved", "stored"]
    case .database(.concurrencyConflict, _): ["data was changed", "same time", "try again"]
    case .validation(.insufficientQuantity(let symbol, let available, let requested)):
      ["\(available)", symbol, "cannot sell", "\(requested)"]
    case .validation(.negativePosition(let symbol)): ["sold more", symbol, "than you held"]
    case .validation(.invalidPrice): ["price", "must", "not below zero"]
    case .validation(.invalidDate): ["date", "must not", "future"]
    case .security(.jailbroken): ["device", "modified", "less safe"]
    case .security(.certificateValidationFailed): ["server", "could not prove who it is", "nothing was sent"]
    case .security(.keychainAccessDenied): ["credentials", "locked", "unlock"]
    case .security(.encryptionFailed): ["could not be protected", "nothing was saved"]
    }
  }

  /// What only the log may tell.
  private var withheld: [String] {
    if case .database(.migrationFailed(let reason), _) = self { [reason] } else { [] }
  }

  fileprivate func words(_ type: String, _ name: String, _ says: [String]) -> ExpectedWords {
    ExpectedWords(type, name, says: says, meaning: self, withholds: withheld)
  }

  var expectedWords: ExpectedWords {
    switch self {
    case .network(let error, let retryable):
      words("AppError", "network.\(error.nameAndValues[0])", ["network"] + error.nameAndValues + ["retryable", "\(retryable)"])
    case .database(let error, let recoverable):
      words(
        "AppError", "database.\(error.nameAndValues[0])", ["database"] + error.nameAndValues + ["recoverable", "\(recoverable)"])
    case .validation(let error):
      words("AppError", "validation.\(error.nameAndValues[0])", ["validation"] + error.nameAndValues)
    case .security(let error): words("AppError", "security.\(error.name)", ["security", error.name])
    }
  }
}

extension NetworkError: ErrorWithExpectedWords {
  fileprivate var nameAndValues: [String] {
    switch self {
    case .noConnection: ["noConnection"]
    case .timeout: ["timeout"]
    case .serverError(let status): ["serverError", "\(status)"]
    case .rateLimited: ["rateLimited"]
    case .invalidResponse: ["invalidResponse"]
    }
  }

  var expectedWords: ExpectedWords {
    AppError.network(self, retryable: true).words("NetworkError", nameAndValues[0], nameAndValues)
  }
}

extension DatabaseError: ErrorWithExpectedWords {
  fileprivate var nameAndValues: [String] {
    switch self {
    case .migrationFailed(let reason): ["migrationFailed", reason]
    case .corruptedData: ["corruptedData"]
    case .constraintViolation: ["constraintViolation"]
    case .concurrencyConflict: ["concurrencyConflict"]
    }
  }

  var expectedWords: ExpectedWords {
    let isRecoverable = nameAndValues[0] == "concurrencyConflict"
    return AppError.database(self, recoverable: isRecoverable).words("DatabaseError", nameAndValues[0], nameAndValues)
  }
}

extension ValidationError: ErrorWithExpectedWords {
  fileprivate var nameAndValues: [String] {
    switch self {
    case .insufficientQuantity(let symbol, let available, let requested):
      ["insufficientQuantity", "symbol", symbol, "available", "\(available)", "requested", "\(requested)"]
    case .negativePosition(let symbol): ["negativePosition", symbol]
    case .invalidPrice: ["invalidPrice"]
    case .invalidDate: ["invalidDate"]
    }
  }

  var expectedWords: ExpectedWords {
    AppError.validation(self).words("ValidationError", nameAndValues[0], nameAndValues)
  }
}

extension SecurityError: ErrorWithExpectedWords {
  fileprivate var name: String {
    switch self {
    case .jailbroken: "jailbroken"
    case .certificateValidationFailed: "certificateValidationFailed"
    case .keychainAccessDenied: "keychainAccessDenied"
    case .encryptionFailed: "encryptionFailed"
    }
  }

  var expectedWords: ExpectedWords { AppError.security(self).words("SecurityError", name, [name]) }
}

// MARK: Errors of parts that have words of their own for the user

extension DependencyError: ErrorWithExpectedWords {
  var expectedWords: ExpectedWords {
    switch self {
    case .missing(let service):
      ExpectedWords(
        "DependencyError", "missing", says: ["service", service, "missing", "register it"], logs: ["missing", service],
        tells: ["part of the app", "not available", "try again"], withholds: [service], canRetry: true, severity: .error)
    }
  }
}

extension SocialPostError: ErrorWithExpectedWords {
  var expectedWords: ExpectedWords {
    switch self {
    case .notFound:
      ExpectedWords(
        "SocialPostError", "notFound", says: ["notFound"], tells: ["no longer there"], withholds: [], canRetry: false,
        severity: .warning)
    }
  }
}

extension ViewError: ErrorWithExpectedWords {
  var expectedWords: ExpectedWords {
    switch self {
    case .neverSettles(let view):
      ExpectedWords(
        "ViewError", "neverSettles", says: ["neverSettles", view.type, view.id],
        tells: ["part of this screen", "cannot keep up", "changes"], withholds: [view.type, view.id], canRetry: false,
        severity: .error)
    }
  }
}
