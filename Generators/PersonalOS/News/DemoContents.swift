import PersonalOSReference
import PropertyTesting

/// What an app shows that may be made up.
public struct DemoContent: Sendable {
  /// One of which there is no news.
  public let category: String
  /// Where the items of a list come from.
  public let shown: [NewsDataSource]
  /// Where the prices of holdings come from.
  public let prices: [PriceSource]
}

extension Generator where Value == DemoContent {
  public static var demoContent: Generator {
    let category = Generator<String>.element(of: ["science", "business", "technology", "Science", "Poésie", "a b", ""])
    return Generator { source in
      DemoContent(
        category: try source(category),
        shown: try source(.oneOf(.array(of: .anyCase(), count: 0...1), .array(of: .anyCase(), count: 2...5))),
        prices: try source(.oneOf(.array(of: .anyCase(), count: 0...1), .array(of: .anyCase(), count: 2...4))))
    }
  }
}
