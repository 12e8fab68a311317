import Foundation
import StorageContract

/// An article that the user marked, with all that is needed to show it when the cache has dropped it.
public struct Bookmark: Sendable, Equatable {
  /// The article's stable id.
  public var articleID: String
  /// Canonical.
  public var url: String
  public var title: String
  public var summary: String
  public var source: String
  public var publishedAt: Date
  public var dataSource: NewsDataSource

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
