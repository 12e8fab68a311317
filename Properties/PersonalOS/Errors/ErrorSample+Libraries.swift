import Foundation
import PersonalOSReference
import StorageContract

// Errors that are not the app's own: what they mean to the user. A test compares those of the app with the sources, and leaves
// these out.
extension ErrorSample {
  static func ofLibraries(_ of: ErrorDetails) -> [ErrorSample] { ofTheStore(of) + ofTheNetwork }

  /// A later call may succeed if the disk, the other process or the other transaction is done. Nothing helps if the call
  /// itself is wrong.
  private static func ofTheStore(_ of: ErrorDetails) -> [ErrorSample] {
    let (text, count) = (of.texts, of.counts[0])
    let passing = AppError.database(.concurrencyConflict, recoverable: true).expected
    let wrong = AppError.database(.constraintViolation, recoverable: false).expected
    let broken = AppError.database(.corruptedData, recoverable: false).expected
    let errors: [(StoreError, ExpectedError)] = [
      (.closed, passing), (.transactionEnded, passing), (.inUse(path: text[0]), passing),
      (.io(operation: text[0], path: text[1], reason: text[2]), passing), (.conflict(reason: text[0]), passing),
      (.lost(reason: text[0]), passing), (.damaged(path: text[0], offset: count, reason: text[1]), broken),
      (.readOnly(path: text[0]), wrong), (.invalidName(text[0]), wrong), (.invalidKey(reason: text[0]), wrong),
      (.invalidValue(field: text[0], reason: text[1]), wrong), (.invalidLimit(count), wrong), (.unsupported(text[0]), wrong),
    ]
    return errors.map { ErrorSample($0, expected: $1) }
  }

  private static var ofTheNetwork: [ErrorSample] {
    let offline: [URLError.Code] = [
      .notConnectedToInternet, .networkConnectionLost, .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .dataNotAllowed,
      .internationalRoamingOff,
    ]
    let others: [URLError.Code] = [.badServerResponse, .cannotDecodeContentData, .badURL, .secureConnectionFailed, .unknown]
    let meanings = offline.map { ($0, NetworkError.noConnection) } + [(.timedOut, .timeout)]
      + others.map { ($0, .invalidResponse) }
    return meanings.map { code, meaning in
      ErrorSample(
        URLError(code), ["\(code.rawValue)"], expected: AppError.network(meaning, retryable: true).expected,
        named: "\(code.rawValue)")
    }
  }
}
