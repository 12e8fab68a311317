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
