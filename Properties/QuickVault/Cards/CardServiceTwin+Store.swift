import Foundation
import QuickVaultReference
import StorageContract

/// A card as the twin has it in its hands.
struct TwinCard: Sendable, Equatable {
  var id: UUID
  var title: String
  var group: CardGroup
  var type: CardType
  var isPinned: Bool
  var tags: [String]
  var created: Date
  var modified: Date
  var fields: [CardFieldDTO]
}

/// A record of the twin's that does not read.
private struct NotOfTheTwin: Error {}

// How the twin stores cards, and deletes them.
extension CardServiceTwin {
  private static let rows = "twin_rows"
  private static let index = "twin_index"

  /// By order, then by the bytes of the label, then as they were given.
  func ranked(_ fields: [CardFieldDTO]) -> [CardFieldDTO] {
    fields.indices.sorted { left, right in
      let (a, b) = (fields[left], fields[right])
      if a.displayOrder != b.displayOrder { return a.displayOrder < b.displayOrder }
      let (x, y) = (Array(a.label.utf8), Array(b.label.utf8))
      return x == y ? left < right : x.lexicographicallyPrecedes(y)
    }.map { fields[$0] }
  }

  func put(_ card: TwinCard, in transaction: any WriteTransaction) throws {
    var record: [String: FieldValue] = [
      "title": .text(card.title), "group": .text(card.group.rawValue), "type": .text(card.type.rawValue),
      "pinned": .bool(card.isPinned), "created": .date(card.created), "modified": .date(card.modified),
      "tags": .int64(Int64(card.tags.count)),
    ]
    for (place, tag) in card.tags.enumerated() { record["tag\(place)"] = .text(tag) }
    try transaction.put(record, at: card.id.uuidString, in: Card.collection)
    let ranks = ranked(card.fields)
    for (place, field) in card.fields.enumerated() {
      guard defect != .dropsEmptyFields || !field.value.isEmpty else { continue }
      let rank = ranks.firstIndex { $0.id == field.id } ?? place
      let key = "\(card.id.uuidString)/\(1_000 + (defect == .listsFieldsAsTheyCame ? place : rank))"
      try transaction.put(try row(of: field, card, rank), at: key, in: Self.rows)
    }
    if defect == .keepsASearchIndex {
      try transaction.put(
        ["words": .text(card.fields.map(\.value).joined(separator: " "))], at: card.id.uuidString, in: Self.index)
    }
  }

  private func row(of field: CardFieldDTO, _ card: TwinCard, _ rank: Int) throws -> [String: FieldValue] {
    let stored: FieldValue =
      switch defect {
      case .storesOptionalFieldsClear where !field.isRequired: .text(field.value)
      case .encodesWhatItShouldEncrypt: .text(Data(field.value.utf8).base64EncodedString())
      default: .bytes(try setup.crypto.encrypt(value(of: field), for: place(card.id, field.id)))
      }
    return [
      "id": .uuid(defect == .losesFieldIDs ? setup.makeID() : field.id), "label": .text(field.label), "value": stored,
      "required": .bool(field.isRequired),
      "order": .int64(defect == .losesTheDisplayOrder ? Int64(rank) : Int64(field.displayOrder)),
    ]
  }

  private func value(of field: CardFieldDTO) -> String {
    switch defect {
    case .storesASpaceForNothing where field.value.isEmpty: " "
    case .insertsNotes where field.value.isEmpty && ["备注", "Notes"].contains(field.label): "无"
    default: field.value
    }
  }

  private func place(_ card: UUID, _ field: UUID) -> String {
    defect == .losesFieldIDs ? "twin \(card)" : "twin \(card) \(field)"
  }

  func card(_ id: UUID, in transaction: any ReadTransaction) throws -> TwinCard? {
    guard let record = try transaction.get(id.uuidString, in: Card.collection) else { return nil }
    return try card(record, in: transaction)
  }

  func all(in transaction: any ReadTransaction) throws -> [TwinCard] {
    try transaction.scan(Card.collection).map { try card($0, in: transaction) }
  }

