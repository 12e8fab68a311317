import Foundation
import ImageStandIns
import PropertyTesting
import QuickVaultReference
import StorageContract

/// A vault with one card, its attachments, and whoever reads what is shared.
struct WatermarkDriver: Sendable {
  var vault: AttachmentVault
  private let images: any ImageProcessing
  /// Why no watermark can be drawn; nil: it can.
  private let hindrance = Remembered<WatermarkError?>(nil)
  private let card: UUID
  private var originals: [[UInt8]] = []
  private(set) var ids: [UUID] = []

  init(_ system: QuickVaultSystem) async throws {
    images = system.parts.images
    var system = system
    system.parts.images = HinderedImages(base: images, hindrance: hindrance)
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
    let (name, contents, _) = try await vault.shared(ids[place])
    return SharedFile(name: ExactText(name), content: try content(of: contents, original: originals[place]))
  }

  /// Nothing is left of a share that is refused.
  /// Nothing of what was shared is left, and nothing else is gone.
  func shareAndEnd(_ place: Int) async throws -> SharedFile {
    let shared = try await share(place)
    let url = try await vault.shared(ids[place]).url
    let before = vault.device.files.keys.sorted()
    await vault.app.shareEnded(url)
    try expect("the file when its share has ended", await vault.app.sharedFiles.contents(of: url) == nil)
    try expect("how many files are gone", before.count - vault.device.files.count, equals: 1)
    return shared
  }

  func share(_ share: UndrawnShare) async throws -> SharedFile {
    hindrance.set(share.error)
    defer { hindrance.set(nil) }
    let before = vault.device.files
    do {
      return try await self.share(share.place)
    } catch {
      try expect("the shared files are as they were before a refusal", vault.device.files == before)
      throw error
    }
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

/// Draws no watermark as long as something hinders it.
private struct HinderedImages: ImageProcessing {
  let base: any ImageProcessing
  let hindrance: Remembered<WatermarkError?>

  func bitmap(of data: [UInt8]) -> Bitmap? { base.bitmap(of: data) }
  func thumbnail(of data: [UInt8]) -> [UInt8]? { base.thumbnail(of: data) }

  func applyWatermark(_ text: String, style: WatermarkStyle, to bitmap: Bitmap) throws(WatermarkError) -> Bitmap {
    if let error = hindrance.now { throw error }
    return try base.applyWatermark(text, style: style, to: bitmap)
  }

  func watermarked(_ data: [UInt8], text: String) throws(WatermarkError) -> [UInt8] {
    if let error = hindrance.now { throw error }
    return try base.watermarked(data, text: text)
  }
}
