import Foundation
import PersonalOSReference

/// What the requirements say of an error of the app, written without a look at the app's own words for it.
struct ExpectedError {
  /// "network.timeout".
  let path: String
  /// The values of the error, as the log must have them.
  let values: [String]
  let severity: ErrorSeverity
  /// What a user has to read, in this order: what went wrong, and what to do if that helps.
  let tells: [String]

  init(_ path: String, _ severity: ErrorSeverity, _ tells: String..., values: [String] = []) {
    (self.path, self.values, self.severity, self.tells) = (path, values, severity, tells)
  }

  /// The case without its group: "timeout".
  var name: String { String(path.split(separator: ".")[1]) }
}

extension AppError {
  var expected: ExpectedError {
    switch self {
    case .network(.noConnection, _): .init("network.noConnection", .warning, "no", "connection", "try again")
    case .network(.timeout, _): .init("network.timeout", .warning, "server", "too long", "try again")
    case .network(.serverError(let status), _):
      .init(
        "network.serverError", .error, "server", "problem", "\(status)", "try again later", values: ["\(status)"])
    case .network(.rateLimited, _): .init("network.rateLimited", .warning, "too many requests", "wait", "try again")
    case .network(.invalidResponse, _):
      .init("network.invalidResponse", .error, "answer", "could not be used", "try again")
    case .database(.migrationFailed(let reason), _):
      .init(
        "database.migrationFailed", .critical, "your data", "could not be brought up to date", "left as it was",
        values: [reason])
    case .database(.corruptedData, _): .init("database.corruptedData", .critical, "stored data", "cannot be read")
    case .database(.constraintViolation, _):
      .init("database.constraintViolation", .error, "cannot be saved", "stored")
    case .database(.concurrencyConflict, _):
      .init("database.concurrencyConflict", .error, "data was changed", "same time", "try again")
    case .validation(.insufficientQuantity(let symbol, let held, let asked)):
      .init(
        "validation.insufficientQuantity", .warning, "\(held)", symbol, "cannot sell", "\(asked)",
        values: ["symbol", symbol, "available", "\(held)", "requested", "\(asked)"])
    case .validation(.negativePosition(let symbol)):
      .init("validation.negativePosition", .warning, "sold more", symbol, "than you held", values: [symbol])
    case .validation(.invalidPrice): .init("validation.invalidPrice", .warning, "price", "must", "not below zero")
    case .validation(.invalidDate): .init("validation.invalidDate", .warning, "date", "must not", "future")
    case .security(.jailbroken): .init("security.jailbroken", .warning, "device", "modified", "less safe")
    case .security(.certificateValidationFailed):
      .init("security.certificateValidationFailed", .critical, "server", "could not prove who it is", "nothing was sent")
    case .security(.keychainAccessDenied):
      .init("security.keychainAccessDenied", .critical, "credentials", "locked", "unlock")
    case .security(.encryptionFailed):
      .init("security.encryptionFailed", .critical, "could not be protected", "nothing was saved")
    }
  }

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
