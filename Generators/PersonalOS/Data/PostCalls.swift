import Foundation
import PersonalOSReference
import PropertyTesting

/// Which posts a fetch or a count takes.
public enum PostFilter: Sendable {
  case drafts
  /// Posts whose text has more than this many Unicode scalars.
  case longerThan(Int)
  case nothing

  /// Whether the filter takes the post.
  @Sendable public func takes(_ post: SocialPost) -> Bool {
    switch self {
    case .drafts: post.status == .draft
    case .longerThan(let count): post.text.unicodeScalars.count > count
    case .nothing: false
    }
  }
}

/// A use of a scope.
public enum ScopeCall: Sendable, CaseIterable {
  case fetchAll, fetchOne, save, delete, count, transaction
}

extension Generator where Value == PostFilter {
  /// Mostly one that takes some of the posts.
  public static var postFilter: Generator {
    .frequency(
      (3, .constant(.drafts)), (3, Generator<Int>.int(in: 0...3).map { .longerThan($0) }), (1, .constant(.nothing)))
  }
}

extension Generator where Value == SocialPost {
  /// A post with one of four ids, so that posts are replaced and found again.
  public static var keptPost: Generator {
    .build(
      { SocialPost(id: $0, text: $1, createdAt: $2, status: $3) },
      from: Generator<UInt8>.integer(in: 0...3).map {
        UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, $0))
      }, .text(count: 0...6), .date(), .anyCase())
  }
}
