import Foundation
import PersonalOSReference
import PropertyTesting

extension Generator where Value == FeedArticle {
  /// Articles at addresses of `url`. There are few titles and sources, so different articles share them.
  public static func feedArticle(url: Generator<String>) -> Generator {
    let date = Generator<Date>.date()
    return Generator { source in
      FeedArticle(
        url: try source(url), title: try source(.newsText), summary: try source(.newsText),
        publishedAt: try source(date), source: try source(.element(of: ["Daily", "Weekly", "Café"])))
    }
  }
}

extension Generator where Value == String {
  /// Headlines: often equal, sometimes with letters composed in different ways, padded, or empty.
  public static var newsText: Generator {
    .frequency(
      (4, .element(of: ["Rates rise", "Rates fall", "Rates rise again", ""])),
      (2, .element(of: ["Cafe\u{301} opens", "Café opens", " padded ", "line\nbreak", "a\0b"])),
      (1, .text(count: 0...12)))
  }
}

/// One delivery of an article from a pool: its address has any spelling, and its details differ from delivery to
/// delivery.
public struct ArticleDelivery: Sendable, CounterexampleDescribable {
  /// The place of the article in its pool.
  public let number: Int
  /// What the feed delivers.
  public let article: FeedArticle

  /// The same delivery, published at a whole second. Seconds since 1970 hold such a date exactly.
  public var inWholeSeconds: ArticleDelivery {
    var article = article
    article.publishedAt = Date(timeIntervalSince1970: article.publishedAt.timeIntervalSince1970.rounded())
    return ArticleDelivery(number: number, article: article)
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
    let (addresses, edits) = (addresses, Generator<[SpellingEdit]>.array(of: .spellingEdit, count: 0...3))
    return Generator { source in
      let number = try source(.int(in: 0...(addresses.count - 1)))
      let url = addresses[number].written(try source(edits))
      return ArticleDelivery(number: number, article: try source(.feedArticle(url: .constant(url))))
    }
  }

  /// One delivery of each article, with the plainest spelling of its address.
  public var plainDeliveries: [ArticleDelivery] {
    addresses.enumerated().map { number, address in
      ArticleDelivery(
        number: number,
        article: FeedArticle(
          url: address.written(), title: "Plain", summary: "", publishedAt: Date(timeIntervalSince1970: 0),
          source: "Daily"))
    }
  }
}

extension Generator where Value == ArticlePool {
  /// Articles whose addresses are mostly near misses of each other, one change apart.
  public static func articlePool(count: ClosedRange<Int> = 2...4) -> Generator {
    let change = Generator<AddressChange>.frequency(
      (1, .addressChange), (1, Generator<Int>.int(in: 0...3).map { .caseOfPath($0) }))
    return Generator { source in
      var addresses = [try source(.webAddress)]
      let count = try source(.int(in: count))
      while addresses.count < count {
        var next = addresses[addresses.count - 1].changed(try source(change))
        while addresses.contains(where: next.leadsToSameArticle) {
          next = next.changed(.newParameter)
        }
        addresses.append(next)
      }
      return ArticlePool(addresses: addresses)
    }
  }
}
