import Foundation
import StorageContract

/// An article (002 Data Models). It holds the relationship to its topics, which keep the inverse; its rich text lies in a
/// record of its own, ``RichTextBlobs``, and is joined when the article is read.
public struct ArticleModel: Sendable, Equatable, Identifiable {
  public let id: String
  public var url: String
  public var title: String
  public var summary: String
  /// Markdown, as title and summary are.
  public var body: String
  /// In the user's order, each once.
  public var topicNames: [String]
  public var publishedAt: Date
  public var isRead: Bool
  public var isBookmarked: Bool
  public var isArchived: Bool
  /// 0 to 100; nil: not rated.
  public var qualityScore: Double?
  public var highPriority: Bool
  /// How often the article was written: 1 at first. The store counts; what is given is not stored.
  public var version: Int64
  /// Rendered, by field. The store makes them; what is given is not stored.
  public var blobs: [RichTextField: [UInt8]]

  public init(
    id: String, url: String = "", title: String = "", summary: String = "", body: String = "", topicNames: [String] = [],
    publishedAt: Date = ArticleModel.unknownDate, isRead: Bool = false, isBookmarked: Bool = false,
    isArchived: Bool = false, qualityScore: Double? = nil, highPriority: Bool = false, version: Int64 = 1,
    blobs: [RichTextField: [UInt8]] = [:]
  ) {
    self.id = id
    self.url = url
    self.title = title
    self.summary = summary
    self.body = body
    self.topicNames = topicNames
    self.publishedAt = publishedAt
    self.isRead = isRead
    self.isBookmarked = isBookmarked
    self.isArchived = isArchived
    self.qualityScore = qualityScore
    self.highPriority = highPriority
    self.version = version
    self.blobs = blobs
  }

  /// 1970: an article whose date nobody knows stands last.
  public static let unknownDate = Date(timeIntervalSince1970: 0)

  /// What comes from outside knows nothing of what the user did with it.
  func withMarks(of known: ArticleModel) -> ArticleModel {
    var article = self
    (article.isRead, article.isBookmarked, article.isArchived) = (known.isRead, known.isBookmarked, known.isArchived)
    return article
  }

  public func text(of field: RichTextField) -> String {
    switch field {
    case .title: title
    case .summary: summary
    case .body: body
    }
  }
}

/// The parts of an article that are Markdown.
public enum RichTextField: String, Sendable, CaseIterable, Codable {
  case title, summary, body
}

extension ArticleModel: StoredModel {
  public static let collection = "articles"
  public var storageKey: String { id }

  public var storedFields: [String: FieldValue] {
    [
      "id": .text(id), "url": .text(url), "title": .text(title), "summary": .text(summary), "body": .text(body),
      "topicNames": .text(TextList.encode(topicNames)), "publishedAt": .date(publishedAt), "isRead": .bool(isRead),
      "isBookmarked": .bool(isBookmarked), "isArchived": .bool(isArchived),
      "qualityScore": qualityScore.map { .double($0) } ?? .null, "highPriority": .bool(highPriority),
      "version": .int64(version),
    ]
  }

  public init(stored record: Record) throws(UnreadableRecord) {
    self.init(
      id: try record.identity("id"), url: try record.text("url"), title: try record.text("title"),
      summary: try record.text("summary"), body: try record.text("body"), topicNames: try record.texts("topicNames"),
      publishedAt: try record.date("publishedAt", or: Self.unknownDate), isRead: try record.bool("isRead"),
      isBookmarked: try record.bool("isBookmarked"), isArchived: try record.bool("isArchived"),
      qualityScore: try record.optionalDouble("qualityScore"), highPriority: try record.bool("highPriority"),
      version: try record.int64("version", or: 1))
  }
}
