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

extension Generator where Value == Failure {
  /// Errors of every kind. Their reasons may contain secrets of `registered`, or secrets that a key or a header before
  /// them reveals.
  public static func failure(registered: [String] = []) -> Generator {
    .oneOf(
      .networkFailure, .databaseFailure(registered: registered), .validationFailure, .securityFailure,
      .foreignFailure(registered: registered))
  }

  /// Errors that offer a retry.
  public static var retryableFailure: Generator {
    let conflict = DatabaseError.concurrencyConflict
    return .frequency(
      (3, .networkFailure), (1, .constant(Failure(error: conflict, meaning: .database(conflict, recoverable: true)))))
  }

  /// Network errors as requests throw them: bare, wrapped in an `AppError`, or as a `URLError` of the system.
  public static var networkFailure: Generator {
    let wrapped = Generator<(NetworkError, Bool)>.zip(.networkError, .bool).map { error, retryable in
      let app = AppError.network(error, retryable: retryable)
      return Failure(error: app, meaning: app)
    }
    let bare = Generator<NetworkError>.networkError.map { Failure(error: $0, meaning: .network($0, retryable: true)) }
    let system = Generator<(URLError.Code, NetworkError)>.element(of: [
      (.timedOut, .timeout), (.notConnectedToInternet, .noConnection), (.cannotFindHost, .noConnection),
      (.networkConnectionLost, .noConnection), (.badServerResponse, .invalidResponse),
    ]).map { code, error in
      Failure(error: URLError(code), meaning: .network(error, retryable: true), foreignName: "URLError")
    }
    return .frequency((3, bare), (3, wrapped), (1, system))
  }

  /// Every `ValidationError`, bare, with amounts of up to 18 digits.
  public static var validationFailure: Generator {
    let symbol = Generator<String>.element(of: ["AAPL", "MSFT", "600519", "BRK.B"])
    let amount = Generator<Decimal>.decimal(digits: 1...18, exponent: -4...2, signed: false)
    return Generator<ValidationError>.oneOf(
      .constant(.invalidPrice), .constant(.invalidDate), symbol.map { .negativePosition(symbol: $0) },
      Generator<(String, Decimal, Decimal)>.zip(symbol, amount, amount).map {
        .insufficientQuantity(symbol: $0, available: $1, requested: $2)
      }
    ).map { Failure(error: $0, meaning: .validation($0)) }
  }

  /// Every `SecurityError`, bare or wrapped in an `AppError`.
  public static var securityFailure: Generator {
    let error = Generator<SecurityError>.element(of: [
      .jailbroken, .certificateValidationFailed, .keychainAccessDenied, .encryptionFailed,
    ])
    return Generator<(SecurityError, Bool)>.zip(error, .bool).map { error, isWrapped in
      let app = AppError.security(error)
      return Failure(error: isWrapped ? app : error, meaning: app)
    }
  }

  /// The app's own errors of its database, bare or wrapped.
  public static func databaseFailure(registered: [String] = []) -> Generator {
    let error = Generator<(DatabaseError, LogText?)>.oneOf(
      .element(of: [(.corruptedData, nil), (.constraintViolation, nil), (.concurrencyConflict, nil)]),
      Generator<LogText>.logText(registered: registered).map { (.migrationFailed($0.text), $0) })
    return Generator<((DatabaseError, LogText?), Bool, Bool)>.zip(error, .bool, .bool).map { drawn, isBare, flag in
      // Of the bare errors, only a conflict can be gone at the next attempt.
      let app = AppError.database(drawn.0, recoverable: isBare ? drawn.0 == .concurrencyConflict : flag)
      return Failure(error: isBare ? drawn.0 : app, meaning: app, text: drawn.1)
    }
  }

  /// Errors of the store, of a record or of a library. None is one of the app's own.
  public static func foreignFailure(registered: [String] = []) -> Generator {
    let (path, broken) = ("/data/app.db", AppError.database(.corruptedData, recoverable: false))
    let busy = AppError.database(.concurrencyConflict, recoverable: true)
    let refused = AppError.database(.constraintViolation, recoverable: false)
    let text = Generator<LogText>.logText(registered: registered)
    func failure(_ meaning: AppError, _ name: String, _ make: @escaping @Sendable (String) -> any Error) -> Generator {
      text.map { Failure(error: make($0.text), meaning: meaning, foreignName: name, text: $0) }
    }
    let library = Generator<(LogText, Int, NetworkError?)>.zip(text, .int(in: 1...9), .optional(.networkError)).map {
      Failure(
        error: LibraryFailure(reason: $0.text, attempt: $1, cause: $2),
        meaning: .network(.invalidResponse, retryable: true), foreignName: "LibraryFailure", text: $0)
    }
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
  /// Every case. Statuses at the edges of their classes are frequent.
  public static var networkError: Generator {
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
