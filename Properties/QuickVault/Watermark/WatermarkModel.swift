import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference

/// Attachments and the texts over them.
struct WatermarkModel: Sendable {
  struct Attachment: Sendable {
    let file: AttachmentFile
    /// The texts that it has had, with nil for none; the last is the one that it has.
    var texts: [String?]

    var text: String? { texts.last ?? nil }
  }

  var attachments: [Attachment]
  var hasRelaunched = false

  /// What the list says.
  var list: [ListedWatermark] {
    attachments.map { ListedWatermark(isThere: $0.text != nil, text: $0.text.map(ExactText.init)) }
  }

  func share(_ place: Int) -> SharedFile {
    let attachment = attachments[place]
    return SharedFile(name: attachment.file.nameOfAFile, content: attachment.text.map { .marked($0) } ?? .original)
  }

  /// With a watermark that cannot be drawn at the time nothing is shared; without one nothing has to be drawn.
  func share(_ share: UndrawnShare) throws -> SharedFile {
    if attachments[share.place].text != nil { throw AppError.watermark(share.error) }
    return self.share(share.place)
  }

  mutating func set(_ edit: WatermarkEdit) throws {
    guard attachments[edit.place].file.isImage else { throw AppError.watermark(.unsupportedImage) }
    guard !WatermarkEdit.unseen.contains(edit.text) else { throw AppError.watermark(.emptyText) }
    attachments[edit.place].texts.append(edit.text)
  }

  mutating func removeText(_ place: Int) {
    if attachments[place].text != nil { attachments[place].texts.append(nil) }
  }
}

/// A text for one of the attachments.
struct WatermarkEdit: Sendable {
  static let texts = ["仅供签证", "Visa only", "A", "机密 2026", "e\u{301}", "\u{E000}"]
  static let unseen = ["", "  ", "\u{200B}"]

  let place: Int
  let text: String
}

/// A share while no watermark can be drawn, for this reason.
struct UndrawnShare: Sendable {
  let place: Int
  let error: WatermarkError
}

struct ListedWatermark: Sendable, Equatable {
  let isThere: Bool
  let text: ExactText?
}

/// What another app is given.
struct SharedFile: Sendable, Equatable {
  enum Content: Sendable, Equatable {
    /// Byte for byte.
    case original
    /// Pixel by pixel the original with the text over it.
    case marked(String)
    case anythingElse
  }

  let name: ExactText
  let content: Content
}

extension AttachmentFile {
  /// The file's own name, as far as a file can have it.
  fileprivate var nameOfAFile: ExactText {
    let safe = String(String.UnicodeScalarView(name.unicodeScalars.map { $0 == "/" || $0 == "\0" ? "_" : $0 }))
    return ExactText(["", ".", ".."].contains(safe) ? "_" : safe)
  }
}
