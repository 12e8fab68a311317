import Foundation

/// An article as the app stored it before SwiftData (002 API compatibility extensions). The date is a number, the marks
/// are bits of a number, and there is at most one topic.
public struct LegacyArticle: Sendable, Equatable, Codable {
  /// The id, which the new model keeps.
  public var id: String
  /// The address, ``ArticleModel/url`` in the new model.
  public var articleURL: String
  /// The title, ``ArticleModel/title`` in the new model.
  public var articleTitle: String
  /// The text, ``ArticleModel/body`` in the new model.
  public var content: String
  /// The name of the topic. Nil, not an empty text, means none.
  public var topic: String?
  /// The date of publication, in milliseconds since 1970.
  public var published: Int64
  /// The user's marks.
  public var flags: Flags

  /// The marks as bits of the number in the old database.
  public struct Flags: OptionSet, Sendable, Equatable, Codable {
    /// The number in the old database.
    public let rawValue: Int
    /// Creates the marks from the number in the old database. Unknown bits stay in it.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Bit 0: ``ArticleModel/isRead`` in the new model.
    public static let viewed = Flags(rawValue: 1)
    /// Bit 1: ``ArticleModel/isBookmarked`` in the new model.
    public static let bookmarked = Flags(rawValue: 2)
    /// Bit 2: ``ArticleModel/isArchived`` in the new model.
    public static let archived = Flags(rawValue: 4)
  }

  /// Creates an old article from its parts.
  public init(
    id: String, articleURL: String, articleTitle: String, content: String, topic: String?, published: Int64, flags: Flags
  ) {
    self.id = id
    self.articleURL = articleURL
    self.articleTitle = articleTitle
    self.content = content
    self.topic = topic
    self.published = published
    self.flags = flags
  }
}

/// Converts articles between the old and the new model. The old model cannot hold the summary, the quality score, the
/// priority, further topics and fractions of a millisecond: a conversion to it loses them, and a conversion back has
/// defaults.
public enum CompatibilityBridge {
  /// Returns the article in the new model. Its version is 1, and it has no blobs.
  public static func article(of legacy: LegacyArticle) -> ArticleModel {
    ArticleModel(
      id: legacy.id, url: legacy.articleURL, title: legacy.articleTitle, body: legacy.content,
      topicNames: legacy.topic.map { [$0] } ?? [], publishedAt: date(ofMilliseconds: legacy.published),
      isRead: legacy.flags.contains(.viewed), isBookmarked: legacy.flags.contains(.bookmarked),
      isArchived: legacy.flags.contains(.archived))
  }

  /// Returns the article in the old model, with the first of its topics.
  public static func legacy(of article: ArticleModel) -> LegacyArticle {
    var flags: LegacyArticle.Flags = []
    if article.isRead { flags.insert(.viewed) }
    if article.isBookmarked { flags.insert(.bookmarked) }
    if article.isArchived { flags.insert(.archived) }
    return LegacyArticle(
      id: article.id, articleURL: article.url, articleTitle: article.title, content: article.body,
      topic: article.topicNames.first, published: milliseconds(of: article.publishedAt), flags: flags)
  }

  static func date(ofMilliseconds count: Int64) -> Date { Date(timeIntervalSince1970: Double(count) / 1_000) }

  /// Returns the nearest number of milliseconds, so that a date that was made from milliseconds returns the same
  /// number.
  static func milliseconds(of date: Date) -> Int64 {
    let count = (date.timeIntervalSince1970 * 1_000).rounded()
    return Int64(exactly: count) ?? (count < 0 ? .min : .max)
  }
}
