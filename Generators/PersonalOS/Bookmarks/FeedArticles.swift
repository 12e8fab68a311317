import Foundation
import PersonalOSReference
import PropertyTesting

extension Generator where Value == FeedArticle {
  /// There are few titles and sources, so different articles share them.
  static func feedArticle(url: Generator<String>) -> Generator {
    let source = Generator<String>.element(of: ["Daily", "Weekly", "Café"])
    return .build(FeedArticle.init, from: url, .newsText, .newsText, .date(), source)
  }
}

extension Generator where Value == String {
  /// Headlines: often equal, sometimes with letters composed in different ways, padded, or empty.
  static var newsText: Generator {
    .frequency(
      (4, .element(of: ["Rates rise", "Rates fall", "Rates rise again", ""])),
      (2, .element(of: ["Cafe\u{301} opens", "Café opens", " padded ", "line\nbreak", "a\0b"])),
      (1, .text(count: 0...12)))
  }
}

/// One delivery of an article from a pool. The spelling of its address and its details differ from others.
public struct ArticleDelivery: Sendable, CounterexampleDescribable {
  /// The place of the article in its pool.
  public let number: Int
  /// The address of the article, with its parameters in the order in which the feed writes them.
  public let address: WebAddress
  /// What the feed delivers.
  public private(set) var article: FeedArticle

  /// The same delivery, published at a whole second. Seconds since 1970 hold such a date exactly.
  public var inWholeSeconds: ArticleDelivery {
    var delivery = self
    delivery.article.publishedAt = Date(timeIntervalSince1970: article.publishedAt.timeIntervalSince1970.rounded())
    return delivery
  }

  /// The number of the article and its details: "article 0: …".
  public var counterexampleDescription: String { "article \(number): \(describe(article))" }
}

/// A few articles that only their addresses distinguish.
public struct ArticlePool: Sendable {
  /// One address for each article. No two lead to the same article.
  public let addresses: [WebAddress]

  /// A delivery of any of the articles.
  public var delivery: Generator<ArticleDelivery> {
    Generator { source in
      let number = try source(.int(in: 0...addresses.count - 1))
      var address = addresses[number]
      address.parameters = try source(.permutation(of: address.parameters))
      let article = try source(.feedArticle(url: address.spelling))
      return ArticleDelivery(number: number, address: address, article: article)
    }
  }
}

extension Generator where Value == ArticlePool {
  /// Articles whose addresses are mostly near misses of each other, one change apart.
  public static func articlePool(count: ClosedRange<Int> = 2...4) -> Generator {
    Generator { source in
      var addresses = [try source(.webAddress)]
      let count = try source(.int(in: count))
      while addresses.count < count {
        var next = try source(addresses[addresses.count - 1].nearMiss)
        while addresses.contains(where: { $0.canonical == next.canonical }) {
          next.parameters.append(WebAddress.Parameter(name: [.plain("z")], value: nil))
        }
        addresses.append(next)
      }
      return ArticlePool(addresses: addresses)
    }
  }
}
