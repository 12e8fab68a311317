import Foundation
import StorageContract

/// An article that the user bookmarked. It holds everything needed to show the article after the cache has dropped it.
public struct Bookmark: Sendable, Equatable {
  /// The article's stable id (``NewsItem/id``), which is also the storage key.
  public var articleID: String
  /// The canonical URL (see ``CanonicalURL``), or the feed's text if that is not a usable URL.
  public var url: String
  /// The headline, as the feed delivered it.
  public var title: String
  /// The short text below the headline, as the feed delivered it.
  public var summary: String
  /// The name of the publisher.
  public var source: String
  /// When the publisher published the article.
  public var publishedAt: Date
  /// Where the article came from when the user bookmarked it.
  public var dataSource: NewsDataSource

  /// Creates a bookmark from its parts. To bookmark an item as it is, use ``init(of:)``.
  public init(
    articleID: String, url: String, title: String, summary: String, source: String, publishedAt: Date,
    dataSource: NewsDataSource
  ) {
    self.articleID = articleID
    self.url = url
    self.title = title
    self.summary = summary
    self.source = source
    self.publishedAt = publishedAt
    self.dataSource = dataSource
  }
}

extension Bookmark: StoredModel {
  public static let collection = "bookmarks"
  public var storageKey: String { articleID }

  public var storedFields: [String: FieldValue] {
    [
      "url": .text(url), "title": .text(title), "summary": .text(summary), "source": .text(source),
      "publishedAt": .date(publishedAt), "dataSource": .text(dataSource.rawValue),
    ]
  }

  public init(stored record: StoredRecord) throws(UnreadableRecord) {
    articleID = record.key
    url = try record.text("url")
    title = try record.text("title")
    summary = try record.text("summary")
    source = try record.text("source")
    publishedAt = try record.date("publishedAt")
    dataSource = try record.name("dataSource")
  }
}
