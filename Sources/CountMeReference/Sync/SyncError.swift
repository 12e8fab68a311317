import Foundation

/// An error that knows whether the same attempt could succeed later.
///
/// What a ``SyncTransport`` throws should conform. An error that does not counts as retryable: at the
/// sync boundary an unknown failure is most often the network's, and a retry too many costs seconds
/// while a retry too few costs the operation.
public protocol RetryableError: Error {
  var isRetryable: Bool { get }
}

/// What goes wrong at the sync boundary.
public enum SyncError: RetryableError {
  /// A document, or a stored row, that is not what it should be. The reason names the model, the
  /// field, what is allowed and what was found. Not retryable: the data will not become valid.
  case invalidData(reason: String)
  /// Every attempt failed (requirements 8.1 to 8.3). Not retryable: that is what it says.
  case maxRetriesExceeded
  /// Any other failure of the transport. As retryable as the error inside.
  case firestoreError(any Error)

  public var isRetryable: Bool {
    switch self {
    case .invalidData, .maxRetriesExceeded: false
    case .firestoreError(let error): Self.isRetryable(error)
    }
  }

  /// Whether to try again after `error`. Never after a cancellation: nobody waits for the result.
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
