import Foundation
import PersonalOSReference
import PropertyTesting

/// An article, and all that distinguishes it from others: known from how it was made, not from reading it.
public struct ArticleIdentity: Sendable {
  /// What the feed delivers.
  public let article: FeedArticle
  /// The meaning of its address. Nil: the address is not usable.
  public let address: WebAddress?
  /// The text whose digest is the article's id.
  public let identity: String
}

extension Generator where Value == [ArticleIdentity] {
  /// Deliveries of four articles in different spellings, and articles without a usable address.
  public static var articleIdentities: Generator {
    Generator { source in
      let delivery = try source(.articlePool(count: 4...4)).delivery
      let known = delivery.map {
        ArticleIdentity(article: $0.article, address: $0.address, identity: $0.address.canonical)
      }
      return try source(.array(of: .frequency((4, known), (1, .withoutURL)), count: 4...10))
    }
  }
}

extension Generator where Value == ArticleIdentity {
  /// Such an article is its source, its title and its UTC day, at whatever time of that day.
  fileprivate static var withoutURL: Generator {
    Generator { source in
      var article = try source(.feedArticle(url: .brokenAddress))
      let day = try source(.int(in: -40_000...40_000, target: 0))
      let time = try source(.element(of: [0, 1, 43_200, 86_399]))
      article.publishedAt = Date(timeIntervalSince1970: Double(day * 86_400 + time))
      let identity = "\(article.source)\0\(article.title)\0\(day)"
      return ArticleIdentity(article: article, address: nil, identity: identity)
    }
  }
}
