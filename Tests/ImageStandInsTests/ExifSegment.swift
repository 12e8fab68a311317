/// The segment of a JPEG in which a camera says how it was held.
struct ExifSegment {
  var orientation: Int
  var isLittle: Bool

  /// Behind the start of the image.
  func inserted(into jpeg: [UInt8]) -> [UInt8] {
    Array(jpeg[..<2]) + bytes + jpeg[2...]
  }

  private var bytes: [UInt8] {
    var tiff: [UInt8] = isLittle ? [0x49, 0x49] : [0x4D, 0x4D]
    tiff += number(42, bytes: 2) + number(8, bytes: 4)
    // A directory of two entries: the width of the image, and the orientation.
    tiff += number(2, bytes: 2)
    tiff += number(0x0100, bytes: 2) + number(4, bytes: 2) + number(1, bytes: 4) + number(32, bytes: 4)
    tiff += number(0x0112, bytes: 2) + number(3, bytes: 2) + number(1, bytes: 4) + number(orientation, bytes: 2) + [0, 0]
    tiff += number(0, bytes: 4)
    let content = Array("Exif".utf8) + [0, 0] + tiff
    let length = content.count + 2
    return [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + content
  }

  private func number(_ value: Int, bytes count: Int) -> [UInt8] {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    return isLittle ? bytes : bytes.reversed()
  }
}
