import Foundation

/// An error with words for the user in both languages of the app, Chinese first.
public protocol BilingualError: LocalizedError, Sendable {
  var chinese: String { get }
  var english: String { get }
}

extension BilingualError {
  /// "锁定。/ Locked."
  public var errorDescription: String? { "\(chinese) / \(english)" }
}
