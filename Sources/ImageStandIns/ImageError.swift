/// Why an image was not read or written, or text was not drawn. Nothing has then been changed.
public enum ImageError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Neither format's signature stands at the start.
  case unrecognised(start: [UInt8])
  /// The bytes end before the image does.
  case truncated(ImageFormat, bytes: Int)
  /// Something contradicts the format.
  /// - offset: bytes read until then; nil if it is not known.
  case damaged(ImageFormat, offset: Int?, reason: String)
  /// The image may be right, and is of a kind that is not read.
  case unsupported(ImageFormat, reason: String)
  case tooManyBytes(Int, most: Int)
  case tooManyPixels(width: Int, height: Int, most: Int)
  case outOfMemory(bytes: Int)
  /// The quality of a JPEG is not in 1 to 100.
  case badQuality(Int)
  case notEncoded(ImageFormat, reason: String)
  case fontMissing(lookedAt: [String])
  case fontUnreadable(path: String, reason: String)

  public var description: String {
    switch self {
    case .unrecognised(let start):
      start.isEmpty
        ? "there are no bytes; a PNG or JPEG is needed"
        : "neither a PNG nor a JPEG begins with \(Self.hexadecimal(start))"
    case .truncated(let format, let count):
      "the \(format.name) ends too early: its \(count) bytes are not the whole image"
    case .damaged(let format, let offset, let reason):
      "the \(format.name) is damaged\(offset.map { " near byte \($0)" } ?? ""): \(reason)"
    case .unsupported(let format, let reason):
      "this kind of \(format.name) is not read: \(reason)"
    case .tooManyBytes(let count, let most):
      "the image has \(count) bytes, at most \(most) are read"
    case .tooManyPixels(let width, let height, let most):
      "the image has \(width) × \(height) pixels, at most \(most) in all are read"
    case .outOfMemory(let bytes):
      "there is no memory for the \(bytes) bytes of the image"
    case .badQuality(let quality):
      "the quality of a JPEG must be in 1 to 100, found \(quality)"
    case .notEncoded(let format, let reason):
      "the \(format.name) was not written: \(reason)"
    case .fontMissing(let paths):
      """
      no font to write with: install GNU Unifont (fonts-unifont on Debian and Ubuntu), or set TOUCHSTONE_FONT to a font's \
      path; looked at \(paths.joined(separator: ", "))
      """
    case .fontUnreadable(let path, let reason):
      "the font \(path) cannot be used: \(reason)"
    }
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined(separator: " ")
  }
}

extension ImageFormat {
  /// For people.
  var name: String { rawValue.uppercased() }
}
