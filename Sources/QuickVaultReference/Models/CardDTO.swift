import Foundation

/// A card as the screens show it, decrypted.
public struct CardDTO: Sendable, Equatable, Identifiable {
  /// The id of the stored card.
  public let id: UUID
  /// The title as the user entered it.
  public var title: String
  /// A raw value of ``CardGroup``.
  public var group: String
  /// A raw value of ``CardType``.
  public var cardType: String
  /// The fields in the order of the screen: see ``CardFieldDTO/precedes(_:)``.
  public var fields: [CardFieldDTO]
  /// Whether lists show the card before those that are not pinned.
  public var isPinned: Bool
  /// The tags as the user entered them: in their order, with duplicates.
  public var tags: [String]
  /// The date of the wall clock at creation.
  public var createdAt: Date
  /// The date of the last change. Each change makes it later, even if the wall clock went back.
  public var modifiedAt: Date

  /// Creates a card from its parts, and leaves the fields in their order.
  public init(
    id: UUID, title: String, group: String, cardType: String, fields: [CardFieldDTO], isPinned: Bool,
    tags: [String], createdAt: Date, modifiedAt: Date
  ) {
    self.id = id
    self.title = title
    self.group = group
    self.cardType = cardType
    self.fields = fields
    self.isPinned = isPinned
    self.tags = tags
    self.createdAt = createdAt
    self.modifiedAt = modifiedAt
  }
}

/// One field of a card, decrypted.
public struct CardFieldDTO: Sendable, Equatable, Identifiable {
  /// The field's id. The card service keeps the id that the field was given.
  public let id: UUID
  /// A label of the template in one language, or any other text.
  public var label: String
  /// Any text. Line ends, blanks and U+0000 stay as they are.
  public var value: String
  /// Whether the value must not be blank. If the template requires the field, this makes no difference.
  public var isRequired: Bool
  /// The place on the screen, lowest first. Several fields may have the same one.
  public var displayOrder: Int16

  /// Creates a field from its parts, without validation.
  public init(id: UUID, label: String, value: String, isRequired: Bool, displayOrder: Int16) {
    self.id = id
    self.label = label
    self.value = value
    self.isRequired = isRequired
    self.displayOrder = displayOrder
  }

  /// The order of the screen: by display order, then by the label's UTF-8 bytes.
  public func precedes(_ other: CardFieldDTO) -> Bool {
    displayOrder != other.displayOrder
      ? displayOrder < other.displayOrder
      : label.utf8.lexicographicallyPrecedes(other.label.utf8)
  }
}

extension [CardFieldDTO] {
  /// The fields in the order of the screen. Fields that are equal in this order stay as they were.
  public var inDisplayOrder: [CardFieldDTO] {
    // The standard library's sort is stable.
    sorted { $0.precedes($1) }
  }
}
