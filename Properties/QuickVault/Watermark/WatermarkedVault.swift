import Foundation
import ImageStandIns
import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference

/// A vault with one card, its attachments, and whoever reads what is shared.
struct WatermarkedVault: Sendable {
  private var vault: AttachmentVault
  private let system: QuickVaultSystem
  private let card: UUID
  private var attachments: [(id: UUID, bytes: [UInt8])] = []

  init(_ system: QuickVaultSystem, holding model: WatermarkModel) async throws {
    self.system = system
    vault = try await AttachmentVault(system)
    card = try await vault.addCard("a card")
    for attachment in model.attachments {
      let id = try await vault.add(attachment.file, to: card).id
      attachments.append((id, attachment.file.bytes))
      if let text = attachment.text { try await vault.app.watermarks.updateWatermark(for: id, text: text) }
    }
  }

  func close() async throws { try await vault.close() }

  mutating func relaunch() async throws { try await vault.relaunch() }

  func set(_ edit: WatermarkEdit) async throws {
    try await vault.app.watermarks.updateWatermark(for: attachments[edit.place].id, text: edit.text)
  }

  func removeText(_ place: Int) async throws {
    try await vault.app.watermarks.removeWatermark(from: attachments[place].id)
  }

  func texts() async throws -> [String?] {
    let listed = try await vault.app.attachments.fetchAttachments(for: card)
    return attachments.map { attachment in
      guard let found = listed.first(where: { $0.id == attachment.id }) else { return "no attachment" }
      return found.hasWatermark == (found.watermarkText != nil) ? found.watermarkText : "says that it has one"
    }
  }

  func hasOriginals() async throws -> Bool {
    for attachment in attachments
    where try await vault.app.attachments.attachmentData(id: attachment.id) != attachment.bytes { return false }
    return true
  }

  func share(_ place: Int) async throws -> SharedFile {
    let shared = try await vault.shared(attachments[place].id)
    return SharedFile(name: shared.name, content: try content(shared.contents, of: attachments[place].bytes))
  }

  /// What is seen in the shared file: pixel by pixel the original with one of the texts over it, or none of them.
  private func content(_ shared: [UInt8], of original: [UInt8]) throws -> SharedFile.Content {
    if shared == original { return .original }
    guard let seen = try? ImageCodec.decode(shared) else { return .noImage }
    let image = try ImageCodec.decode(original)
    let style = WatermarkStyle.fitted(width: image.width, height: image.height)
    for text in WatermarkEdit.texts where try system.parts.images.applyWatermark(text, style: style, to: image) == seen {
      return .marked(text)
    }
    return .anotherImage
  }
}
