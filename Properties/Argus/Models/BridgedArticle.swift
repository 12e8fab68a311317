import ArgusReference
import Foundation
import PropertyTesting

/// An article of the old shape, and one of the new.
struct BridgedArticle: Sendable {
  let legacy: LegacyArticle
  let article: ArticleModel

  /// What an article of the old shape is, in the words of the new one.
  static func shared(_ old: LegacyArticle) -> [String] {
    [
      old.id, old.articleURL, old.articleTitle, old.content, describe(old.topic), "\(old.flags.rawValue & 1 != 0)",
      "\(old.flags.rawValue & 2 != 0)", "\(old.flags.rawValue & 4 != 0)", "\(Double(old.published))",
    ]
  }

  /// What the old shape can hold of an article, as text; the date in whole milliseconds.
  static func shared(_ article: ArticleModel) -> [String] {
    [
      article.id, article.url, article.title, article.body, describe(article.topicNames.first), "\(article.isRead)",
      "\(article.isBookmarked)", "\(article.isArchived)",
      "\((article.publishedAt.timeIntervalSince1970 * 1_000).rounded())",
    ]
  }
}

extension Generator where Value == BridgedArticle {
  static var bridged: Generator {
    let text = Generator<String>.element(of: ["", "a", "é", "e\u{301}", "a\0b"])
    return Generator { source in
      let flags = try source(.int(in: 0...7))
      let legacy = LegacyArticle(
        id: try source(text), articleURL: try source(text), articleTitle: try source(text), content: try source(text),
        topic: try source(.optional(text)), published: try source(.integer(in: -4_000_000_000_000...8_000_000_000_000)),
        flags: LegacyArticle.Flags(rawValue: flags))
      let more = try source(.int(in: 0...7))
      let article = ArticleModel(
        id: try source(text), url: try source(text), title: try source(text), summary: try source(text),
        body: try source(text), topicNames: try source(.array(of: .element(of: ["x", "y", ""]), count: 0...3)),
        publishedAt: Date(timeIntervalSince1970: Double(try source(.int(in: -1_000_000...9_000_000))) / 1_024),
        isRead: more & 1 != 0, isBookmarked: more & 2 != 0, isArchived: more & 4 != 0)
      return BridgedArticle(legacy: legacy, article: article)
    }
  }
}
