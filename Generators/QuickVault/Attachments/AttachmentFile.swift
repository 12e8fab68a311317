import ImageStandIns
import PropertyTesting

/// A file to attach: an image, or other data.
public struct AttachmentFile: Sendable, Equatable, CounterexampleDescribable {
  /// What the file contains. It decides ``AttachmentFile/bytes``.
  public enum Content: Sendable, Equatable {
    /// The image as a PNG, without loss.
    case png(ImagePlan)
    /// The image as a JPEG, as some cameras write it, with loss.
    case jpeg(ImagePlan)
    /// These bytes.
    case data([UInt8])
    /// `count` bytes: the same 251 bytes again and again, which depend on `seed`.
    case long(seed: Int, count: Int)
  }

  /// The name, which may be empty or contain slashes.
  public var name: String
  /// The MIME type that is passed to the service. It need not fit the content.
  public var mimeType: String
  /// The description of the contents, which reports print.
  public let content: Content
  /// The contents, made once because encoding an image takes time.
  public let bytes: [UInt8]

  /// Creates a file and encodes its content.
  public init(name: String, mimeType: String, content: Content) {
    self.name = name
    self.mimeType = mimeType
    self.content = content
    bytes = content.bytes
  }

  public var counterexampleDescription: String { "\(describe(name)): \(words)" }

  private var words: String {
    switch content {
    case .png(let plan): "PNG, \(plan.counterexampleDescription)"
    case .jpeg(let plan): "JPEG, \(plan.counterexampleDescription)"
    case .data(let bytes): describe(bytes)
    case .long(let seed, let count): "\(count) bytes of \(seed)"
    }
  }

  /// Whether the content is a PNG or a JPEG.
  public var isImage: Bool {
    switch content {
    case .png, .jpeg: true
    case .data, .long: false
    }
  }
}

extension AttachmentFile.Content {
  fileprivate var bytes: [UInt8] {
    switch self {
    case .png(let plan): return (try? ImageCodec.encodePNG(plan.bitmap)) ?? []
    case .jpeg(let plan): return (try? ImageCodec.encodeJPEG(plan.bitmap, quality: 80)) ?? []
    case .data(let bytes): return bytes
    case .long(let seed, let count):
      var bytes = (0..<251).map { UInt8(truncatingIfNeeded: ($0 &* 31 &+ seed) ^ ($0 >> 3)) }
      // Doubling copies memory, which is fast.
      while bytes.count < count { bytes += bytes }
      return Array(bytes.prefix(count))
    }
  }
}

extension Generator where Value == AttachmentFile {
  /// An image or another file, equally often.
  /// - Parameter image: the images to make files of.
  public static func attachment(image: Generator<ImagePlan> = .smallImage) -> Generator {
    .frequency((3, .imageFile(image)), (3, .otherFile))
  }

  /// An image file: a PNG in two of three cases, a JPEG otherwise.
  public static func imageFile(_ image: Generator<ImagePlan>) -> Generator {
    Generator { source in
      let plan = try source(image)
      let isPNG = try source(.frequency((2, .constant(true)), (1, .constant(false))))
      return AttachmentFile(
        name: try source(.fileName), mimeType: isPNG ? "image/png" : "image/jpeg", content: isPNG ? .png(plan) : .jpeg(plan))
    }
  }

  /// A file that is not an image, with a MIME type that may say otherwise.
  public static let otherFile = Generator { source in
    let content = try source(.otherContent)
    return AttachmentFile(name: try source(.fileName), mimeType: try source(.mimeType), content: content)
  }
}

extension Generator where Value == AttachmentFile.Content {
  /// Content that is not an image: mostly short bytes, sometimes only the beginning of an image, sometimes long.
  fileprivate static let otherContent = Generator.frequency(
    (3, Generator<[UInt8]>.bytes(count: 0...80).map { .data($0) }),
    (1, .element(of: [.data([]), .data([0]), .data(Array("%PDF-1.7\0\r\n".utf8)), .data([0x89, 0x50, 0x4E, 0x47])])),
    (
      1,
      Generator { source in .long(seed: try source(.int(in: 0...255)), count: try source(.int(in: 1_000...70_000))) }
    ))
}

extension Generator where Value == ImagePlan {
  /// An image of 1 to 40 pixels in width and height.
  public static let smallImage = Generator { source in
    ImagePlan(
      try source(.content(against: .black)), width: try source(.int(in: 1...40)), height: try source(.int(in: 1...40)))
  }
}

extension Generator where Value == String {
  /// File names with blanks, in several scripts, with two dots or none, and names that would lead to another folder.
  public static let fileName = Generator.frequency(
    (3, .element(of: ["a.png", "发票 2026.pdf", "scan.JPG", "no ending", "e\u{301}.txt", ".hidden", "a..b"])),
    (1, .element(of: ["", "..", "/", "../../elsewhere.png", "nul\0.txt", String(repeating: "长 ", count: 50)])),
    (1, .text(count: 1...20)))

  /// One of four MIME types, independent of the file's content.
  public static let mimeType = Generator.element(of: ["application/pdf", "application/octet-stream", "text/plain", "image/png"])
}
