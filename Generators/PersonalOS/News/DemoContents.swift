import PersonalOSReference
import PropertyTesting

/// What an app shows, part of which may be made up.
public struct DemoContent: Sendable {
  /// A category without news, so the app shows demo items for it.
  public let category: String
  /// The source of each news item in a list.
  public let shown: [NewsDataSource]
  /// The source of the price of each holding.
  public let prices: [PriceSource]
}

extension Generator where Value == DemoContent {
  /// One of a few categories, some of which the app does not have, up to five items and up to four prices.
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
