import Foundation
import PlatformStandIns
import StorageContract

/// What can go wrong in the vault, in the form that the user sees. Services and view models throw only this, or
/// `CancellationError`. After a service has thrown, cards, attachments and passwords are as they were before the call.
///
/// No error contains a value of a field, a password or a part of an attachment.
public enum AppError: Error, Sendable, Equatable {
  /// The vault is locked, or the authentication refused a request.
  case authentication(AuthenticationError)
  /// The card does not exist, or the vault is locked.
  case card(CardServiceError)
  /// The file is too large, or something is missing or damaged.
  case attachment(AttachmentError)
  /// The watermark cannot be drawn.
  case watermark(WatermarkError)
  /// The card's contents are not valid.
  case validation(ValidationError)
  /// The store or the keychain failed, or a stored value cannot be read. The text says which, for the log.
  case database(String)
}

extension AppError: BilingualError {
  public var chinese: String { part?.chinese ?? "数据无法读写，请稍后重试。" }

  public var english: String { part?.english ?? "The data could not be read or written. Try again later." }

  private var part: (any BilingualError)? {
    switch self {
    case .authentication(let error): error
    case .card(let error): error
    case .attachment(let error): error
    case .watermark(let error): error
    case .validation(let error): error
    case .database: nil
    }
  }
}

extension AppError {
  /// Converts any error. An error of the app keeps its meaning. An error of the store, the keychain or the cipher
  /// becomes ``database(_:)``.
  public init(_ error: any Error) {
    self =
      switch error {
      case let error as AppError: error
      case let error as AuthenticationError: .authentication(error)
      case let error as CardServiceError: .card(error)
      case let error as AttachmentError: .attachment(error)
      case let error as WatermarkError: .watermark(error)
      case let error as ValidationError: .validation(error)
      // The description of this error may contain the stored value.
      case is DecodingError: .database("a stored value does not read")
      default: .database(String(describing: error))
      }
  }

  /// The result of `body`, whose errors other than a cancellation are converted to ``AppError``.
  /// - Parameter locked: the service's own error for a locked vault. It replaces the authentication's, which the cipher
  ///   throws if there is no key.
  static func wrapping<Result>(
    locked: AppError = .authentication(.locked), isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await body()
    } catch let cancellation as CancellationError {
      throw cancellation
    } catch AuthenticationError.locked {
      throw locked
    } catch AppError.authentication(.locked) {
      throw locked
    } catch {
      throw AppError(error)
    }
  }
}
