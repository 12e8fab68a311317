import Foundation
import PropertyTesting
import QuickVaultReference
import StorageContract

/// What has become of a stored record.
enum RecordDamage: String, Sendable, CaseIterable {
  case fieldIsMissing = "a field is missing"
  case fieldIsOfAnotherType = "a field is of another type"
  case nameIsUnknown = "a name is unknown"
  case numberIsTooLarge = "a number is too large"
  case keyIsNone = "a key is none"
  case textIsGarbled = "a text is garbled"
  case ciphertextIsAnothers = "a ciphertext is another's"
}

/// A record of those that a vault has stored, and its damage.
struct DamagedRecord: Sendable, CounterexampleDescribable {
  /// Counted over all records and their fields, and begun anew after the last.
  let place: Int
  let drawn: RecordDamage

  static let leak = "leak-marker-12345678"

  var counterexampleDescription: String { "\(drawn.rawValue), \(place)" }

  /// The record and the field that it hits, among those of the vault.
  private func target(in records: [StoredItem]) -> (record: StoredItem, field: String)? {
    let places = records.flatMap { record in record.fields.keys.sorted().map { (record: record, field: $0) } }
    let fitting = places.filter { $0.record.bears(drawn, in: $0.field) }
    return fitting.isEmpty ? nil : fitting[place % fitting.count]
  }

  /// - Returns: nil if there is nothing to damage so.
  func applied(to records: [StoredItem]) -> Damaged? {
    guard let (record, name) = target(in: records) else { return nil }
    var (key, fields) = (record.key, record.fields)
    var field = name
    var replaced: [StoredItem] = []
    switch drawn {
    case .fieldIsMissing: fields[name] = nil
    case .fieldIsOfAnotherType:
      if case .bool? = fields[name] { fields[name] = .text(Self.leak) } else { fields[name] = .bool(true) }
    case .nameIsUnknown: fields[name] = .text("Nobody's")
    case .numberIsTooLarge: fields[name] = .int64([32_768, -32_769, .max][place % 3])
    case .textIsGarbled: fields[name] = .bytes(Array(Self.leak.utf8))
    case .keyIsNone:
      key = ["\(key)/x", "x", "\(key.prefix(36))/x", "x/00000"][place % 4]
      field = "key"
    case .ciphertextIsAnothers:
      guard let other = records.first(where: { $0.isBeside(record) && $0.fields[name] != record.fields[name] && $0.fields[name] != .null })
      else { return nil }
      fields[name] = other.fields[name]
      replaced = [other]
    }
    let damaged = StoredItem(collection: record.collection, key: key, fields: fields)
    return Damaged(damage: drawn, original: record, record: damaged, field: field, beside: replaced)
  }

  /// A record as it was and as it is.
  struct Damaged: Sendable {
    let damage: RecordDamage
    let original: StoredItem
    let record: StoredItem
    let field: String
    /// The record whose ciphertext it has.
    let beside: [StoredItem]
  }
}

extension StoredItem {
  fileprivate func isBeside(_ other: StoredItem) -> Bool {
    collection == other.collection && !key.utf8.elementsEqual(other.key.utf8)
  }

  fileprivate func bears(_ damage: RecordDamage, in field: String) -> Bool {
    switch damage {
    case .fieldIsMissing, .fieldIsOfAnotherType: true
    case .keyIsNone: collection != AttachmentContents.collection
    case .nameIsUnknown: collection == Card.collection && ["group", "cardType"].contains(field)
    case .numberIsTooLarge: field == "displayOrder"
    case .textIsGarbled: field == "tags"
    case .ciphertextIsAnothers:
      ["encryptedValue", "encryptedData"].contains(field) || (field == "thumbnailData" && fields[field] != .null)
    }
  }
}
