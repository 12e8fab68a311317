/// Percent-encoding by RFC 3986.
enum PercentEncoding {
  /// Returns `text` in ASCII with normalised percent-encodings (6.2.2.1 and 6.2.2.2): unreserved characters are decoded,
  /// and the other encodings have upper-case digits. Bytes outside ASCII are encoded. It is nil if the text has a character
  /// that no URI may contain, or a percent sign without two hexadecimal digits after it.
  ///
  /// No delimiter is unreserved, so normalisation keeps the components of a URL.
  static func normalized(_ text: Substring.UTF8View) -> String? {
    var result: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
          return nil
        }
        let decoded = high << 4 | low
        result += isUnreserved(decoded) ? [decoded] : encoded(decoded)
      case 0x80...: result += encoded(byte)
      case _ where isUnreserved(byte) || reserved.contains(byte): result.append(byte)
      default: return nil
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Encodes every byte of the UTF-8 text that is not an unreserved character. The result has no special meaning anywhere
  /// in a URL.
  static func encoded(_ text: String) -> String {
    String(decoding: text.utf8.flatMap { isUnreserved($0) ? [$0] : encoded($0) }, as: UTF8.self)
  }

  private static let reserved = Set(":/?#[]@!$&'()*+,;=".utf8)

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static func encoded(_ byte: UInt8) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
