import Foundation
import PersonalOSReference
import PropertyTesting
import StorageContract

/// An error as code throws it, and what the generator knows of it without the code under test.
public struct Failure: Sendable {
  /// The part of the app that the error comes from.
  public enum Kind: String, Sendable {
    case network, database, validation, security
    /// An error of a library or of the store, not one of the app's own.
    case foreign
  }

  /// The error that code throws.
  public let error: any Error
  /// What the error means to the user.
  public let meaning: AppError
  /// The kind of ``error``. It is `foreign` even if ``meaning`` is a network or database error.
  public let kind: Kind
  /// The names of the error's case and of the case inside it, which a log must contain.
  public let caseNames: [String]
  /// Further texts that a log must contain.
  public let values: [String]
  /// Texts that neither a log nor a message may contain.
  public var secrets: [String] = []
}

extension Failure: CustomStringConvertible {
  public var description: String { String(reflecting: error) }
}

/// An error of a library that the app does not know, often caused by another error.
public struct LibraryFailure: Error, Sendable {
  /// The reason, which may contain secrets.
  public let reason: String
  /// The number of the attempt that failed, 1 to 9.
  public let attempt: Int
  /// The error that caused this one; nil if there is none.
  public let cause: (any Error)?
}

extension Generator where Value == Failure {
  /// Errors of every kind. Their reasons may contain secrets of `registered`, or secrets that a key or a header before
  /// them reveals.
  public static func failure(registered: [String] = []) -> Generator {
    .oneOf(
      .networkFailure, .databaseFailure(registered: registered), .validationFailure, .securityFailure,
      .foreignFailure(registered: registered))
  }

  /// Network errors as requests throw them: bare, wrapped in an `AppError`, or as a `URLError` of the system.
  public static var networkFailure: Generator {
    let wrapped = Generator<Failure> { source in
      let error = try source(.networkError)
      let app = AppError.network(error, retryable: try source(.bool))
      return Failure(
        error: app, meaning: app, kind: .network, caseNames: ["network", error.name], values: error.values)
    }
    let bare = Generator<NetworkError>.networkError.map { error in
      Failure(
        error: error, meaning: .network(error, retryable: true), kind: .network, caseNames: [error.name],
        values: error.values)
    }
    let system = Generator<(URLError.Code, NetworkError)>.element(of: [
      (.timedOut, .timeout), (.notConnectedToInternet, .noConnection), (.cannotFindHost, .noConnection),
      (.networkConnectionLost, .noConnection), (.badServerResponse, .invalidResponse),
    ]).map { code, error in
      Failure(
        error: URLError(code), meaning: .network(error, retryable: true), kind: .network,
        caseNames: ["URLError"], values: [])
    }
    return .frequency((3, bare), (3, wrapped), (1, system))
  }

  /// Every `ValidationError`, bare, with amounts of up to 18 digits.
  public static var validationFailure: Generator {
    let symbol = Generator<String>.element(of: ["AAPL", "MSFT", "600519", "BRK.B"])
    let amount = Generator<Decimal>.decimal(digits: 1...18, exponent: -4...2, signed: false)
    return Generator { source in
      let error: ValidationError
      let (name, values): (String, [String])
      switch try source(.int(in: 0...3)) {
      case 0: (error, name, values) = (.invalidPrice, "invalidPrice", [])
      case 1: (error, name, values) = (.invalidDate, "invalidDate", [])
      case 2:
        let symbol = try source(symbol)
        (error, name, values) = (.negativePosition(symbol: symbol), "negativePosition", [symbol])
      default:
        let (symbol, held, asked) = (try source(symbol), try source(amount), try source(amount))
        error = .insufficientQuantity(symbol: symbol, available: held, requested: asked)
        (name, values) = ("insufficientQuantity", [symbol, "\(held)", "\(asked)"])
      }
      return Failure(
        error: error, meaning: .validation(error), kind: .validation, caseNames: [name], values: values)
    }
  }

  /// Every `SecurityError`, bare or wrapped in an `AppError`.
  public static var securityFailure: Generator {
    Generator<(SecurityError, String)>.element(of: [
      (.jailbroken, "jailbroken"), (.certificateValidationFailed, "certificateValidationFailed"),
      (.keychainAccessDenied, "keychainAccessDenied"), (.encryptionFailed, "encryptionFailed"),
    ]).flatMap { error, name in
      let app = AppError.security(error)
      let bare = Failure(error: error, meaning: app, kind: .security, caseNames: [name], values: [])
      let wrapped = Failure(
        error: app, meaning: app, kind: .security, caseNames: ["security", name], values: [])
      return .element(of: [bare, wrapped])
    }
  }

