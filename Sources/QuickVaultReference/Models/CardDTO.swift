import Foundation

/// A card as screens see it, decrypted.
public struct CardDTO: Sendable, Equatable, Identifiable {
  public let id: UUID
  public var title: String
  /// A raw value of ``CardGroup``.
  public var group: String
  /// A raw value of ``CardType``.
  public var cardType: String
  /// In the order of the screen: see ``CardFieldDTO/precedes(_:)``.
  public var fields: [CardFieldDTO]
  public var isPinned: Bool
  /// As the user entered them: in order, with duplicates.
  public var tags: [String]
  public var createdAt: Date
  public var modifiedAt: Date

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
  public let id: UUID
  public var label: String
  /// Opaque text: line ends, blanks and U+0000 stay as they are.
  public var value: String
  /// Whether the value may not be blank; what the template requires is required whatever this says.
  public var isRequired: Bool
  public var displayOrder: Int16

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
  /// In the order of the screen; those that are equal in it as they were.
  public var inDisplayOrder: [CardFieldDTO] {
    // The standard library's sort is stable.
    sorted { $0.precedes($1) }
  }
}
