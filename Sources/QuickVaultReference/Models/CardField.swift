import Foundation
import StorageContract

/// A field of a card as the store keeps it. The label is not encrypted. The value is encrypted and bound to the card
/// and the field.
public struct CardField: Sendable, Equatable {
  /// The field's id, as the card service received it. It is not the storage key.
  public var id: UUID
  /// The id of the card that the field belongs to.
  public var card: UUID
  /// The index in the list of fields that the card service received, from 0. It is a part of the storage key.
  public var position: Int
  /// The field's label, unencrypted.
  public var label: String
  /// The UTF-8 of the value, encrypted.
  public var encryptedValue: [UInt8]
  /// Whether the value must not be blank.
  public var isRequired: Bool
  /// The place on the screen, lowest first.
  public var displayOrder: Int16

  /// Creates a field from its parts. The value must be encrypted already.
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

  /// The place that the value is bound to. If it is moved to another field or card, it does not decrypt there.
  static func place(card: UUID, field: UUID) -> String { "field/\(card.uuidString)/\(field.uuidString)" }
}

extension CardField: StoredModel {
  public static let collection = "card_fields"
  /// The key `<card>/<position>`, which keeps the fields of a card together, in order.
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

  /// The position with at least five digits, so that keys sort like numbers.
  private static func digits(_ position: Int) -> String {
    let text = String(position)
    return String(repeating: "0", count: max(0, 5 - text.count)) + text
  }
}
