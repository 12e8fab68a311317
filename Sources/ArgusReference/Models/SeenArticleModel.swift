import Foundation
import StorageContract

/// The record that the user has seen an article (002 Data Models). It has no relationships and outlasts the article, so
/// that an article that was seen and deleted does not come back as new.
public struct SeenArticleModel: Sendable, Equatable {
  /// The id of the article, which need not be stored any more.
  public let articleID: String
  /// The date at which the user saw the article first.
  public var seenAt: Date

  /// Creates a seen record, with an unknown date unless one is given.
  public init(articleID: String, seenAt: Date = ArticleModel.unknownDate) {
    self.articleID = articleID
    self.seenAt = seenAt
  }
}

extension SeenArticleModel: StoredModel {
  /// The collection of seen records.
  public static let collection = "seen_articles"
  /// The id of the article.
  public var storageKey: String { articleID }
  /// The article's id and the date.
  public var storedFields: [String: FieldValue] { ["articleID": .text(articleID), "seenAt": .date(seenAt)] }

  /// Reads a seen record. A missing date is ``ArticleModel/unknownDate``.
  /// - Throws: ``UnreadableRecord`` if the id is not the record's key, or if the date has another type.
  public init(stored record: Record) throws(UnreadableRecord) {
    self.init(
      articleID: try record.identity("articleID"), seenAt: try record.date("seenAt", or: ArticleModel.unknownDate))
  }
}
