import Foundation
import ImageStandIns
import QuickVaultReference

/// A vault with one card, its attachments, and whoever reads what is shared.
struct WatermarkDriver: Sendable {
  var vault: AttachmentVault
  private let images: any ImageProcessing
  private let card: UUID
  private var originals: [[UInt8]] = []
  private(set) var ids: [UUID] = []

  init(_ system: QuickVaultSystem) async throws {
    images = system.parts.images
    vault = try await AttachmentVault(system)
    card = try await vault.addCard("a card")
  }

  mutating func attach(_ attachments: [WatermarkModel.Attachment]) async throws {
    for attachment in attachments {
      let id = try await vault.add(attachment.file, to: card).id
      ids.append(id)
      originals.append(attachment.file.bytes)
      if let text = attachment.text { try await vault.app.watermarks.updateWatermark(for: id, text: text) }
    }
  }

  func list() async throws -> [ListedWatermark] {
    let listed = try await vault.app.attachments.fetchAttachments(for: card)
    return ids.flatMap { id in listed.filter { $0.id == id } }.map {
      ListedWatermark(isThere: $0.hasWatermark, text: $0.watermarkText.map(ExactText.init))
    }
  }

  func hasOriginals() async throws -> Bool {
    var found: [[UInt8]] = []
    for id in ids { found.append(try await vault.app.attachments.attachmentData(id: id)) }
    return found == originals
  }

  func share(_ place: Int) async throws -> SharedFile {
    let (name, contents) = try await vault.shared(ids[place])
    return SharedFile(name: ExactText(name), content: try content(of: contents, original: originals[place]))
  }

  private func content(of shared: [UInt8], original: [UInt8]) throws -> SharedFile.Content {
    if shared == original { return .original }
    let seen = try? ImageCodec.decode(shared)
    let image = try ImageCodec.decode(original)
    let style = WatermarkStyle.fitted(width: image.width, height: image.height)
    let text = try WatermarkEdit.texts.first { try images.applyWatermark($0, style: style, to: image) == seen }
    return text.map { .marked($0) } ?? .anythingElse
  }
}
