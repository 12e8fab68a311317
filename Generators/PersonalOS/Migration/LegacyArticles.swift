import Foundation
import PersonalOSReference
import PropertyTesting

extension Generator where Value == LegacyDataset.Article {
  /// Deliveries of few articles. Many deliveries belong to the same article, under the same address or another spelling
  /// of it.
  static var legacyArticle: Generator {
    // Two deliveries that differ only in the title are two articles if the address is unusable, and one if it is
    // usable.
    let title = Generator<String>.oneOf(.element(of: ["Rates rise", "Rates fall"]), .storedText)
    let seconds = Generator<Double>.element(of: [0, 3_600, -90_000.5])
    let publishedAt = Generator<Date>.frequency(
      (2, seconds.map { Date(timeIntervalSinceReferenceDate: $0) }), (1, .storedDate))
    return Generator { source in
      let address = try source(.legacyArticleAddress)
      return LegacyDataset.Article(
        url: address.url, canonicalURL: address.canonical, title: try source(title),
        summary: try source(.storedText), source: try source(.element(of: ["Example Times", ""])),
        publishedAt: try source(publishedAt), isBookmarked: try source(.bool),
        dataSource: try source(.anyCase()))
    }
  }
}

/// An address, and the canonical form that it shares with all other addresses of its article.
struct LegacyArticleAddress: Sendable {
  var url: String
  var canonical: String?
}

extension Generator where Value == LegacyArticleAddress {
  /// A spelling of one of a few addresses, built from parts that do not matter.
  static var legacyArticleAddress: Generator {
    let useless = Generator<String>.element(of: [
      "urn:article:7", "no address", "ftp://news.example/7", "https://",
    ])
    let spelling = Generator { source in
      let number = try source(.int(in: 0...4))
      let scheme = try source(.element(of: ["https://", "http://", "HTTPS://"]))
      let host = try source(
        .element(of: ["news.example", "News.Example", "news.example.", "me@news.example"]))
      let slash = try source(.element(of: ["", "/"]))
      let query = try source(
        .element(of: ["?id=\(number)", "?utm_source=app&id=\(number)", "?id=\(number)&fbclid=x"]))
      let fragment = try source(.element(of: ["", "#comments"]))
      return LegacyArticleAddress(
        url: scheme + host + "/Articles/%7Eme" + slash + query + fragment,
        canonical: "https://news.example/Articles/~me?id=\(number)")
    }
    return .frequency((1, useless.map { LegacyArticleAddress(url: $0, canonical: nil) }), (6, spelling))
  }
}
