import Foundation
import StorageContract

/// Where an article comes from. The raw value is also the stored form; any other stored text is a decoding error.
public enum NewsDataSource: String, Sendable, CaseIterable {
  case api, cache, mock
}

/// An article, as the news screen shows it and the cache stores it.
public struct NewsItem: Sendable, Equatable, Identifiable {
  /// The stable id: equal for every delivery of the article (see ``FeedArticle/stableID``). Also the storage key.
  public var id: String
  /// The canonical URL (see ``CanonicalURL``), or the feed's text if that is not a usable URL; empty for demo items.
  public var url: String
  /// The headline, as the feed delivered it.
  public var title: String
  /// The short text below the headline, as the feed delivered it.
  public var summary: String
  /// When the publisher published the article.
  public var publishedAt: Date
  /// The name of the publisher.
  public var source: String
  /// Whether the user has bookmarked the article. ``ArticleBookmarks/displayed(_:)`` updates it.
  public var isBookmarked: Bool
  /// Whether the article comes from the API, from the cache, or is a demo item.
  public var dataSource: NewsDataSource

  /// Creates an article that is not bookmarked by default. The initialiser does not canonicalize `url`.
  public init(
    id: String, url: String, title: String, summary: String, publishedAt: Date, source: String,
    isBookmarked: Bool = false, dataSource: NewsDataSource
  ) {
    self.id = id
    self.url = url
    self.title = title
    self.summary = summary
    self.publishedAt = publishedAt
    self.source = source
    self.isBookmarked = isBookmarked
    self.dataSource = dataSource
  }
}

extension NewsItem: StoredModel {
  public static let collection = "news"
  public var storageKey: String { id }

  public var storedFields: [String: FieldValue] {
    [
      "url": .text(url), "title": .text(title), "summary": .text(summary),
      "publishedAt": .date(publishedAt), "source": .text(source), "isBookmarked": .bool(isBookmarked),
      "dataSource": .text(dataSource.rawValue),
    ]
  }

  public init(stored record: StoredRecord) throws(UnreadableRecord) {
    id = record.key
    url = try record.text("url")
    title = try record.text("title")
    summary = try record.text("summary")
    publishedAt = try record.date("publishedAt")
    source = try record.text("source")
    isBookmarked = try record.bool("isBookmarked")
    dataSource = try record.name("dataSource")
  }
}
