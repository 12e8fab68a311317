import Foundation
import PersonalOSReference
import PropertyTesting

/// Several operations of one dashboard that overlap in time.
public struct PostOverlap: Sendable {
  /// One of the operations.
  public struct Part: Sendable {
    /// What the operation does.
    public let operation: PostOperation
    /// How the operation fails. If nil, it succeeds.
    public let failure: PostFailure?
    /// How many times its task yields to other tasks before it starts.
    public let startsAfter: Int
    /// After how many turns of other tasks its task is cancelled. If nil, it is not cancelled.
    public let isCancelledAfter: Int?
  }

  /// The posts in the store before the operations start.
  public let stored: [SocialPost]
  /// The operations, one to five.
  public let parts: [Part]
  /// The order in which the gates open. Part n has the gates 2n, before the repository acts, and 2n + 1, after it has
  /// acted.
  public let gates: [Int]
  /// How many turns of other tasks pass between the openings of two gates.
  public let turnsBetweenGates: Int
}

extension Generator where Value == PostOverlap {
  private static func operation(on numbers: ClosedRange<Int>) -> Generator<PostOperation> {
    .frequency(
      (4, Generator<SocialPost>.socialPost(numbers: numbers).map { .save($0) }),
      (2, Generator<Int>.int(in: numbers).map { .delete(number: $0) }), (3, .constant(.load)))
  }

  /// Up to five operations on few posts, so that several operations concern the same post.
  public static var postOverlap: Generator {
    // A refusal of the store would hit whichever operation comes first, so none is drawn here.
    let failure = Generator<PostFailure>.element(of: [
      .foreign, .network(.timeout), .database(.corruptedData),
    ])
    let fails = Generator<PostFailure?>.frequency((4, .constant(nil)), (1, failure.map { $0 }))
    let cancelled = Generator<Int?>.frequency(
      (5, .constant(nil)), (1, Generator<Int>.int(in: 0...40).map { $0 }))
    let waits = Generator<Int>.oneOf(.constant(0), .int(in: 0...12))
    let turns = Generator<Int>.frequency((1, .int(in: 0...3)), (2, .int(in: 8...20)))
    return Generator { source in
      let stored = try source(.socialPosts(numbers: 0...2, count: 0...3))
      let operation = Generator.operation(on: 0...(try source(.int(in: 0...1))))
      let count = try source(.frequency((1, .constant(1)), (6, .int(in: 2...5))))
      var parts = try (0..<count).map { _ in
        PostOverlap.Part(
          operation: try source(operation), failure: try source(fails), startsAfter: try source(waits),
          isCancelledAfter: try source(cancelled))
      }
      var slow = try source(.optional(.int(in: 0...(count - 1))))
      let rarity = try source(.int(in: 0...6))
      if rarity > 3, count > 1, let post = stored.first {
        let number = Int(post.id.uuid.15)
        let deletion = PostOverlap.Part(
          operation: .delete(number: number), failure: nil, startsAfter: 0, isCancelledAfter: nil)
        if rarity == 6 {
          // A post is deleted while the dashboard reads the list.
          let load = PostOverlap.Part(operation: .load, failure: nil, startsAfter: 0, isCancelledAfter: nil)
          parts.replaceSubrange(0...1, with: [load, deletion])
          slow = 0
        } else {
          // A post is saved while it is being deleted, and the save fails.
          var edited = try source(.socialPost(numbers: 0...0))
          edited.id = post.id
          let save = PostOverlap.Part(
            operation: .save(edited), failure: try source(failure), startsAfter: try source(.int(in: 1...4)),
            isCancelledAfter: nil)
          parts.replaceSubrange(0...1, with: [deletion, save])
        }
      }
      var gates = try source(.permutation(of: Array(0..<(2 * count))))
      if let slow {
        // This part acts before all others and returns after all others.
        gates.removeAll { $0 / 2 == slow }
        gates = [2 * slow] + gates + [2 * slow + 1]
      }
      return PostOverlap(
        stored: stored, parts: parts, gates: gates, turnsBetweenGates: try source(turns))
    }
  }
}
