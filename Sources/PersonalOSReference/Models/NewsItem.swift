import Foundation
import StorageContract

/// Where a piece of news comes from. Also the stored form: any other word is a decoding error.
public enum NewsDataSource: String, Sendable, CaseIterable {
  case api, cache, mock
}

/// One article.
public struct NewsItem: Sendable, Equatable, Identifiable {
  /// Stable and canonical: see `CanonicalURL`.
  public var id: String
  /// Canonical, for matching.
  public var url: String
  public var title: String
  public var summary: String
  public var publishedAt: Date
  public var source: String
  public var isBookmarked: Bool
  /// "api", "cache" or "mock".
  public var dataSource: NewsDataSource

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
