import Foundation
import PersonalOSReference
import PropertyTesting

/// What is done with a repository of posts, and with scopes that were carried out of their closures.
public struct RepositoryScript: Sendable {
  public enum Filter: Sendable, Equatable {
    case drafts
    case longerThan(Int)
    case nothing
  }

  public enum Operation: Sendable {
    case save(SocialPost)
    case delete(SocialPost)
    case fetch(Filter?)
    case count(Filter?)
  }

  /// A use of a scope after its closure has ended.
  public enum Use: Sendable, CaseIterable {
    case fetchAll, fetchOne, save, delete, count, transaction
  }

  public struct Smuggling: Sendable {
    /// Whether the closure throws; what it wrote is rolled back then.
    public let throwsAfterwards: Bool
    public let use: Use
    /// Whether the scope is used inside the closure of another.
    public let isUsedInsideAnother: Bool
    /// How many turns of other tasks lie between, unless they are done.
    public let waits: Int
  }

  public let operations: [Operation]
  public let smugglings: [Smuggling]
}

extension Generator where Value == RepositoryScript {
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
  /// One of four ids, so that posts are replaced and found again.
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
