import Foundation

/// An error that is shown to the user. Each one has its own identity, so the user can dismiss and retry two failures with
/// the same cause one by one.
public struct PresentedError: Sendable, Identifiable, Equatable {
  /// How the error is displayed.
  public enum Style: Sendable {
    /// Beside the view, which stays usable.
    case banner
    /// Over the view, until the user dismisses it.
    case modal
  }

  /// The identity of this presentation, unique among all.
  public let id: UUID
  /// The error, mapped to one of the app's.
  public let error: AppError
  /// The text for the user.
  public var message: String
  /// The operation that failed and that a retry repeats, such as "load prices".
  public let operation: String
  /// Whether ``ErrorPresenting/retry(for:)`` does anything for this error.
  public let offersRetry: Bool
  /// How the error is displayed.
  public var style: Style

  /// Creates a presentation. By default the message is the error's own, and the style is a banner.
  public init(
    id: UUID, error: AppError, message: String? = nil, operation: String, offersRetry: Bool,
    style: Style = .banner
  ) {
    self.id = id
    self.error = error
    self.message = message ?? error.userMessage
    self.operation = operation
    self.offersRetry = offersRetry
    self.style = style
  }
}
