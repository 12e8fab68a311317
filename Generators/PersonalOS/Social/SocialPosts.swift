import Foundation
import PersonalOSReference
import PropertyTesting

extension UUID {
  /// Post number `number` (0…255). Higher numbers sort first, so that the order of ids is not that of
  /// numbers.
  public static func post(_ number: Int) -> UUID {
    let low = UInt8(truncatingIfNeeded: number)
    return UUID(uuid: (~low, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, low))
  }
}

extension Generator where Value == SocialPost {
  /// A post of one of the given numbers. Texts and times are of few, so that different posts say the same, at
  /// the same time even; some texts differ by case, by white, or by normal form alone.
  public static func socialPost(number: Generator<Int>) -> Generator {
    let seconds = Generator<Double>.element(of: [0, 60, 0.25, -1, 1e9, 1.0.nextUp])
    return Generator { source in
      SocialPost(
        id: .post(try source(number)), text: try source(.postText),
        createdAt: Date(timeIntervalSinceReferenceDate: try source(seconds)), status: try source(.anyCase()))
    }
  }

  public static func socialPost(numbers: ClosedRange<Int>) -> Generator {
    .socialPost(number: .int(in: numbers))
  }
}

extension Generator where Value == [SocialPost] {
  /// Posts of different numbers.
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