  private func card(_ record: Record, in transaction: any ReadTransaction) throws -> TwinCard {
    guard let id = UUID(uuidString: record.key), case .text(let title)? = record.fields["title"],
      case .text(let groupName)? = record.fields["group"], let group = CardGroup(rawValue: groupName),
      case .text(let typeName)? = record.fields["type"], let type = CardType(rawValue: typeName),
      case .bool(let isPinned)? = record.fields["pinned"], case .date(let created)? = record.fields["created"],
      case .date(let modified)? = record.fields["modified"], case .int64(let count)? = record.fields["tags"]
    else { throw NotOfTheTwin() }
    let tags = try (0..<Int(count)).map { place in
      guard case .text(let tag)? = record.fields["tag\(place)"] else { throw NotOfTheTwin() }
      return tag
    }
    let rows = try transaction.scan(Self.rows, from: record.key + "/", to: record.key + "0", limit: nil)
    return TwinCard(
      id: id, title: title, group: group, type: type, isPinned: isPinned, tags: tags, created: created,
      modified: modified, fields: try rows.map { try field($0, of: id) })
  }

  private func field(_ row: Record, of card: UUID) throws -> CardFieldDTO {
    guard case .uuid(let id)? = row.fields["id"], case .text(let label)? = row.fields["label"],
      case .bool(let isRequired)? = row.fields["required"], case .int64(let order)? = row.fields["order"]
    else { throw NotOfTheTwin() }
    let value: String
    switch row.fields["value"] {
    case .bytes(let sealed)?: value = try setup.crypto.decrypt(sealed, for: place(card, id))
    case .text(let text)? where defect == .encodesWhatItShouldEncrypt:
      value = String(decoding: Data(base64Encoded: text) ?? Data(), as: UTF8.self)
    case .text(let text)?: value = text
    default: throw NotOfTheTwin()
    }
    return CardFieldDTO(
      id: id, label: label, value: value, isRequired: isRequired, displayOrder: Int16(clamping: order))
  }

  func remove(_ id: UUID, from transaction: any WriteTransaction) throws {
    try transaction.delete(id.uuidString, in: Card.collection)
    for row in try transaction.scan(Self.rows) where row.key.hasPrefix(id.uuidString) {
      try transaction.delete(row.key, in: Self.rows)
    }
  }

  func deleteCard(id: UUID) async throws {
    if defect == .deletesBeforeItLooksAtTheLock, await isLocked {
      try await setup.store.write { try remove(id, from: $0) }
    }
    try await entering { session in
      if defect == .deletesInTwoSteps {
        try await setup.store.write { transaction in
          guard try transaction.delete(id.uuidString, in: Card.collection) else { throw AppError.card(.notFound) }
        }
      }
      let deleted = try await setup.store.write { transaction in
        let title = try card(id, in: transaction)?.title
        if title == nil, defect != .deletesInTwoSteps {
          if defect == .deletesStrangersSilently { return [UUID]() }
          throw AppError.card(.notFound)
        }
        var ids = [id]
        if defect == .deletesByTitle { ids += try all(in: transaction).filter { $0.title == title }.map(\.id) }
        var attachments: [UUID] = []
        for id in ids { attachments += try delete(id, from: transaction) }
        try session.demandCurrent()
        return attachments
      }
      if defect != .leavesSharedFiles { for attachment in deleted { setup.sharedFiles.remove(of: attachment) } }
    }
  }

  private func delete(_ id: UUID, from transaction: any WriteTransaction) throws -> [UUID] {
    if defect == .leavesFields {
      try transaction.delete(id.uuidString, in: Card.collection)
    } else {
      try remove(id, from: transaction)
    }
    if defect == .leavesAttachments { return [] }
    let attachments = try transaction.scan(CardAttachment.collection).filter {
      $0.fields["card"] == .uuid(id) || defect == .deletesEveryAttachment
    }
    for attachment in attachments {
      try transaction.delete(attachment.key, in: CardAttachment.collection)
      if defect != .leavesContentsOfAttachments {
        try transaction.delete(attachment.key, in: AttachmentContents.collection)
      }
    }
    return attachments.compactMap { UUID(uuidString: $0.key) }
  }
}
