import Foundation
import ImageStandIns
import PlatformStandIns
import PropertyTesting
import QuickVaultReference
import StorageContract

/// Watermarks that are set and removed in another way.
private struct ChangedWatermarks: WatermarkService {
  typealias Set = @Sendable (any WatermarkService, UUID, String) async throws -> Void
  typealias Remove = @Sendable (any WatermarkService, UUID) async throws -> Void

  let base: any WatermarkService
  var set: Set = { try await $0.updateWatermark(for: $1, text: $2) }
  var remove: Remove = { try await $0.removeWatermark(from: $1) }

  func updateWatermark(for attachment: UUID, text: String) async throws { try await set(base, attachment, text) }
  func removeWatermark(from attachment: UUID) async throws { try await remove(base, attachment) }
}

/// Images that are written over in another way.
private struct RemarkedImages: ImageProcessing {
  let base: any ImageProcessing
  let mark: @Sendable (any ImageProcessing, [UInt8], String) throws(WatermarkError) -> [UInt8]

  func bitmap(of data: [UInt8]) -> Bitmap? { base.bitmap(of: data) }
  func thumbnail(of data: [UInt8]) -> [UInt8]? { base.thumbnail(of: data) }
  func applyWatermark(_ text: String, style: WatermarkStyle, to bitmap: Bitmap) throws(WatermarkError) -> Bitmap {
    try base.applyWatermark(text, style: style, to: bitmap)
  }
  func watermarked(_ data: [UInt8], text: String) throws(WatermarkError) -> [UInt8] { try mark(base, data, text) }
}

// What QV-19 must catch.
extension Fault<QuickVaultSystem> {
  /// A fault that shares in another way: by the attachments' setup, and the files that lie beside the store.
  private static func sharing(
    _ id: String, _ fact: String,
    _ share: @escaping @Sendable (any AttachmentService, UUID, AttachmentSetup, AppSandbox) async throws -> URL
  ) -> Fault {
    Fault(id, fact) { system in
      let launch = system.launch
      system.launch = { platform, parts in
        var parts = parts
        let make = parts.makeAttachments
        parts.makeAttachments = { setup in
          ChangedAttachments(base: make(setup), share: { try await share($0, $1, setup, platform.sandbox) })
        }
        return try await launch(platform, parts)
      }
    }
  }

  private static func marking(
    _ id: String, _ fact: String,
    _ mark: @escaping @Sendable (any ImageProcessing, [UInt8], String) throws(WatermarkError) -> [UInt8]
  ) -> Fault {
    Fault(id, fact) { $0.parts.images = RemarkedImages(base: $0.parts.images, mark: mark) }
  }

  static let sharesTheOriginal = marking("sharesTheOriginal", "shares the original, watermark or not") {
    images, data, text throws(WatermarkError) in
    _ = try images.watermarked(data, text: text)
    return data
  }

  static let sharesTheThumbnail = marking("sharesTheThumbnail", "shares a watermarked thumbnail") {
    images, data, text throws(WatermarkError) in
    _ = try images.watermarked(data, text: text)
    let small = images.bitmap(of: data).flatMap { try? ImageCodec.encodePNG($0.scaled(toFit: 100)) }
    return try images.watermarked(small ?? data, text: text)
  }

  static let setsWatermarksOnAnyFile = marking("setsWatermarksOnAnyFile", "accepts a watermark for any file") {
    images, data, text throws(WatermarkError) in
    do throws(WatermarkError) {
      return try images.watermarked(data, text: text)
    } catch {
      guard error == .unsupportedImage else { throw error }
      return data
    }
  }

  static let sharesWhatItSharedBefore = sharing("sharesWhatItSharedBefore", "shares the file of an earlier share") {
    base, id, _, sandbox in
    let kept = sandbox.files["cache/\(id)"]
    let url = try await base.shareAttachment(id: id)
    let path = String(url.path.drop { $0 == "/" })
    if let kept { sandbox.writeFile(kept, at: path) }
    if let now = sandbox.files[path] { sandbox.writeFile(now, at: "cache/\(id)") }
    return url
  }

  static let sharesCiphertext = sharing("sharesCiphertext", "shares the stored ciphertext") {
    base, id, setup, sandbox in
    let url = try await base.shareAttachment(id: id)
    let stored = try await setup.store.read { try $0.get(id.uuidString, in: AttachmentContents.collection) }
    if case .bytes(let sealed)? = stored?.fields["encryptedData"] {
      sandbox.writeFile(sealed, at: String(url.path.drop { $0 == "/" }))
    }
    return url
  }

  static let sharesImagesAnew = sharing("sharesImagesAnew", "re-encodes an image without a watermark") {
    base, id, _, sandbox in
    let url = try await base.shareAttachment(id: id)
    let path = String(url.path.drop { $0 == "/" })
    if let bytes = sandbox.files[path], let image = try? ImageCodec.decode(bytes),
      let encoded = try? ImageCodec.encodeJPEG(image)
    {
      sandbox.writeFile(encoded, at: path)
    }
    return url
  }

  static let sharesUnderItsID = sharing("sharesUnderItsID", "names the shared file by the attachment's id") {
    base, id, _, sandbox in
    let url = try await base.shareAttachment(id: id)
    let path = String(url.path.drop { $0 == "/" })
    let other = "tmp/shared/\(id.uuidString)/\(id.uuidString)"
    if let bytes = sandbox.files[path] { sandbox.writeFile(bytes, at: other) }
    sandbox.removeFile(at: path)
    return URL(fileURLWithPath: "/" + other)
  }

