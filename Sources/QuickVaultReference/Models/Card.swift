import Foundation
import StorageContract

/// A card as the store keeps it. Title, group, type and tags are not encrypted, as in the specification's entity. The
/// values of the fields are encrypted: see ``CardField``.
public struct Card: Sendable, Equatable {
  /// The card's id, whose text is the storage key.
  public var id: UUID
  /// The user's title, which is not blank.
  public var title: String
  /// Whether the card is a personal one or the company's.
  public var group: CardGroup
  /// The type, which decides the template. It never changes.
  public var cardType: CardType
  /// Whether lists show the card before those that are not pinned. A new card is not pinned.
  public var isPinned: Bool
  /// The tags as a JSON array of strings: see ``TagList``.
  public var tags: [UInt8]
  /// The date of the wall clock at creation.
  public var createdAt: Date
  /// The date of the last change. Each change makes it later, even if the wall clock went back.
  public var modifiedAt: Date

  /// Creates a card from its parts, without validation.
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

/// Encodes tags as a JSON array. Order, duplicates and every byte of the user's tags are kept.
public enum TagList {
  /// The tags as the UTF-8 bytes of a JSON array.
  public static func encode(_ tags: [String]) throws -> [UInt8] { Array(try JSONEncoder().encode(tags)) }

  /// The tags of a JSON array.
  /// - Throws: `DecodingError` for anything but a JSON array of strings.
  public static func decode(_ bytes: [UInt8]) throws -> [String] {
    try JSONDecoder().decode([String].self, from: Data(bytes))
  }
}