  /// The app's own errors of its database, bare or wrapped.
  public static func databaseFailure(registered: [String] = []) -> Generator {
    Generator { source in
      let error: DatabaseError
      let name: String
      var told = LogText(text: "", plain: [], secrets: [])
      switch try source(.int(in: 0...3)) {
      case 0: (error, name) = (.corruptedData, "corruptedData")
      case 1: (error, name) = (.constraintViolation, "constraintViolation")
      case 2: (error, name) = (.concurrencyConflict, "concurrencyConflict")
      default:
        told = try source(.logText(registered: registered))
        (error, name) = (.migrationFailed(told.text), "migrationFailed")
      }
      // Of the bare errors, only a conflict can be gone at the next attempt.
      if try source(.bool) {
        let meaning = AppError.database(error, recoverable: error == .concurrencyConflict)
        return Failure(
          error: error, meaning: meaning, kind: .database, caseNames: [name], values: told.plain,
          secrets: told.secrets)
      }
      let app = AppError.database(error, recoverable: try source(.bool))
      return Failure(
        error: app, meaning: app, kind: .database, caseNames: ["database", name], values: told.plain,
        secrets: told.secrets)
    }
  }

  /// Errors of the store, of a record or of a library. None is one of the app's own.
  public static func foreignFailure(registered: [String] = []) -> Generator {
    Generator { source in
      let told = try source(.logText(registered: registered))
      let error: any Error
      let meaning: AppError
      let name: String
      switch try source(.element(of: [0, 1, 2, 0, 3, 4, 5, 6, 0])) {
      case 0:
        let attempt = try source(.int(in: 1...9))
        let cause = try source(.optional(.networkError))
        return Failure(
          error: LibraryFailure(reason: told.text, attempt: attempt, cause: cause),
          meaning: .network(.invalidResponse, retryable: true), kind: .foreign,
          caseNames: ["LibraryFailure"],
          values: told.plain + ["\(attempt)"] + (cause.map { [$0.name] + $0.values } ?? []),
          secrets: told.secrets)
      case 1:
        error = StoreError.damaged(path: "/data/app.db", offset: 7, reason: told.text)
        (meaning, name) = (.database(.corruptedData, recoverable: false), "damaged")
      case 2:
        error = StoreError.io(operation: "append", path: "/data/app.db", reason: told.text)
        (meaning, name) = (.database(.concurrencyConflict, recoverable: true), "io")
      case 4:
        error = StoreError.invalidValue(field: "price", reason: told.text)
        (meaning, name) = (.database(.constraintViolation, recoverable: false), "invalidValue")
      case 5:
        error = StoreError.unsupported(told.text)
        (meaning, name) = (.database(.constraintViolation, recoverable: false), "unsupported")
      case 6:
        error = StoreError.lost(reason: told.text)
        (meaning, name) = (.database(.concurrencyConflict, recoverable: true), "lost")
      default:
        error = UnreadableRecord(
          collection: "trades", key: "k7", field: "price", requirement: "a decimal", found: told.text)
        (meaning, name) = (.database(.corruptedData, recoverable: false), "UnreadableRecord")
      }
      return Failure(
        error: error, meaning: meaning, kind: .foreign, caseNames: [name], values: told.plain,
        secrets: told.secrets)
    }
  }
}

extension Generator where Value == NetworkError {
  /// Every case. Statuses at the edges of their classes are frequent.
  public static var networkError: Generator {
    let status = Generator<Int>.oneOf(
      .element(of: [500, 404, 400, 499, 599, 401, 429, 100, 503]), .int(in: 100...599))
    return .oneOf(
      .element(of: [.noConnection, .rateLimited, .timeout, .rateLimited, .invalidResponse]),
      status.map { .serverError($0) })
  }
}

extension NetworkError {
  fileprivate var name: String {
    switch self {
    case .noConnection: "noConnection"
    case .timeout: "timeout"
    case .serverError: "serverError"
    case .rateLimited: "rateLimited"
    case .invalidResponse: "invalidResponse"
    }
  }

  fileprivate var values: [String] {
    if case .serverError(let status) = self { ["\(status)"] } else { [] }
  }
}
