/// How the pixels of a JPEG lie, as Exif states it (CIPA DC-008, tag 0x0112): where the image's first row and first column
/// belong.
enum JPEGOrientation: Int {
  case topLeft = 1, topRight, bottomRight, bottomLeft, leftTop, rightTop, rightBottom, leftBottom

  /// What the first Exif segment says; nil where there is none, or none that can be read, which leaves the pixels as they lie.
  init?(of bytes: [UInt8]) {
    guard let exif = Self.exif(in: bytes), let value = Self.orientation(in: exif) else { return nil }
    self.init(rawValue: value)
  }

  /// Whether rows become columns.
  var swapsSides: Bool { rawValue >= JPEGOrientation.leftTop.rawValue }

  /// The TIFF part of the first APP1 segment that begins with "Exif", NUL, NUL.
  private static func exif(in bytes: [UInt8]) -> ArraySlice<UInt8>? {
    var place = 2
    while place + 4 <= bytes.count, bytes[place] == 0xFF {
      let marker = bytes[place + 1]
      // A fill byte stands before a marker.
      if marker == 0xFF {
        place += 1
        continue
      }
      // The start of a scan: only pixels follow.
      if marker == 0xDA { return nil }
      let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
      let end = place + 2 + length
      guard length >= 2, end <= bytes.count else { return nil }
      let content = bytes[(place + 4)..<end]
      if marker == 0xE1, content.starts(with: [0x45, 0x78, 0x69, 0x66, 0, 0]) { return content.dropFirst(6) }
      place = end
    }
    return nil
  }

  /// The value of tag 0x0112 in the first directory.
  private static func orientation(in exif: ArraySlice<UInt8>) -> Int? {
    let isLittle: Bool
    if exif.starts(with: [0x49, 0x49, 42, 0]) {
      isLittle = true
    } else if exif.starts(with: [0x4D, 0x4D, 0, 42]) {
      isLittle = false
    } else {
      return nil
    }
    func number(at offset: Int, bytes count: Int) -> Int? {
      guard offset >= 0, offset <= exif.count - count else { return nil }
      let start = exif.startIndex + offset
      let digits = exif[start..<(start + count)]
      return (isLittle ? Array(digits.reversed()) : Array(digits)).reduce(0) { $0 << 8 | Int($1) }
    }
    guard let directory = number(at: 4, bytes: 4), let count = number(at: directory, bytes: 2) else { return nil }
    for entry in 0..<count {
      let offset = directory + 2 + entry * 12
      guard let tag = number(at: offset, bytes: 2) else { return nil }
      // One value of 16 bits.
      if tag == 0x0112, number(at: offset + 2, bytes: 2) == 3, number(at: offset + 4, bytes: 4) == 1 {
        return number(at: offset + 8, bytes: 2)
      }
    }
    return nil
  }
}

extension Bitmap {
  /// The image as it is to be seen.
  func upright(from orientation: JPEGOrientation) -> Bitmap {
    guard orientation != .topLeft else { return self }
    let targetWidth = orientation.swapsSides ? height : width
    let targetHeight = orientation.swapsSides ? width : height
    let turned = [UInt8](unsafeUninitializedCapacity: pixels.count) { buffer, count in
      for y in 0..<targetHeight {
        for x in 0..<targetWidth {
          let (column, row) = switch orientation {
          case .topLeft: (x, y)
          case .topRight: (width - 1 - x, y)
          case .bottomRight: (width - 1 - x, height - 1 - y)
          case .bottomLeft: (x, height - 1 - y)
          case .leftTop: (y, x)
          case .rightTop: (y, height - 1 - x)
          case .rightBottom: (width - 1 - y, height - 1 - x)
          case .leftBottom: (width - 1 - y, x)
          }
          let from = (row * width + column) * 4
          let to = (y * targetWidth + x) * 4
          for channel in 0..<4 { buffer.initializeElement(at: to + channel, to: pixels[from + channel]) }
        }
      }
      count = pixels.count
    }
    return Bitmap(width: targetWidth, height: targetHeight, pixels: turned) ?? self
  }
}
