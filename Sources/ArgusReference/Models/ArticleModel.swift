import Foundation
import StorageContract

/// An article (002 Data Models). It names its topics; each topic holds the inverse links. Its rich text is stored in a
/// record of its own, ``RichTextBlobs``, and joined when the article is read.
public struct ArticleModel: Sendable, Equatable, Identifiable {
  /// Identifies the article. Compared by bytes, and never empty in the store.
  public let id: String
  /// The address as it was given. Two stored articles never have the same ``CanonicalURL``.
  public var url: String
  /// The title, in Markdown.
  public var title: String
  /// The summary, in Markdown. May be empty.
  public var summary: String
  /// The text, in Markdown.
  public var body: String
  /// The names of the topics in the user's order. The store drops repetitions and empty names.
  public var topicNames: [String]
  /// The date of publication, or ``unknownDate``.
  public var publishedAt: Date
  /// Whether the user has opened the article, or marked it as read.
  public var isRead: Bool
  /// Whether the user has bookmarked the article.
  public var isBookmarked: Bool
  /// Whether the user has archived the article.
  public var isArchived: Bool
  /// The quality from 0 to 100, or nil if the article is not rated.
  public var qualityScore: Double?
  /// Whether the backend wants the user to be notified of this article by itself.
  public var highPriority: Bool
  /// The number of times that the article was written, starting at 1. The store counts, and ignores the value that a
  /// caller gives.
  public var version: Int64
  /// The rendered text of each field, encoded by ``RichTextBlob``. The store renders it, and ignores the value that a
  /// caller gives.
  public var blobs: [RichTextField: [UInt8]]

  /// Creates an article. Only the id has no default: the texts are empty, the date is unknown, and no mark is set.
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

  /// The start of 1970, so that articles of unknown date stand last in lists.
  public static let unknownDate = Date(timeIntervalSince1970: 0)

  /// Returns this article with the user's marks of `known`. Articles from outside carry no marks.
  func withMarks(of known: ArticleModel) -> ArticleModel {
    var article = self
    (article.isRead, article.isBookmarked, article.isArchived) = (known.isRead, known.isBookmarked, known.isArchived)
    return article
  }

  /// Returns the Markdown of a field.
  public func text(of field: RichTextField) -> String {
    switch field {
    case .title: title
    case .summary: summary
    case .body: body
    }
  }
}

/// The fields of an article that are Markdown.
public enum RichTextField: String, Sendable, CaseIterable, Codable {
  case title, summary, body
}

extension ArticleModel: StoredModel {
  /// The collection of articles.
  public static let collection = "articles"
  /// The article's id.
  public var storageKey: String { id }

  /// All properties except for the blobs. An article without a score stores null for it.
  public var storedFields: [String: FieldValue] {
    [
      "id": .text(id), "url": .text(url), "title": .text(title), "summary": .text(summary), "body": .text(body),
      "topicNames": .text(TextList.encode(topicNames)), "publishedAt": .date(publishedAt), "isRead": .bool(isRead),
      "isBookmarked": .bool(isBookmarked), "isArchived": .bool(isArchived),
      "qualityScore": qualityScore.map { .double($0) } ?? .null, "highPriority": .bool(highPriority),
      "version": .int64(version),
    ]
  }

  /// Reads an article without its blobs. Missing fields have their defaults.
  /// - Throws: ``UnreadableRecord`` if the id is not the record's key, or if a field cannot be read.
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
