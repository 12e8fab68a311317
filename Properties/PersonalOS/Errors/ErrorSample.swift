import Foundation
import PersonalOSGenerators
import PersonalOSReference

/// An error made of some details, and what has to be read of it, in this order. The oracle of POS-M1.
public struct ErrorSample: Sendable {
  /// Type and case, such as "BackupError.wrongFormat"; for a struct the type alone.
  public let name: String
  let error: any Error & Equatable
  /// What the log calls it.
  let caseName: String
  /// What a developer reads: the subject, the reason, and what would be right or what to do.
  let says: [String]
  /// What the log gets: the case and its values.
  let logs: [String]
  /// What the user reads.
  let tells: [String]
  let canRetry: Bool
  let severity: ErrorSeverity

  /// A test compares them with the sources.
  public static let names = all(of: ErrorDetails()).map(\.name)

  /// Every case of every error of PersonalOS and of its platform parts.
  static func all(of details: ErrorDetails) -> [ErrorSample] {
    network(details) + database(details) + validation(details) + security + wrapped(details) + parts(details)
      + backup(details) + money(details) + trades(details) + configuration(details) + platform(details)
  }

  /// An error with words of its own for the user.
  init(
    _ name: String, _ error: any Error & Equatable, says: [String], logs: [String]? = nil, tells: [String], canRetry: Bool,
    severity: ErrorSeverity, caseName: String? = nil
  ) {
    (self.name, self.error, self.says, self.logs, self.tells) = (name, error, says, logs ?? says, tells)
    (self.canRetry, self.severity, self.caseName) = (canRetry, severity, caseName ?? name)
  }

  /// An error of which the user is told what it means to him. He can do nothing with what is for developers.
  init(
    _ name: String, _ error: any Error & Equatable, _ says: [String],
    means: AppError = .network(.invalidResponse, retryable: true), caseName: String? = nil
  ) {
    let expected = means.expected
    self.init(
      name, error, says: says, tells: expected.tells, canRetry: means.mayBeRetried, severity: expected.severity,
      caseName: caseName)
  }

  /// An error of the app.
  private init(_ type: String, _ error: any Error & Equatable, means: AppError) {
    let expected = means.expected
    self.init("\(type).\(expected.name)", error, [expected.name] + expected.values, means: means)
  }

  /// An error of the app in the form in which user and log see it.
  private init(_ group: String, _ error: AppError, _ outcome: String...) {
    let expected = error.expected
    self.init(
      "AppError.\(group)", error, [group, expected.name] + expected.values + outcome, means: error,
      caseName: "AppError.\(expected.path)")
  }

  private static func network(_ of: ErrorDetails) -> [ErrorSample] {
    [NetworkError.noConnection, .timeout, .serverError(of.counts[0]), .rateLimited, .invalidResponse].map {
      ErrorSample("NetworkError", $0, means: .network($0, retryable: true))
    }
  }

  private static func database(_ of: ErrorDetails) -> [ErrorSample] {
    [DatabaseError.migrationFailed(of.texts[0]), .corruptedData, .constraintViolation, .concurrencyConflict].map {
      ErrorSample("DatabaseError", $0, means: .database($0, recoverable: $0 == .concurrencyConflict))
    }
  }

  private static func validation(_ of: ErrorDetails) -> [ErrorSample] {
    let (symbol, amounts) = (of.texts[0], of.amounts)
    return [
      ValidationError.insufficientQuantity(symbol: symbol, available: amounts[0], requested: amounts[1]),
      .negativePosition(symbol: symbol), .invalidPrice, .invalidDate,
    ].map { ErrorSample("ValidationError", $0, means: .validation($0)) }
  }

  private static var security: [ErrorSample] {
    [SecurityError.jailbroken, .certificateValidationFailed, .keychainAccessDenied, .encryptionFailed].map {
      ErrorSample("SecurityError", $0, means: .security($0))
    }
  }

  private static func wrapped(_ of: ErrorDetails) -> [ErrorSample] {
    [
      ErrorSample("network", .network(.serverError(of.counts[0]), retryable: of.flag), "retryable", "\(of.flag)"),
      ErrorSample("database", .database(.migrationFailed(of.texts[0]), recoverable: of.flag), "recoverable", "\(of.flag)"),
      ErrorSample("validation", .validation(.negativePosition(symbol: of.texts[0]))),
      ErrorSample("security", .security(of.flag ? .jailbroken : .keychainAccessDenied)),
    ]
  }
}
