import Foundation
import PersonalOSReference
import PropertyTesting
import StorageContract

/// An error as code throws it, and what the generator knows of it without the code under test.
public struct Failure: Sendable, CustomStringConvertible {
  /// The error that code throws.
  public let error: any Error
  /// What the error means to the user.
  public let meaning: AppError
  /// The case or type that the log must name if the error is none of the app's own, such as "URLError"; otherwise nil.
  public var foreignName: String?
  /// The text in the error, which may contain secrets.
  public var text: LogText?

  public var description: String { String(reflecting: error) }
}

/// An error of a library that the app does not know, often caused by another error.
public struct LibraryFailure: Error, Sendable {
  /// The reason, which may contain secrets.
  public let reason: String
  /// The number of the attempt that failed, 1 to 9.
  public let attempt: Int
  /// The error that caused this one; nil if there is none.
  public let cause: NetworkError?
}

private let broken = AppError.database(.corruptedData, recoverable: false)
private let busy = AppError.database(.concurrencyConflict, recoverable: true)
private let refused = AppError.database(.constraintViolation, recoverable: false)

extension Generator where Value == Failure {
  /// Errors of every kind. Their reasons may contain secrets of `registered`, or secrets that a key or a header before
  /// them reveals.
  public static func failure(registered: [String] = []) -> Generator {
    let text = Generator<LogText>.logText(registered: registered)
    let database = Generator<(DatabaseError, LogText?)>.oneOf(
      .element(of: [(.corruptedData, nil), (.constraintViolation, nil), (.concurrencyConflict, nil)]),
      text.map { (.migrationFailed($0.text), $0) })
    let symbol = Generator<String>.element(of: ["AAPL", "MSFT", "600519", "BRK.B"])
    let amount = Generator<Decimal>.decimal(digits: 1...18, exponent: -4...2, signed: false)
    let validation = Generator<ValidationError>.oneOf(
      .element(of: [.invalidPrice, .invalidDate]), symbol.map { .negativePosition(symbol: $0) },
      .build({ .insufficientQuantity(symbol: $0, available: $1, requested: $2) }, from: symbol, amount, amount))
    let security = Generator<SecurityError>.element(of: [
      .jailbroken, .certificateValidationFailed, .keychainAccessDenied, .encryptionFailed,
    ])
    let stored = Generator { source in
      let ((error, text), isBare, flag) = (try source(database), try source(.bool), try source(.bool))
      // Of the bare errors, only a conflict can be gone at the next attempt.
      let meaning = AppError.database(error, recoverable: isBare ? error == .concurrencyConflict : flag)
      return Failure(error: isBare ? error : meaning, meaning: meaning, text: text)
    }
    let refusal = validation.map { Failure(error: $0, meaning: .validation($0)) }
    let unsafe = Generator.build({ error, isBare in
      Failure(error: isBare ? error : AppError.security(error), meaning: .security(error))
    }, from: security, .bool)
    return .oneOf(.networkFailure, stored, refusal, unsafe, foreign(text))
  }

  /// Errors that offer a retry.
  public static var retryableFailure: Generator {
    .frequency((3, .networkFailure), (1, .constant(Failure(error: DatabaseError.concurrencyConflict, meaning: busy))))
  }

  /// Network errors as requests throw them: bare, wrapped in an `AppError`, or as a `URLError` of the system.
  public static var networkFailure: Generator {
    let bare = Generator<NetworkError>.networkError.map { Failure(error: $0, meaning: .network($0, retryable: true)) }
    let wrapped = Generator<AppError>.build(AppError.network, from: .networkError, .bool)
      .map { Failure(error: $0, meaning: $0) }
    let system = Generator<(URLError.Code, NetworkError)>.element(of: [
      (.timedOut, .timeout), (.notConnectedToInternet, .noConnection), (.cannotFindHost, .noConnection),
      (.networkConnectionLost, .noConnection), (.badServerResponse, .invalidResponse),
    ]).map { Failure(error: URLError($0), meaning: .network($1, retryable: true), foreignName: "URLError") }
    return .frequency((3, bare), (3, wrapped), (1, system))
  }

  /// Errors of the store, of a record or of a library. None is one of the app's own.
  private static func foreign(_ text: Generator<LogText>) -> Generator {
    func failure(_ meaning: AppError, _ name: String, _ make: @escaping @Sendable (String) -> any Error) -> Generator {
      text.map { Failure(error: make($0.text), meaning: meaning, foreignName: name, text: $0) }
    }
    let path = "/data/app.db"
    let library = Generator.build({ (text: LogText, attempt: Int, cause: NetworkError?) in
      Failure(
        error: LibraryFailure(reason: text.text, attempt: attempt, cause: cause),
        meaning: .network(.invalidResponse, retryable: true), foreignName: "LibraryFailure", text: text)
    }, from: text, .int(in: 1...9), .optional(.networkError))
    return .frequency(
      (3, library),
      (1, failure(broken, "damaged") { StoreError.damaged(path: path, offset: 7, reason: $0) }),
      (1, failure(busy, "io") { StoreError.io(operation: "append", path: path, reason: $0) }),
      (1, failure(refused, "invalidValue") { StoreError.invalidValue(field: "price", reason: $0) }),
      (1, failure(refused, "unsupported") { StoreError.unsupported($0) }),
      (1, failure(busy, "lost") { StoreError.lost(reason: $0) }),
      (1, failure(broken, "UnreadableRecord") {
        UnreadableRecord(collection: "trades", key: "k7", field: "price", requirement: "a decimal", found: $0)
      }))
  }
}

extension Generator where Value == NetworkError {
  /// Statuses at the edges of their classes are frequent.
  fileprivate static var networkError: Generator {
    let status = Generator<Int>.oneOf(
      .element(of: [500, 404, 400, 499, 599, 401, 429, 100, 503]), .int(in: 100...599))
    return .oneOf(
      .element(of: [.noConnection, .rateLimited, .timeout, .rateLimited, .invalidResponse]),
      status.map { .serverError($0) })
  }
}

extension Generator where Value == [String] {
  /// A list as a view shows it, which may be empty.
  public static var headlines: Generator {
    .array(of: .element(of: ["Up 3 %", "Rain", "焦点", "Rain", "New"]), count: 0...4)
  }
}
