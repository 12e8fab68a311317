import Foundation
import StorageContract

/// A topic (002 Data Models): the inverse of what its articles say. Deleting it removes it from them and leaves them.
public struct TopicModel: Sendable, Equatable {
  /// Compared by bytes.
  public let name: String
  /// In the order of their bytes, each once.
  public var articleIDs: [String]
  /// Higher stands first.
  public var priority: Int64

  public init(name: String, articleIDs: [String] = [], priority: Int64 = 0) {
    self.name = name
    self.articleIDs = articleIDs
    self.priority = priority
  }
}

extension TopicModel: StoredModel {
  public static let collection = "topics"
  public var storageKey: String { name }

  public var storedFields: [String: FieldValue] {
    ["name": .text(name), "articleIDs": .text(TextList.encode(articleIDs)), "priority": .int64(priority)]
  }

  public init(stored record: Record) throws(UnreadableRecord) {
    self.init(
      name: try record.identity("name"), articleIDs: try record.texts("articleIDs"),
      priority: try record.int64("priority", or: 0))
  }
}
