import Foundation
import PersonalOSReference

/// What the requirements say of an error, written without a look at the app's own words for it.
struct ExpectedError {
  let severity: ErrorSeverity
  /// Whether the user may try again.
  let canRetry: Bool
  /// What the user has to read, in this order: what went wrong, and what to do if that helps.
  let tells: [String]

  init(_ severity: ErrorSeverity, canRetry: Bool, _ tells: String...) {
    (self.severity, self.canRetry, self.tells) = (severity, canRetry, tells)
  }
}

extension AppError {
  var expected: ExpectedError {
    switch self {
    case .network(.noConnection, _): .init(.warning, canRetry: true, "no", "connection", "try again")
    case .network(.timeout, _): .init(.warning, canRetry: true, "server", "too long", "try again")
    case .network(.serverError(let status), _):
      .init(.error, canRetry: true, "server", "problem", "\(status)", "try again later")
    case .network(.rateLimited, _): .init(.warning, canRetry: true, "too many requests", "wait", "try again")
    case .network(.invalidResponse, _): .init(.error, canRetry: true, "answer", "could not be used", "try again")
    case .database(.migrationFailed, let canRetry):
      .init(.critical, canRetry: canRetry, "your data", "could not be brought up to date", "left as it was")
    case .database(.corruptedData, let canRetry): .init(.critical, canRetry: canRetry, "stored data", "cannot be read")
    case .database(.constraintViolation, let canRetry): .init(.error, canRetry: canRetry, "cannot be saved", "stored")
    case .database(.concurrencyConflict, let canRetry):
      .init(.error, canRetry: canRetry, "data was changed", "same time", "try again")
    case .validation(.insufficientQuantity(let symbol, let held, let asked)):
      .init(.warning, canRetry: false, "\(held)", symbol, "cannot sell", "\(asked)")
    case .validation(.negativePosition(let symbol)):
      .init(.warning, canRetry: false, "sold more", symbol, "than you held")
    case .validation(.invalidPrice): .init(.warning, canRetry: false, "price", "must", "not below zero")
    case .validation(.invalidDate): .init(.warning, canRetry: false, "date", "must not", "future")
    case .security(.jailbroken): .init(.warning, canRetry: false, "device", "modified", "less safe")
    case .security(.certificateValidationFailed):
      .init(.critical, canRetry: false, "server", "could not prove who it is", "nothing was sent")
    case .security(.keychainAccessDenied): .init(.critical, canRetry: false, "credentials", "locked", "unlock")
    case .security(.encryptionFailed): .init(.critical, canRetry: false, "could not be protected", "nothing was saved")
    }
  }

  /// "network.timeout".
  var path: String { printedParts(of: self).prefix(2).joined(separator: ".") }

  /// Whether the app may try again by itself.
  var mayBeRetriedUnasked: Bool {
    if case .network(_, retryable: true) = self { true } else { false }
  }
}

/// The names, labels and values of an error, as Swift prints them if the type does not print itself.
func printedParts(of value: Any) -> [String] {
  let children = Mirror(reflecting: value).children
  guard !(type(of: value) is any CustomStringConvertible.Type), !children.isEmpty else { return ["\(value)"] }
  return children.flatMap { child in
    [child.label].compactMap(\.self).filter { !$0.hasPrefix(".") } + printedParts(of: child.value)
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
