import Foundation
import PersonalOSReference
import PropertyTesting

extension UUID {
  /// The id of post `number` (0…255). Higher numbers have lower ids, so the order of ids differs from the order of
  /// numbers.
  public static func post(_ number: Int) -> UUID {
    let low = UInt8(truncatingIfNeeded: number)
    return UUID(uuid: (~low, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, low))
  }
}

extension Generator where Value == SocialPost {
  /// A post with one of the given numbers. There are few texts and times, so different posts may have equal ones. Some
  /// texts differ only in case, white space or Unicode normalisation.
  public static func socialPost(number: Generator<Int>) -> Generator {
    let seconds = Generator<Double>.element(of: [0, 60, 0.25, -1, 1e9, 1.0.nextUp])
    return Generator { source in
      SocialPost(
        id: .post(try source(number)), text: try source(.postText),
        createdAt: Date(timeIntervalSinceReferenceDate: try source(seconds)), status: try source(.anyCase()))
    }
  }

  /// A post with a number of this range.
  public static func socialPost(numbers: ClosedRange<Int>) -> Generator {
    .socialPost(number: .int(in: numbers))
  }
}

extension Generator where Value == [SocialPost] {
  /// Posts with different numbers. If a number is drawn twice, the second post is left out.
  public static func socialPosts(numbers: ClosedRange<Int>, count: ClosedRange<Int>) -> Generator {
    Generator<[SocialPost]>.array(of: .socialPost(numbers: numbers), count: count).map { drawn in
      drawn.reduce(into: []) { posts, post in
        if !posts.contains(where: { $0.id == post.id }) { posts.append(post) }
      }
    }
  }
}

extension Generator where Value == String {
  fileprivate static var postText: Generator {
    .frequency(
      (3, .element(of: ["Hello", "hello", "Hello ", "Hello\n"])),
      (2, .element(of: ["", "caf\u{E9}", "cafe\u{301}", "a\u{0}b"])), (1, .text(count: 0...20)))
  }
}
