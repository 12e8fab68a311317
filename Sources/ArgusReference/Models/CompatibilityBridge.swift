import Foundation

/// An article as the app kept it before SwiftData (002 API compatibility extensions): dates as text, flags as a number, one
/// topic at most.
public struct LegacyArticle: Sendable, Equatable, Codable {
  public var id: String
  public var articleURL: String
  public var articleTitle: String
  public var content: String
  /// Nil: none. Not "".
  public var topic: String?
  /// Milliseconds since 1970.
  public var published: Int64
  public var flags: Flags

  /// As the old database has them, by bit.
  public struct Flags: OptionSet, Sendable, Equatable, Codable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let viewed = Flags(rawValue: 1)
    public static let bookmarked = Flags(rawValue: 2)
    public static let archived = Flags(rawValue: 4)
  }

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

/// Between the two shapes of an article. What the old one cannot hold (summary, quality, further topics, fractions of a
/// millisecond) is lost on the way to it, and has its default on the way back.
public enum CompatibilityBridge {
  public static func article(of legacy: LegacyArticle) -> ArticleModel {
    ArticleModel(
      id: legacy.id, url: legacy.articleURL, title: legacy.articleTitle, body: legacy.content,
      topicNames: legacy.topic.map { [$0] } ?? [], publishedAt: date(ofMilliseconds: legacy.published),
      isRead: legacy.flags.contains(.viewed), isBookmarked: legacy.flags.contains(.bookmarked),
      isArchived: legacy.flags.contains(.archived))
  }

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

  /// The nearest, so that a date that was made of milliseconds gives them back.
  static func milliseconds(of date: Date) -> Int64 {
    let count = (date.timeIntervalSince1970 * 1_000).rounded()
    return Int64(exactly: count) ?? (count < 0 ? .min : .max)
  }
}
