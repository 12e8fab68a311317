import Foundation
import StorageContract

/// That an article was seen (002 Data Models). It has no relationships and outlives the article, so that one that was seen
/// and deleted does not come back as new.
public struct SeenArticleModel: Sendable, Equatable {
  public let articleID: String
  /// When it was seen first.
  public var seenAt: Date

  public init(articleID: String, seenAt: Date = ArticleModel.unknownDate) {
    self.articleID = articleID
    self.seenAt = seenAt
  }
}

extension SeenArticleModel: StoredModel {
  public static let collection = "seen_articles"
  public var storageKey: String { articleID }
  public var storedFields: [String: FieldValue] { ["articleID": .text(articleID), "seenAt": .date(seenAt)] }

  public init(stored record: Record) throws(UnreadableRecord) {
    self.init(
      articleID: try record.identity("articleID"), seenAt: try record.date("seenAt", or: ArticleModel.unknownDate))
  }
}
