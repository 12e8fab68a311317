import Foundation
import StorageContract

/// A post on the social dashboard.
public struct SocialPost: Sendable, Equatable, Identifiable {
  public enum Status: String, Sendable, CaseIterable {
    case draft, published
  }

  public var id: UUID
  public var text: String
  public var createdAt: Date
  public var status: Status

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

public enum OperationType: String, Sendable, CaseIterable {
  case save, delete, load
}

/// How an operation of the user's ended.
public struct OperationResult: Sendable, Equatable {
  public let type: OperationType
  public let success: Bool
  /// What the user reads.
  public let message: String

  public init(type: OperationType, success: Bool, message: String) {
    self.type = type
    self.success = success
    self.message = message
  }
}
