import Foundation
import PersonalOSReference
import PropertyTesting

/// Calls of a repository of posts, and scopes that outlive their closures.
public struct RepositoryScript: Sendable {
  /// Which posts a fetch or a count takes.
  public enum Filter: Sendable, Equatable {
    case drafts
    /// Posts whose text has more than this many Unicode scalars.
    case longerThan(Int)
    case nothing
  }

  /// A call of the repository.
  public enum Operation: Sendable {
    /// Saves the post in place of the stored one with its id, if any.
    case save(SocialPost)
    /// Deletes the post with the id of this one, if any.
    case delete(SocialPost)
    /// Fetches the posts that the filter takes; nil takes all.
    case fetch(Filter?)
    /// Counts the posts that the filter takes; nil takes all.
    case count(Filter?)
  }

  /// A use of a scope after its closure has returned.
  public enum Use: Sendable, CaseIterable {
    case fetchAll, fetchOne, save, delete, count, transaction
  }

  /// A scope that somebody carries out of its closure and uses later.
  public struct Smuggling: Sendable {
    /// Whether the closure throws. The store then rolls back what the closure wrote.
    public let throwsAfterwards: Bool
    /// The use of the scope, which must fail.
    public let use: Use
    /// Whether somebody uses the scope inside the closure of another scope.
    public let isUsedInsideAnother: Bool
    /// How many times its task yields to other tasks before it uses the scope.
    public let waits: Int
  }

  /// The calls, in order. The first two to four are saves.
  public let operations: [Operation]
  /// The scopes that outlive their closures, each in a task of its own.
  public let smugglings: [Smuggling]
}

extension Generator where Value == RepositoryScript {
  /// 5 to 16 calls on four posts, and 1 to 4 escaped scopes.
  public static var repositoryScript: Generator {
    let filter = Generator<RepositoryScript.Filter?>.optional(
      .frequency(
        (3, .constant(.drafts)), (3, Generator<Int>.int(in: 0...3).map { .longerThan($0) }),
        (1, .constant(.nothing))))
    let operation = Generator<RepositoryScript.Operation>.frequency(
      (6, Generator<SocialPost>.keptPost.map { .save($0) }),
      (3, Generator<SocialPost>.keptPost.map { .delete($0) }),
      (2, filter.map { .fetch($0) }), (4, filter.map { .count($0) }))
    let smuggling = Generator<RepositoryScript.Smuggling> { source in
      RepositoryScript.Smuggling(
        throwsAfterwards: try source(.bool), use: try source(.anyCase()),
        isUsedInsideAnother: try source(.bool), waits: try source(.taskWaits))
    }
    return Generator { source in
      let saves = Generator<SocialPost>.keptPost.map { RepositoryScript.Operation.save($0) }
      return RepositoryScript(
        operations: try source(.array(of: saves, count: 2...4))
          + source(.array(of: operation, count: 3...12)),
        smugglings: try source(.array(of: smuggling, count: 1...4)))
    }
  }
}

extension Generator where Value == SocialPost {
  /// A post with one of four ids, so that posts are replaced and found again.
  fileprivate static var keptPost: Generator {
    Generator { source in
      let last = try source(.int(in: 0...3))
      return SocialPost(
        id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, UInt8(last))),
        text: try source(.text(count: 0...6)), createdAt: try source(.date()),
        status: try source(.anyCase()))
    }
  }
}