  static let sharesTheNameAsWatermark = marking("sharesTheNameAsWatermark", "writes COPY instead of the text") {
    images, data, text throws(WatermarkError) in
    _ = try images.watermarked(data, text: text)
    return try images.watermarked(data, text: "COPY")
  }

  static let forgetsTheWatermarkAtLaunch = Fault("forgetsTheWatermarkAtLaunch", "forgets watermarks at each launch") { system in
    let launch = system.launch
    system.launch = { platform, parts in
      try await platform.store.write { try clearTexts(in: $0) { _ in true } }
      return try await launch(platform, parts)
    }
  }
}

private func clearTexts(in transaction: any WriteTransaction, of isMeant: (Record) -> Bool) throws {
  for record in try transaction.scan(CardAttachment.collection) where isMeant(record) {
    var fields = record.fields
    fields["watermarkText"] = .null
    _ = try transaction.put(fields, at: record.key, in: CardAttachment.collection)
  }
}

// What QV-20 must catch.
extension Fault<QuickVaultSystem> {
  private static func setting(
    _ id: String, _ fact: String,
    _ set: @escaping @Sendable (any WatermarkService, UUID, String, AttachmentSetup) async throws -> Void
  ) -> Fault {
    Fault(id, fact) { system in
      let make = system.parts.makeWatermarks
      system.parts.makeWatermarks = { setup in
        ChangedWatermarks(base: make(setup), set: { try await set($0, $1, $2, setup) })
      }
    }
  }

  private static func removing(
    _ id: String, _ fact: String,
    _ remove: @escaping @Sendable (any WatermarkService, UUID, AttachmentSetup) async throws -> Void
  ) -> Fault {
    Fault(id, fact) { system in
      let make = system.parts.makeWatermarks
      system.parts.makeWatermarks = { setup in
        ChangedWatermarks(base: make(setup), remove: { try await remove($0, $1, setup) })
      }
    }
  }

  /// The text that is stored for an attachment.
  private static func text(of id: UUID, in store: any Store) async throws -> String? {
    let record = try await store.read { try $0.get(id.uuidString, in: CardAttachment.collection) }
    guard case .text(let text)? = record?.fields["watermarkText"] else { return nil }
    return text
  }

  static let burnsWatermarksIn = setting("burnsWatermarksIn", "writes the watermark into the stored image") {
    base, id, text, setup in
    try await base.updateWatermark(for: id, text: text)
    let place = "attachment/\(id.uuidString)"
    let stored = try await setup.store.read { try $0.get(id.uuidString, in: AttachmentContents.collection) }
    guard case .bytes(let sealed)? = stored?.fields["encryptedData"] else { return }
    let marked = try setup.images.watermarked(try setup.crypto.decryptFile(sealed, for: place), text: text)
    let burnt = try setup.crypto.encryptFile(marked, for: place)
    try await setup.store.write { transaction in
      _ = try transaction.put(["encryptedData": .bytes(burnt)], at: id.uuidString, in: AttachmentContents.collection)
    }
  }

  static let keepsTheFirstText = setting("keepsTheFirstText", "does not replace a watermark") { base, id, text, setup in
    let before = try await Self.text(of: id, in: setup.store)
    try await base.updateWatermark(for: id, text: text)
    if let before { try await base.updateWatermark(for: id, text: before) }
  }

  static let addsTextsUp = setting("addsTextsUp", "adds a text to the one before") { base, id, text, setup in
    let before = try await Self.text(of: id, in: setup.store)
    try await base.updateWatermark(for: id, text: text)
    if let before, before != text { try? await base.updateWatermark(for: id, text: before + text) }
  }

  static let marksTheWholeCard = setting("marksTheWholeCard", "sets the watermark of all attachments") { base, id, text, setup in
    try await base.updateWatermark(for: id, text: text)
    let all = try await setup.store.read { try $0.scan(CardAttachment.collection) }.compactMap { UUID(uuidString: $0.key) }
    for other in all where other != id { try? await base.updateWatermark(for: other, text: text) }
  }

  static let keepsTheTextOnRemoval = removing("keepsTheTextOnRemoval", "does not remove a watermark") { _, _, _ in }

  static let leavesAnEmptyText = removing("leavesAnEmptyText", "leaves an empty text when it removes one") { base, id, setup in
    try await base.removeWatermark(from: id)
    try await setup.store.write { transaction in
      guard let record = try transaction.get(id.uuidString, in: CardAttachment.collection) else { return }
      var fields = record.fields
      fields["watermarkText"] = .text("")
      _ = try transaction.put(fields, at: record.key, in: CardAttachment.collection)
    }
  }

  static let removesTheAttachment = removing("removesTheAttachment", "removes the attachment with its watermark") { base, id, setup in
    try await base.removeWatermark(from: id)
    try await setup.store.write { transaction in
      _ = try transaction.delete(id.uuidString, in: CardAttachment.collection)
    }
  }

  static let encodesOriginalsAnew = adding("encodesOriginalsAnew", "stores images as PNG, whatever they were") {
    base, card, data, name, type in
    let encoded = (try? ImageCodec.decode(data)).flatMap { try? ImageCodec.encodePNG($0) }
    return try await base.addAttachment(to: card, fileData: encoded ?? data, fileName: name, mimeType: type)
  }

  static let losesTheTextAtEachShare = sharing("losesTheTextAtEachShare", "forgets the watermark once it was shared") {
    base, id, setup, _ in
    let url = try await base.shareAttachment(id: id)
    try await setup.store.write { try clearTexts(in: $0) { $0.key == id.uuidString } }
    return url
  }
}
