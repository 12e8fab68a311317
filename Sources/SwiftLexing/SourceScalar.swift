/// A Unicode scalar as the lexer sees it: what it may be part of. The ranges are the language's
/// (The Swift Programming Language, "Lexical Structure": identifier-head and operator-head).
struct SourceScalar {
  let value: UInt32
  /// In bytes.
  let length: Int

  var continuesWord: Bool { value < 0x80 ? Self.isASCIIWordPart(value) : Self.contains(Self.wordRanges, value) }

  var beginsWord: Bool {
    guard continuesWord else { return false }
    switch value {
    case 0x30...0x39, 0x0300...0x036F, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: return false
    default: return true
    }
  }

  var beginsOperator: Bool {
    value < 0x80 ? Self.isASCIIOperator(value) : Self.contains(Self.operatorRanges, value)
  }

  var continuesOperator: Bool {
    if beginsOperator { return true }
    switch value {
    case 0x0300...0x036F, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE00...0xFE0F, 0xFE20...0xFE2F, 0xE0100...0xE01EF:
      return true
    default: return false
    }
  }

  /// Beyond ASCII: what is part of nothing, and a byte order mark at any place where a token may begin.
  var separates: Bool {
    value == 0xFEFF || !continuesWord && !beginsOperator && value != 0x201C && value != 0x201D
  }

  private static func isASCIIWordPart(_ value: UInt32) -> Bool {
    switch value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x24, 0x5F: true
    default: false
    }
  }

  private static func isASCIIOperator(_ value: UInt32) -> Bool {
    "/=-+*%<>!&|^~.?".unicodeScalars.contains { $0.value == value }
  }

  private static func contains(_ ranges: [ClosedRange<UInt32>], _ value: UInt32) -> Bool {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(value)
  }

  private static let wordRanges: [ClosedRange<UInt32>] =
    [
      0xA8...0xA8, 0xAA...0xAA, 0xAD...0xAD, 0xAF...0xAF, 0xB2...0xB5, 0xB7...0xBA, 0xBC...0xBE, 0xC0...0xD6,
      0xD8...0xF6, 0xF8...0x167F, 0x1681...0x180D, 0x180F...0x1FFF, 0x200B...0x200D, 0x202A...0x202E,
      0x203F...0x2040, 0x2054...0x2054, 0x2060...0x218F, 0x2460...0x24FF, 0x2776...0x2793, 0x2C00...0x2DFF,
      0x2E80...0x2FFF, 0x3004...0x3007, 0x3021...0x302F, 0x3031...0xD7FF, 0xF900...0xFD3D, 0xFD40...0xFDCF,
      0xFDF0...0xFE44, 0xFE47...0xFFF8,
    ] + (1...14).map { plane in (plane << 16)...(plane << 16 + 0xFFFD) }

  private static let operatorRanges: [ClosedRange<UInt32>] = [
    0xA1...0xA7, 0xA9...0xA9, 0xAB...0xAC, 0xAE...0xAE, 0xB0...0xB1, 0xB6...0xB6, 0xBB...0xBB, 0xBF...0xBF,
    0xD7...0xD7, 0xF7...0xF7, 0x2016...0x2017, 0x2020...0x2027, 0x2030...0x203E, 0x2041...0x2053, 0x2055...0x205E,
    0x2190...0x23FF, 0x2500...0x2775, 0x2794...0x2BFF, 0x2E00...0x2E7F, 0x3001...0x3003, 0x3008...0x3030,
  ]
}

extension Lexer {
  /// The scalar at a place where one begins: the bytes are those of a `String`, so that they are UTF-8.
  func scalar(at index: Int) -> SourceScalar {
    let first = UInt32(bytes[index])
    func rest(_ offset: Int) -> UInt32 { UInt32(bytes[index + offset] & 0x3F) }
    switch first {
    case 0..<0xC0: return SourceScalar(value: first, length: 1)
    case 0xC0..<0xE0: return SourceScalar(value: (first & 0x1F) << 6 | rest(1), length: 2)
    case 0xE0..<0xF0: return SourceScalar(value: (first & 0x0F) << 12 | rest(1) << 6 | rest(2), length: 3)
    default:
      return SourceScalar(value: (first & 0x07) << 18 | rest(1) << 12 | rest(2) << 6 | rest(3), length: 4)
    }
  }
}
