/// Writes PNGs of every kind, right and wrong ones, without compression and without the library that is tested: the layout of
/// ISO/IEC 15948 and nothing else.
struct PNGBuilder {
  enum Colour: UInt8 {
    case gray = 0, rgb = 2, palette = 3, grayAlpha = 4, rgba = 6

    var channels: Int {
      switch self {
      case .gray, .palette: 1
      case .grayAlpha: 2
      case .rgb: 3
      case .rgba: 4
      }
    }
  }

  var width: Int
  var height: Int
  var colour: Colour
  var depth = 8
  var isInterlaced = false
  /// What stands between the header and the pixels: type and content.
  var chunks: [(String, [UInt8])] = []
  /// The value of one channel at a column and a row.
  var sample: (_ x: Int, _ y: Int, _ channel: Int) -> Int

  var bytes: [UInt8] {
    var png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let header = Self.big(width) + Self.big(height) + [UInt8(depth), colour.rawValue, 0, 0, isInterlaced ? 1 : 0]
    png += Self.chunk("IHDR", header)
    for (type, content) in chunks { png += Self.chunk(type, content) }
    png += Self.chunk("IDAT", Self.stored(scanlines))
    return png + Self.chunk("IEND", [])
  }

  static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    big(content.count) + Array(type.utf8) + content + big(Int(checksum(Array(type.utf8) + content)))
  }

  /// CRC-32 (ISO/IEC 15948, annex D).
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var register: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      register ^= UInt32(byte)
      for _ in 0..<8 { register = register & 1 == 1 ? 0xEDB8_8320 ^ (register >> 1) : register >> 1 }
    }
    return ~register
  }

  static func big(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  private var scanlines: [UInt8] {
    guard isInterlaced else { return lines(columns: Array(0..<width), rows: Array(0..<height)) }
    // Adam7: the first column and row of each pass, and the steps.
    let passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
    return passes.flatMap { left, top, across, down in
      lines(columns: Array(stride(from: left, to: width, by: across)), rows: Array(stride(from: top, to: height, by: down)))
    }
  }

  private func lines(columns: [Int], rows: [Int]) -> [UInt8] {
    guard !columns.isEmpty else { return [] }
    return rows.flatMap { y -> [UInt8] in
      var bits: [UInt8] = []
      for x in columns {
        for channel in 0..<colour.channels {
          let value = sample(x, y, channel)
          bits += (0..<depth).reversed().map { UInt8(value >> $0 & 1) }
        }
      }
      while !bits.count.isMultiple(of: 8) { bits.append(0) }
      let bytes = stride(from: 0, to: bits.count, by: 8).map { bits[$0..<($0 + 8)].reduce(0) { $0 << 1 | $1 } }
      // No filter.
      return [0] + bytes
    }
  }

  /// A zlib stream of stored blocks (RFC 1950, RFC 1951 3.2.4).
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var start = 0
    repeat {
      let end = min(start + 65_535, bytes.count)
      let count = end - start
      stream += [end == bytes.count ? 1 : 0, UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8 & 255)]
      stream += bytes[start..<end]
      start = end
    } while start < bytes.count
    var low = 1
    var high = 0
    for byte in bytes {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return stream + big(high << 16 | low)
  }
}
