import Foundation
import StorageContract

/// A post on the social dashboard.
public struct SocialPost: Sendable, Equatable, Identifiable {
  /// Whether the post is a draft or published. The raw value is the stored form.
  public enum Status: String, Sendable, CaseIterable {
    case draft, published
  }

  /// The post's own id, whose text is the storage key.
  public var id: UUID
  /// The post's text, as the user wrote it.
  public var text: String
  /// When the user created the post. The dashboard sorts by it.
  public var createdAt: Date
  /// Whether the post is a draft or published.
  public var status: Status

  /// Creates a post from its parts.
  public init(id: UUID, text: String, createdAt: Date, status: Status) {
    self.id = id
    self.text = text
    self.createdAt = createdAt
    self.status = status
  }
}

extension SocialPost: StoredModel {
  public static let collection = "posts"
  public var storageKey: String { id.uuidString }

  public var storedFields: [String: FieldValue] {
    ["text": .text(text), "createdAt": .date(createdAt), "status": .text(status.rawValue)]
  }

  public init(stored record: StoredRecord) throws(UnreadableRecord) {
    id = try record.uuidKey()
    text = try record.text("text")
    createdAt = try record.date("createdAt")
    status = try record.name("status")
  }
}

/// The kind of an operation on the social dashboard.
public enum OperationType: String, Sendable, CaseIterable {
  case save, delete, load
}

/// The outcome of an operation that the user asked for.
public struct OperationResult: Sendable, Equatable {
  /// The kind of operation that ended.
  public let type: OperationType
  /// Whether the operation did what the user asked for.
  public let success: Bool
  /// The sentence that the user reads.
  public let message: String

  /// Creates an outcome from its parts.
  public init(type: OperationType, success: Bool, message: String) {
    self.type = type
    self.success = success
    self.message = message
  }
}
