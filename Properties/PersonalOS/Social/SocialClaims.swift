import Foundation
import PersonalOSGenerators
import PersonalOSReference

extension [SocialPost] {
  /// Whether another post has the same text, byte for byte.
  func hasNamesake(of id: UUID) -> Bool {
    guard let post = first(where: { $0.id == id }) else { return false }
    return contains { $0.id != id && $0.text.utf8.elementsEqual(post.text.utf8) }
  }
}

extension PostFailure {
  /// Whether the user has to be able to tell the two apart. Values of one case are one reason here, but for the status of
  /// a server; what an unknown error says is not specified.
  func isForAnotherReason(than other: PostFailure) -> Bool {
    guard let reason, let otherReason = other.reason else { return false }
    return reason != otherReason
  }

  private var reason: String? {
    switch self {
    case .app(.network(let error, _)), .network(let error): "network \(error)"
    case .app(.database(.migrationFailed, _)), .database(.migrationFailed): "migration"
    case .app(.database(let error, _)), .database(let error): "database \(error)"
    case .app(.security(let error)): "security \(error)"
    case .app(.validation(let error)): "validation \(error)"
    case .foreign, .storeRefuses: nil
    }
  }

  /// Whether `error` tells of this failure: as it is, or as what it is a case of. What to make of an error
  /// that says nothing is not specified.
  func causes(_ error: AppError?) -> Bool {
    switch (self, error) {
    case (.app(let cause), let error?): cause == error
    case (.network(let cause), .network(let error, _)): cause == error
    case (.database(let cause), .database(let error, _)): cause == error
    case (.foreign, _?), (.storeRefuses, .database): true
    default: false
    }
  }
}
