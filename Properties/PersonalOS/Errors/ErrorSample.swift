import Foundation
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
  let expected: ExpectedError

  /// A test compares them with the sources.
  public static let names = all(of: ErrorDetails()).map(\.name)

  /// Every case of every error of PersonalOS and of its platform parts.
  static func all(of details: ErrorDetails) -> [ErrorSample] {
    ofTheApp(details) + forTheUser(details) + parts(details) + backups(details) + amountsAndTrades(details)
  }

  /// - Parameters:
  ///   - says: by default the case and its values, as Swift prints them.
  ///   - expected: what it means to the user. By default he can do nothing with it, as it is for developers.
  ///   - named: the case, for one without values that prints as a sentence.
  init(
    _ error: any Error & Equatable, _ says: [String] = [], logs: [String]? = nil,
    expected: ExpectedError = AppError.network(.invalidResponse, retryable: true).expected, named: String? = nil
  ) {
    let (type, mirror) = ("\(type(of: error))", Mirror(reflecting: error))
    let ownName = mirror.displayStyle == .enum ? mirror.children.first?.label ?? "\(error)" : nil
    let path = [type, named ?? ownName].compactMap(\.self).joined(separator: ".")
    (self.name, self.error, self.expected) = (path, error, expected)
    caseName = mirror.displayStyle == .enum ? (error as? AppError).map { "\(type).\($0.path)" } ?? path : type
    self.says = says.isEmpty ? printedParts(of: error) : says
    self.logs = logs ?? self.says
  }

  private static func ofTheApp(_ of: ErrorDetails) -> [ErrorSample] {
    let (text, status, amounts) = (of.texts[0], of.counts[0], of.amounts)
    let network = [NetworkError.noConnection, .timeout, .serverError(status), .rateLimited, .invalidResponse]
    let database = [DatabaseError.migrationFailed(text), .corruptedData, .constraintViolation, .concurrencyConflict]
    let validation = [
      ValidationError.insufficientQuantity(symbol: text, available: amounts[0], requested: amounts[1]),
      .negativePosition(symbol: text), .invalidPrice, .invalidDate,
    ]
    let security = [SecurityError.jailbroken, .certificateValidationFailed, .keychainAccessDenied, .encryptionFailed]
    let wrapped = [
      AppError.network(.serverError(status), retryable: of.flag),
      .database(.migrationFailed(text), recoverable: of.flag), .validation(.negativePosition(symbol: text)),
      .security(of.flag ? .jailbroken : .keychainAccessDenied),
    ]
    return network.map { ErrorSample($0, expected: AppError.network($0, retryable: true).expected) }
      + database.map {
        ErrorSample($0, expected: AppError.database($0, recoverable: $0 == .concurrencyConflict).expected)
      }
      + validation.map { ErrorSample($0, expected: AppError.validation($0).expected) }
      + security.map { ErrorSample($0, expected: AppError.security($0).expected) }
      + wrapped.map { ErrorSample($0, expected: $0.expected) }
  }

  /// Errors with words of their own for the user.
  private static func forTheUser(_ of: ErrorDetails) -> [ErrorSample] {
    let text = of.texts
    return [
      .init(
        DependencyError.missing(text[0]), ["service", text[0], "missing", "register it"], logs: ["missing", text[0]],
        expected: .init(.error, canRetry: true, "part of the app", "not available", "try again")),
      .init(SocialPostError.notFound, expected: .init(.warning, canRetry: false, "no longer there")),
      .init(
        ViewError.neverSettles(ViewIdentity(text[0], text[1])), ["neverSettles", text[0], text[1]],
        expected: .init(.error, canRetry: false, "part of this screen", "cannot keep up", "changes")),
    ]
  }
}
