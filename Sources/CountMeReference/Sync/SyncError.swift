import Foundation

/// An error that knows whether the same attempt could succeed later.
///
/// Errors of a ``SyncTransport`` should conform. An error that does not conform counts as retryable: at the sync
/// boundary an unknown failure is mostly the network's. A superfluous retry costs seconds, while a missing retry costs
/// the operation.
public protocol RetryableError: Error {
  /// Whether the same attempt could succeed later.
  var isRetryable: Bool { get }
}

/// A failure at the sync boundary.
public enum SyncError: RetryableError {
  /// A document or a stored row is invalid. The reason names the model, the field, the requirement and the value found.
  /// Not retryable: the data will not become valid.
  case invalidData(reason: String)
  /// Every attempt failed (requirements 8.1 to 8.3). Not retryable, because the retries are used up.
  case maxRetriesExceeded
  /// Any other failure of the transport. It is retryable if the error inside is.
  case firestoreError(any Error)

  /// Whether a retry could help. For ``firestoreError(_:)`` the error inside decides.
  public var isRetryable: Bool {
    switch self {
    case .invalidData, .maxRetriesExceeded: false
    case .firestoreError(let error): Self.isRetryable(error)
    }
  }

  /// Whether to try again after `error`. Never after a cancellation, because nobody waits for the result.
  static func isRetryable(_ error: any Error) -> Bool {
    switch error {
    case is CancellationError: false
    case let error as any RetryableError: error.isRetryable
    default: true
    }
  }
}

extension SyncError: LocalizedError, CustomStringConvertible {
  public var errorDescription: String? { description }

  public var description: String {
    switch self {
    case .invalidData(let reason): "Invalid data: \(reason)"
    case .maxRetriesExceeded: "Every attempt failed."
    case .firestoreError(let error): "Firestore error: \(error)"
    }
  }
}
