import Foundation
import StorageContract

/// A task that the user made from an article. An article has at most one.
public struct ArticleTask: Sendable, Equatable {
  /// The article's stable id (``NewsItem/id``), which is also the storage key.
  public var articleID: String
  /// The article's title at the time when the task was made.
  public var title: String
  /// When the user made the task.
  public var createdAt: Date
  /// Whether the user has completed the task.
  public var isDone: Bool

  /// Creates a task, which is open unless `isDone` is true.
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
