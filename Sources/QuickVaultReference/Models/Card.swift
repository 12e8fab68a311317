import Foundation
import StorageContract

/// A card as it is stored. Title, group, type and tags stay readable, as the source's entity says; what the fields
/// hold does not.
public struct Card: Sendable, Equatable {
  public var id: UUID
  public var title: String
  public var group: CardGroup
  public var cardType: CardType
  public var isPinned: Bool
  /// A JSON array of texts.
  public var tags: [UInt8]
  public var createdAt: Date
  public var modifiedAt: Date

  public init(
    id: UUID, title: String, group: CardGroup, cardType: CardType, isPinned: Bool, tags: [UInt8], createdAt: Date,
    modifiedAt: Date
  ) {
    self.id = id
    self.title = title
    self.group = group
    self.cardType = cardType
    self.isPinned = isPinned
    self.tags = tags
    self.createdAt = createdAt
    self.modifiedAt = modifiedAt
  }
}

extension Card: StoredModel {
  public static let collection = "cards"
  public var storageKey: String { id.uuidString }

  public var storedFields: [String: FieldValue] {
    [
      "title": .text(title), "group": .text(group.rawValue), "cardType": .text(cardType.rawValue),
      "isPinned": .bool(isPinned), "tags": .bytes(tags), "createdAt": .date(createdAt),
      "modifiedAt": .date(modifiedAt),
    ]
  }

  public init(stored record: Record) throws(UnreadableRecord) {
    id = try record.uuidKey()
    title = try record.text("title")
    group = try record.name("group")
    cardType = try record.name("cardType")
    isPinned = try record.bool("isPinned")
    tags = try record.bytes("tags")
    createdAt = try record.date("createdAt")
    modifiedAt = try record.date("modifiedAt")
  }
}

/// Tags as a JSON array, byte for byte what the user entered.
public enum TagList {
  public static func encode(_ tags: [String]) throws -> [UInt8] { Array(try JSONEncoder().encode(tags)) }

  /// - Throws: what `JSONDecoder` does, for what is no array of texts.
  public static func decode(_ bytes: [UInt8]) throws -> [String] {
    try JSONDecoder().decode([String].self, from: Data(bytes))
  }
}
