/// The formats in which images are read and written.
public enum ImageFormat: String, Sendable, CaseIterable {
  case png, jpeg

  /// The format that the first bytes announce, whatever a file's name says; nil for any other data.
  ///
  /// PNG: the eight bytes of its signature (ISO/IEC 15948, 5.2). JPEG: a start of image and another marker (ITU-T T.81, B.2.1).
  public static func recognised(in bytes: some Collection<UInt8>) -> ImageFormat? {
    if bytes.starts(with: pngSignature) { return .png }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
    return nil
  }

  public var mimeType: String { "image/\(rawValue)" }

  static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
}
