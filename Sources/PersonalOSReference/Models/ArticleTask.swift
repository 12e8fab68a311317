import Foundation
import StorageContract

/// A thing to do that was made from an article: one for each article at most.
public struct ArticleTask: Sendable, Equatable {
  /// The article's stable id.
  public var articleID: String
  public var title: String
  public var createdAt: Date
  public var isDone: Bool

  public init(articleID: String, title: String, createdAt: Date, isDone: Bool = false) {
    self.articleID = articleID
    self.title = title
    self.createdAt = createdAt
    self.isDone = isDone
  }
}

extension ArticleTask: StoredModel {
  public static let collection = "article_tasks"
  public var storageKey: String { articleID }

  public var storedFields: [String: FieldValue] {
    ["title": .text(title), "createdAt": .date(createdAt), "isDone": .bool(isDone)]
  }

  public init(stored record: StoredRecord) throws(UnreadableRecord) {
    articleID = record.key
    title = try record.text("title")
    createdAt = try record.date("createdAt")
    isDone = try record.bool("isDone")
  }
}
