import Foundation
import StorageContract

/// A topic (002 Data Models). It holds the inverse of its articles' links. If a topic is deleted, its articles stay and
/// lose their links to it.
public struct TopicModel: Sendable, Equatable {
  /// The name, compared by bytes. It is also the key of the record.
  public let name: String
  /// The ids of the articles, each once, in the order of their bytes.
  public var articleIDs: [String]
  /// The priority. Topics with a higher one stand first.
  public var priority: Int64

  /// Creates a topic, by default without articles and with priority 0.
  public init(name: String, articleIDs: [String] = [], priority: Int64 = 0) {
    self.name = name
    self.articleIDs = articleIDs
    self.priority = priority
  }
}

extension TopicModel: StoredModel {
  /// The collection of topics.
  public static let collection = "topics"
  /// The topic's name.
  public var storageKey: String { name }

  /// The name, the ids as a JSON array, and the priority.
  public var storedFields: [String: FieldValue] {
    ["name": .text(name), "articleIDs": .text(TextList.encode(articleIDs)), "priority": .int64(priority)]
  }

  /// Reads a topic. It has no articles if the ids are missing, and priority 0 if the priority is missing.
  /// - Throws: ``UnreadableRecord`` if the name is not the record's key, or if a field cannot be read.
  public init(stored record: Record) throws(UnreadableRecord) {
    self.init(
      name: try record.identity("name"), articleIDs: try record.texts("articleIDs"),
      priority: try record.int64("priority", or: 0))
  }
}
