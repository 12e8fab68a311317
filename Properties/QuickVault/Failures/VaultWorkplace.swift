import Foundation
import ImageStandIns
import PlatformStandIns
import PropertyTesting
import QuickVaultReference
import StorageContract

/// An app with two cards and three files, and both screens open: what operations are done to.
@MainActor
final class VaultWorkplace {
  let device: VaultDevice
  let store: any Store
  let app: VaultApp
  var password = "correct horse"
  /// Of cards by title, of files by name.
  private(set) var ids: [String: UUID] = [:]
  private(set) var list: any CardList
  /// Of the card "a".
  private(set) var detail: (any CardDetail)?

  init(_ system: QuickVaultSystem, _ start: VaultOperation.Start) async throws {
    device = VaultDevice(system)
    (store, app) = try await device.launch()
    list = app.makeCardList()
    device.sensor.says(.succeeded)
    if start == .new { return }
    try await app.authScreen.setupPassword(password)
    try await fill()
    if start == .locked { app.authScreen.lock() } else { try await openScreens() }
  }

  /// Leaves an empty store to the next operation.
  func close() async throws {
    try await store.write { transaction in
      for collection in try transaction.collections() {
        for record in try transaction.scan(collection) { _ = try transaction.delete(record.key, in: collection) }
      }
    }
    try await store.close()
  }

  private func fill() async throws {
    let a = try await app.cards.createCard(
      title: "a", group: "Personal", cardType: "GeneralText", fields: [Self.field("内容", "1"), Self.field("own", "2")], tags: ["t"])
    let b = try await app.cards.createCard(
      title: "b", group: "Company", cardType: "GeneralText", fields: [Self.field("Content", "3")], tags: [])
    let picture = try await app.attachments.addAttachment(
      to: a.id, fileData: Self.picture, fileName: "picture", mimeType: "image/png")
    let text = try await app.attachments.addAttachment(
      to: a.id, fileData: Array("text".utf8), fileName: "text", mimeType: "text/plain")
    let icon = try await app.attachments.addAttachment(
      to: b.id, fileData: Self.icon, fileName: "icon", mimeType: "image/png")
    try await app.watermarks.updateWatermark(for: picture.id, text: "W")
    ids = ["a": a.id, "b": b.id, "picture": picture.id, "text": text.id, "icon": icon.id]
  }

  /// What an unlock leads to: a lock has emptied them.
  func openScreens() async throws {
    await list.loadCards()
    if let error = list.error { throw error }
    detail = list.cards.first { $0.id == ids["a"] }.map(app.makeCardDetail)
    try await detail?.loadAttachments()
  }

  /// A picture of each card.
  func shareFiles() async throws {
    for name in ["picture", "icon"] where ids[name] != nil { _ = try await app.attachments.shareAttachment(id: id(name)) }
  }

  func id(_ name: String) -> UUID { ids[name] ?? IDSource.stranger(1) }

  /// - Throws: what the list says went wrong.
  func onTheList(_ operation: (any CardList) async -> Void) async throws {
    await operation(list)
    if let error = list.error { throw error }
  }

  /// All that is stored.
  func stored() async throws -> StoredVault { try await StoredVault(store, try device.keychain(over: store)) }

  /// All that the vault gives back.
  func contents() async throws -> WorkplaceContents {
    var cards: [String: WorkplaceContents.SeenCard] = [:]
    for card in try await app.cards.fetchAllCards() {
      var files: [String: WorkplaceContents.SeenFile] = [:]
      for file in try await app.attachments.fetchAttachments(for: card.id) {
        files[file.fileName] = WorkplaceContents.SeenFile(
          bytes: try await app.attachments.attachmentData(id: file.id), watermark: file.watermarkText,
          hasThumbnail: file.thumbnailImage != nil)
      }
      cards[card.title] = WorkplaceContents.SeenCard(
        values: card.fields.map(\.value), tags: card.tags, group: card.group, isPinned: card.isPinned, files: files)
    }
    return WorkplaceContents(cards: cards)
  }

  /// What the screens show and hold.
  var screens: [String] {
    app.screen.texts.sorted() + ["\(app.screen.pictures.count) pictures", "\(list.cards.count) cards"]
      + (detail?.attachments.map(\.fileName) ?? []) + (detail?.isEditing == true ? ["edited"] : [])
  }

  static func field(_ label: String, _ value: String) -> CardFieldDTO {
    CardFieldDTO(id: UUID(), label: label, value: value, isRequired: true, displayOrder: label == "own" ? 1 : 0)
  }

  /// As small as a watermark of one letter can be.
  private static let icon = (try? ImageCodec.encodePNG(Bitmap(width: 2, height: 2))) ?? []
  nonisolated static let picture = (try? ImageCodec.encodePNG(Bitmap(width: 36, height: 36))) ?? []
}

/// What is in the vault, by titles and names.
struct WorkplaceContents: Sendable, Equatable, CounterexampleDescribable {
  struct SeenCard: Sendable, Equatable {
    var values: [String]
    var tags: [String]
    var group: String
    var isPinned: Bool
    var files: [String: SeenFile]
  }

  struct SeenFile: Sendable, Equatable {
    var bytes: [UInt8]
    var watermark: String?
    var hasThumbnail: Bool
  }

  var cards: [String: SeenCard]

  var counterexampleDescription: String {
    cards.sorted { $0.key < $1.key }.map { title, card in
      let files = card.files.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value.bytes.count) bytes, watermark \($0.value.watermark ?? "none"))" }
      return "\(title): \(card.values) \(card.tags) \(card.group)\(card.isPinned ? ", pinned" : "") \(files)"
    }.joined(separator: "; ")
  }
}
