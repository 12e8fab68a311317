import Foundation
import StorageContract

extension AppError {
  /// Maps any error to an error of the app. The app's own errors stay as they are. Errors of the store and the system are
  /// mapped by their meaning to the user. An unknown error becomes an invalid response that may be retried.
  public init(_ error: any Error) {
    self =
      switch error {
      case let error as AppError: error
      case let error as NetworkError: .network(error, retryable: true)
      case let error as DatabaseError: .database(error, recoverable: error.canRetry)
      case let error as ValidationError: .validation(error)
      case let error as SecurityError: .security(error)
      case is TradeInputError, is SocialPostError: .database(.constraintViolation, recoverable: false)
      case is UnreadableRecord: .database(.corruptedData, recoverable: false)
      case let error as StoreError: Self.database(error)
      case let error as URLError: .network(NetworkError(error), retryable: true)
      default: .network(.invalidResponse, retryable: true)
      }
  }

  private static func database(_ error: StoreError) -> AppError {
    switch error {
    case .damaged: .database(.corruptedData, recoverable: false)
    // A later call may succeed, because the disk or the other process has changed.
    case .closed, .transactionEnded, .inUse, .io, .conflict, .lost: .database(.concurrencyConflict, recoverable: true)
    case .readOnly, .invalidName, .invalidKey, .invalidValue, .invalidLimit, .unsupported:
      .database(.constraintViolation, recoverable: false)
    }
  }
}

extension NetworkError {
  fileprivate init(_ error: URLError) {
    self =
      switch error.code {
      case .notConnectedToInternet, .networkConnectionLost, .cannotFindHost, .cannotConnectToHost,
        .dnsLookupFailed, .dataNotAllowed, .internationalRoamingOff:
        .noConnection
      case .timedOut: .timeout
      default: .invalidResponse
      }
  }
}
