import Foundation

/// An error as it is shown. It has an identity of its own, given once: two failures with the same reason
/// are two, and can be dismissed and retried one by one.
public struct PresentedError: Sendable, Identifiable, Equatable {
  public enum Style: Sendable {
    /// Beside what is shown, which stays usable.
    case banner
    /// Over it, until it is dismissed.
    case modal
  }

  public let id: UUID
  public let error: AppError
  /// What the user reads.
  public var message: String
  /// What failed, and what a retry does again: "load prices".
  public let operation: String
  /// Whether ``ErrorPresenting/retry(for:)`` does something.
  public let offersRetry: Bool
  public var style: Style

  public init(
    id: UUID, error: AppError, operation: String, offersRetry: Bool, style: Style = .banner
  ) {
    self.id = id
    self.error = error
    message = error.userMessage
    self.operation = operation
    self.offersRetry = offersRetry
    self.style = style
  }
}
