import ImageStandIns
import PropertyTesting

/// A file that is attached: an image, or other data.
public struct AttachmentFile: Sendable, Equatable, CounterexampleDescribable {
  public enum Content: Sendable, Equatable {
    case png(ImagePlan)
    /// As some cameras write it, with its loss.
    case jpeg(ImagePlan)
    case data([UInt8])
    /// The same 251 bytes again and again.
    case long(seed: Int, count: Int)
  }

  public var name: String
  public var mimeType: String
  public let content: Content
  /// Made once: encoding an image takes its time.
  public let bytes: [UInt8]

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
      // Doubled as long as it takes, by copies of memory.
      while bytes.count < count { bytes += bytes }
      return Array(bytes.prefix(count))
    }
  }
}

extension Generator where Value == AttachmentFile {
  /// - Parameter image: of those that are images.
  public static func attachment(image: Generator<ImagePlan> = .smallImage) -> Generator {
    .frequency((3, .imageFile(image)), (3, .otherFile))
  }

  public static func imageFile(_ image: Generator<ImagePlan>) -> Generator {
    Generator { source in
      let plan = try source(image)
      let isPNG = try source(.frequency((2, .constant(true)), (1, .constant(false))))
      return AttachmentFile(
        name: try source(.fileName), mimeType: isPNG ? "image/png" : "image/jpeg", content: isPNG ? .png(plan) : .jpeg(plan))
    }
  }

  public static let otherFile = Generator { source in
    let content = try source(.otherContent)
    return AttachmentFile(name: try source(.fileName), mimeType: try source(.mimeType), content: content)
  }
}

extension Generator where Value == AttachmentFile.Content {
  /// Anything but an image: short bytes mostly, some that only begin like an image, some long.
  fileprivate static let otherContent = Generator.frequency(
    (3, Generator<[UInt8]>.bytes(count: 0...80).map { .data($0) }),
    (1, .element(of: [.data([]), .data([0]), .data(Array("%PDF-1.7\0\r\n".utf8)), .data([0x89, 0x50, 0x4E, 0x47])])),
    (
      1,
      Generator { source in .long(seed: try source(.int(in: 0...255)), count: try source(.int(in: 1_000...70_000))) }
    ))
}

extension Generator where Value == ImagePlan {
  public static let smallImage = Generator { source in
    ImagePlan(
      try source(.content(against: .black)), width: try source(.int(in: 1...40)), height: try source(.int(in: 1...40)))
  }
}

extension Generator where Value == String {
  /// Names of files: with blanks, several scripts, two dots, none, and what would lead elsewhere.
  public static let fileName = Generator.frequency(
    (3, .element(of: ["a.png", "发票 2026.pdf", "scan.JPG", "no ending", "e\u{301}.txt", ".hidden", "a..b"])),
    (1, .element(of: ["", "..", "/", "../../elsewhere.png", "nul\0.txt"])), (1, .text(count: 1...20)))

  public static let mimeType = Generator.element(of: ["application/pdf", "application/octet-stream", "text/plain", "image/png"])
}
