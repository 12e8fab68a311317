import Foundation
import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference

/// Cards with attachments, some of which are deleted.
struct CardDeletion: Sendable {
  struct Attached: Sendable {
    var file: AttachmentFile
    /// Nil: none.
    var watermark: String?
    var isShared: Bool
  }

  var cards: [[Attached]]
  var deleted: [Int]

  func label(_ trial: Trial) {
    let gone = deleted.flatMap { cards[$0] }
    let kept = cards.indices.filter { !deleted.contains($0) }.flatMap { cards[$0] }
    trial.label("deletes several attachments", if: deleted.contains { cards[$0].count > 1 })
    trial.label("another card keeps attachments", if: !kept.isEmpty)
    trial.label("deletes a shared one", if: gone.contains(where: \.isShared))
    trial.label("another card shares", if: kept.contains(where: \.isShared))
    trial.label("deletes a watermarked one", if: gone.contains { $0.watermark != nil })
  }
}

extension Generator where Value == CardDeletion {
  static let cardDeletion = Generator { source in
    let attached = Generator<[CardDeletion.Attached]>.frequency(
      (1, .array(of: .attached, count: 0...1)), (2, .array(of: .attached, count: 2...3)))
    let cards = try source(.array(of: attached, count: 2...3))
    let first = try source(.int(in: 0...(cards.count - 1)))
    let deletesAnother = try source(.frequency((3, .constant(false)), (1, .constant(true))))
    let deleted = deletesAnother ? [first, (first + 1) % cards.count] : [first]
    return CardDeletion(cards: cards, deleted: deleted.sorted())
  }
}

extension Generator where Value == CardDeletion.Attached {
  fileprivate static let attached = Generator { source in
    let isMarked = try source(.frequency((2, .constant(false)), (1, .constant(true))))
    let file = try source(isMarked ? .imageFile(.attachedImage) : .attachment())
    return CardDeletion.Attached(file: file, watermark: isMarked ? "A" : nil, isShared: try source(.bool))
  }
}

/// A card in a vault, with its attachments as they were given.
struct CardWithAttachments: Sendable {
  let id: UUID
  private var attachments: [(id: UUID, bytes: [UInt8], watermark: String?)] = []
  private(set) var sharedPaths: [String] = []

  init(_ title: String, _ attached: [CardDeletion.Attached], in vault: AttachmentVault) async throws {
    id = try await vault.addCard(title)
    for one in attached {
      let attachment = try await vault.add(one.file, to: id)
      if let text = one.watermark { try await vault.app.watermarks.updateWatermark(for: attachment.id, text: text) }
      attachments.append((attachment.id, one.file.bytes, one.watermark))
      guard one.isShared else { continue }
      let before = Set(vault.device.files.keys)
      _ = try await vault.shared(attachment.id)
      sharedPaths += Set(vault.device.files.keys).subtracting(before)
    }
  }

  func expectGone(from vault: AttachmentVault) async throws {
    try await expectRefused("the list of a deleted card's attachments", .cardNotFound) {
      _ = try await vault.app.attachments.fetchAttachments(for: id)
    }
    let stored = try await vault.stored()
    for attachment in attachments {
      try await expectRefused("an attachment of a deleted card", .notFound) {
        _ = try await vault.app.attachments.attachmentData(id: attachment.id)
      }
      try await expectRefused("sharing an attachment of a deleted card", .notFound) {
        _ = try await vault.app.attachments.shareAttachment(id: attachment.id)
      }
      let places = stored.filter { $0.value.keys.contains { $0.contains(attachment.id.uuidString) } }
      try expect("collections with records of it", places.keys.sorted(), equals: [])
    }
    let owned = stored.values.flatMap(\.values).filter { $0.values.contains(.uuid(id)) }
    try expect("records that refer to the card", owned.count, equals: 0)
  }

  func expectUnchanged(in vault: AttachmentVault) async throws {
    let listed = try await vault.app.attachments.fetchAttachments(for: id)
    try expect("attachments of another card", Set(listed.map(\.id)), equals: Set(attachments.map(\.id)))
    for attachment in attachments {
      try expect(
        "contents of another card's attachment", try await vault.app.attachments.attachmentData(id: attachment.id) == attachment.bytes)
      let text = listed.first { $0.id == attachment.id }?.watermarkText
      try expect("watermark of another card's attachment", text, equals: attachment.watermark)
    }
  }

  private func expectRefused(_ what: String, _ reason: AttachmentError, _ body: () async throws -> Void) async throws {
    do {
      try await body()
    } catch let error as AppError {
      return try expect("the reason for refusing \(what)", error, equals: .attachment(reason))
    }
    try expect("\(what) is refused", false)
  }
}
