import Foundation
import StorageContract

/// A field of a card as it is stored: the label in clear, the value encrypted and bound to card and field.
public struct CardField: Sendable, Equatable {
  public var id: UUID
  /// The card's.
  public var card: UUID
  /// The place among the card's fields as they were given, from 0: what its key is made of.
  public var position: Int
  public var label: String
  public var encryptedValue: [UInt8]
  public var isRequired: Bool
  public var displayOrder: Int16

  public init(
    id: UUID, card: UUID, position: Int, label: String, encryptedValue: [UInt8], isRequired: Bool, displayOrder: Int16
  ) {
    self.id = id
    self.card = card
    self.position = position
    self.label = label
    self.encryptedValue = encryptedValue
    self.isRequired = isRequired
    self.displayOrder = displayOrder
  }

  /// What the value is bound to: a value that was moved to another field or card does not decrypt there.
  static func place(card: UUID, field: UUID) -> String { "field/\(card.uuidString)/\(field.uuidString)" }
}

extension CardField: StoredModel {
  public static let collection = "card_fields"
  /// "<card>/<position>", so that the fields of a card lie together, in order.
  public var storageKey: String { "\(card.uuidString)/\(Self.digits(position))" }

  public var storedFields: [String: FieldValue] {
    [
      "id": .uuid(id), "label": .text(label), "encryptedValue": .bytes(encryptedValue),
      "isRequired": .bool(isRequired), "displayOrder": .int64(Int64(displayOrder)),
    ]
  }

  public init(stored record: Record) throws(UnreadableRecord) {
    let parts = record.key.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let card = UUID(uuidString: String(parts[0])), let position = Int(parts[1]) else {
      throw UnreadableRecord(key: record.key, field: "key")
    }
    guard let order = Int16(exactly: try record.int64("displayOrder")) else {
      throw UnreadableRecord(key: record.key, field: "displayOrder")
    }
    id = try record.uuid("id")
    self.card = card
    self.position = position
    label = try record.text("label")
    encryptedValue = try record.bytes("encryptedValue")
    isRequired = try record.bool("isRequired")
    displayOrder = order
  }

  /// Five digits or more, so that keys are in the order of numbers.
  private static func digits(_ position: Int) -> String {
    let text = String(position)
    return String(repeating: "0", count: max(0, 5 - text.count)) + text
  }
}
