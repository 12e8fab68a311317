import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference

/// Attachments and the texts over them.
struct WatermarkModel: Sendable, CounterexampleDescribable {
  struct Attachment: Sendable {
    let file: AttachmentFile
    var text: String?
    var hadAnotherText = false
    var wasRemoved = false
  }

  var attachments: [Attachment]
  var hasRelaunched = false

  var counterexampleDescription: String {
    "\(describe(attachments.map(\.file)))\(attachments[0].text.map { " with \(describe($0)) over the first" } ?? "")"
  }

  var summary: String {
    attachments.map { $0.text.map { describe($0) } ?? "none" }.joined(separator: ", ")
  }

  static let generator = Generator { source in
    var files = [try source(.imageFile(.attachedImage))]
    files += try source(.array(of: .frequency((1, .imageFile(.attachedImage)), (1, .otherFile)), count: 0...2))
    var model = WatermarkModel(attachments: files.map { Attachment(file: $0) })
    // The first has a text already in half of the cases.
    if try source(.bool) { model.attachments[0].text = try source(.element(of: WatermarkEdit.texts)) }
    return model
  }

  var anyAttachment: Generator<Int> { .int(in: 0...(attachments.count - 1)) }

  /// Mostly one with a text.
  var markedAttachment: Generator<Int> {
    let marked = attachments.indices.filter { attachments[$0].text != nil }
    return marked.isEmpty ? anyAttachment : .frequency((1, anyAttachment), (2, .element(of: marked)))
  }

  /// Now and then what is no image.
  var attachmentToMark: Generator<Int> {
    let others = attachments.indices.filter { !attachments[$0].file.isImage }
    return others.isEmpty ? anyAttachment : .frequency((4, anyAttachment), (1, .element(of: others)))
  }

  func share(_ place: Int) -> SharedFile {
    SharedFile(name: SharedFile.name(of: attachments[place].file), content: attachments[place].text.map { .marked($0) } ?? .original)
  }

  mutating func set(_ edit: WatermarkEdit) throws {
    guard attachments[edit.place].file.isImage else { throw AppError.watermark(.unsupportedImage) }
    guard !edit.isUnseen else { throw AppError.watermark(.emptyText) }
    if let before = attachments[edit.place].text, before != edit.text { attachments[edit.place].hadAnotherText = true }
    attachments[edit.place].text = edit.text
  }

  mutating func removeText(_ place: Int) {
    if attachments[place].text != nil { attachments[place].wasRemoved = true }
    attachments[place].text = nil
  }
}

/// A text for one of the attachments.
struct WatermarkEdit: Sendable, CounterexampleDescribable {
  static let texts = ["仅供签证", "Visa only", "A", "机密 2026", "e\u{301}", "\u{E000}"]
  static let unseen = ["", "  ", "\u{200B}"]

  let place: Int
  let text: String
  var isUnseen: Bool { Self.unseen.contains(text) }

  var counterexampleDescription: String { "attachment \(place): \(describe(text))" }
}

extension Generator where Value == WatermarkEdit {
  static func watermarkEdit(of model: WatermarkModel) -> Generator {
    Generator { source in
      let text = try source(.frequency((8, .element(of: WatermarkEdit.texts)), (1, .element(of: WatermarkEdit.unseen))))
      return WatermarkEdit(place: try source(model.attachmentToMark), text: text)
    }
  }
}

/// What another app is given.
struct SharedFile: Sendable, Equatable {
  enum Content: Sendable, Equatable {
    case original
    case marked(String)
    case anotherImage
    case noImage
  }

  var name: [UInt8]
  var content: Content

  init(name: String, content: Content) {
    self.name = Array(name.utf8)
    self.content = content
  }

  /// The file's own name, if it is one.
  static func name(of file: AttachmentFile) -> String {
    let safe = String(String.UnicodeScalarView(file.name.unicodeScalars.map { $0 == "/" || $0 == "\0" ? "_" : $0 }))
    return ["", ".", ".."].contains(safe) ? "_" : safe
  }
}
