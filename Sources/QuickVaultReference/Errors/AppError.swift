import Foundation
import PlatformStandIns
import StorageContract

/// What can go wrong in the vault, as the user is told of it. Every service and view model throws this, or
/// `CancellationError`; where it throws, what is stored is as it was before.
///
/// No error holds a value of a field, a password or a part of an attachment.
public enum AppError: Error, Sendable, Equatable {
  case authentication(AuthenticationError)
  case card(CardServiceError)
  case attachment(AttachmentError)
  case watermark(WatermarkError)
  case validation(ValidationError)
  /// The store or the keychain refused, or what lies there does not read; the text says which, for the log.
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
  /// Any error as one of the app's: its own as they are, those of store, keychain and cipher as ``database(_:)``.
  public init(_ error: any Error) {
    self =
      switch error {
      case let error as AppError: error
      case let error as AuthenticationError: .authentication(error)
      case let error as CardServiceError: .card(error)
      case let error as AttachmentError: .attachment(error)
      case let error as WatermarkError: .watermark(error)
      case let error as ValidationError: .validation(error)
      // What did not read may stand in its description.
      case is DecodingError: .database("a stored value does not read")
      default: .database(String(describing: error))
      }
  }

  /// What `body` gives, with any error but a cancellation as one of the app's.
  ///
  /// A service that is locked says so in its own words: what the cipher throws for want of a key is `locked` then.
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
