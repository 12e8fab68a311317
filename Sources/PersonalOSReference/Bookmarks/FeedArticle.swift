import Foundation
import PlatformStandIns

/// An article as a feed delivers it: it has no id of its own, and its address may be written in any way.
public struct FeedArticle: Sendable, Equatable {
  /// As the feed has it.
  public var url: String
  public var title: String
  public var summary: String
  public var publishedAt: Date
  /// Who published it.
  public var source: String

  public init(url: String, title: String, summary: String, publishedAt: Date, source: String) {
    self.url = url
    self.title = title
    self.summary = summary
    self.publishedAt = publishedAt
    self.source = source
  }

  /// The same for every delivery of one article, on every device: "art_" and 32 hexadecimal digits, half of
  /// the SHA-256 of the canonical URL. Where the address is not usable, of the source, the title and the UTC
  /// day of publication (the decimal number of days since 1970-01-01), with U+0000 between them.
  public var stableID: String {
    stableID(CanonicalURL(url))
  }

  fileprivate func stableID(_ url: CanonicalURL?) -> String {
    url?.articleID ?? makeArticleID(of: [source, title, utcDay].joined(separator: "\0"))
  }

  private var utcDay: String {
    let day = (publishedAt.timeIntervalSince1970 / 86_400).rounded(.down)
    return Int64(exactly: day).map { "\($0)" } ?? "\(day)"
  }
}

extension CanonicalURL {
  /// The stable id of the article there.
  public var articleID: String { makeArticleID(of: text) }
}

private func makeArticleID(of identity: String) -> String {
  "art_" + SHA256Digest.of(identity).prefix(16).hexadecimalText
}

extension NewsItem {
  /// The article with its stable id and, where it is usable, its canonical URL.
  public init(_ article: FeedArticle, dataSource: NewsDataSource, isBookmarked: Bool = false) {
    let url = CanonicalURL(article.url)
    self.init(
      id: article.stableID(url), url: url?.text ?? article.url, title: article.title,
      summary: article.summary, publishedAt: article.publishedAt, source: article.source,
      isBookmarked: isBookmarked, dataSource: dataSource)
  }
}
