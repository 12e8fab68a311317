import Foundation
import PlatformStandIns

/// An article as a feed delivers it. It has no id of its own, and its address may be in any spelling.
public struct FeedArticle: Sendable, Equatable {
  /// The address as the feed wrote it.
  public var url: String
  /// The headline. It is part of the stable id only if the address is unusable.
  public var title: String
  /// A short text about the article.
  public var summary: String
  /// The time of publication, as the feed states it.
  public var publishedAt: Date
  /// The name of the publisher.
  public var source: String

  /// Creates an article from its parts. It does not check the address.
  public init(url: String, title: String, summary: String, publishedAt: Date, source: String) {
    self.url = url
    self.title = title
    self.summary = summary
    self.publishedAt = publishedAt
    self.source = source
  }

  /// The stable id: the same for every delivery of the article, on every device. It is "art_" and 32 hexadecimal digits,
  /// the first half of the SHA-256 of the canonical URL. If the address is unusable, the SHA-256 is that of the source, the
  /// title and the UTC day of publication (the decimal number of days since 1970-01-01), with U+0000 between them.
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
  /// The stable id of the article at this address.
  public var articleID: String { makeArticleID(of: text) }
}

private func makeArticleID(of identity: String) -> String {
  "art_" + SHA256Digest.of(identity).prefix(16).hexadecimalText
}

extension NewsItem {
  /// The article with its stable id and its canonical URL. If the address is unusable, the item keeps it as the feed wrote
  /// it.
  public init(_ article: FeedArticle, dataSource: NewsDataSource, isBookmarked: Bool = false) {
    let url = CanonicalURL(article.url)
    self.init(
      id: article.stableID(url), url: url?.text ?? article.url, title: article.title,
      summary: article.summary, publishedAt: article.publishedAt, source: article.source,
      isBookmarked: isBookmarked, dataSource: dataSource)
  }
}
