import Foundation

/// Writing the small, fixed subset of JSON that journals, backups and databases hold: no white space,
/// members in a fixed order, so that equal data is equal text.
extension [UInt8] {
  package mutating func appendLiteral(_ text: StaticString) {
    text.withUTF8Buffer { append(contentsOf: $0) }
  }

  package mutating func appendInteger(_ value: some BinaryInteger) {
    append(contentsOf: String(value).utf8)
  }

  /// A JSON string. Everything but quotes, backslashes and control characters stands for itself, so the
  /// text reads as it was written, whatever its normalisation.
  package mutating func appendJSONString(_ text: String) {
    append(UInt8(ascii: "\""))
    var copy = text
    copy.withUTF8 { bytes in
      if bytes.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
        append(contentsOf: bytes)
      } else {
        for byte in bytes { appendEscaped(byte) }
      }
    }
    append(UInt8(ascii: "\""))
  }

  private mutating func appendEscaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): appendLiteral("\\\"")
    case UInt8(ascii: "\\"): appendLiteral("\\\\")
    case UInt8(ascii: "\n"): appendLiteral("\\n")
    case UInt8(ascii: "\t"): appendLiteral("\\t")
    case UInt8(ascii: "\r"): appendLiteral("\\r")
    case ..<0x20:
      appendLiteral("\\u00")
      append(UInt8(ascii: "0") + byte >> 4)
      append(Self.hexDigits[Int(byte & 15)])
    default: append(byte)
    }
  }

  package static let hexDigits = [UInt8]("0123456789abcdef".utf8)
}

/// Why text could not be read, and where in it.
package struct TextFormatError: Error, Equatable, Sendable {
  /// In bytes, from the start of the text.
  package let offset: Int
  package let reason: String
}

/// Reads what the functions above write, and nothing else: another spelling of the same JSON is damage.
package struct JSONReader {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  package init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  package var isAtEnd: Bool { position == bytes.endIndex }

  package func failure(_ reason: String) -> TextFormatError {
    TextFormatError(offset: position - bytes.startIndex, reason: reason)
  }

  package func expectEnd() throws {
    guard isAtEnd else { throw failure("there is more text where it should end") }
  }

  /// Steps over `literal` if it comes next.
  package mutating func skip(_ literal: StaticString) -> Bool {
    let length = literal.utf8CodeUnitCount
    guard bytes.endIndex - position >= length else { return false }
    let offset = position - bytes.startIndex
    let matches = bytes.withUnsafeBytes { whole in
      whole.baseAddress.map { memcmp($0 + offset, literal.utf8Start, length) == 0 } ?? false
    }
    if matches { position += length }
    return matches
  }

  package mutating func expect(_ literal: StaticString) throws {
    guard skip(literal) else { throw failure("\(literal) should stand here") }
  }

  package mutating func integer() throws -> Int64 {
    let digits = bytes[position...].prefix {
      $0 == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
    }
    guard let value = Int64(String(decoding: digits, as: UTF8.self)) else {
      throw failure("a 64-bit integer should stand here")
    }
    position = digits.endIndex
    return value
  }

  package mutating func string() throws -> String {
    try expect("\"")
    let start = position
    guard let end = quoteOrBackslash(from: start) else { throw failure("the text has no closing quote") }
    if bytes[end] == Self.quote {
      position = end + 1
      return try validated(bytes[start..<end])
    }
    var plain = [UInt8](bytes[start..<end])
    position = end
    while position < bytes.endIndex {
      let byte = bytes[position]
      position += 1
      switch byte {
      case Self.quote: return try validated(plain[...])
      case Self.backslash: plain.append(try escaped())
      default: plain.append(byte)
      }
    }
    throw failure("the text has no closing quote")
  }

  /// A byte at a time takes a debug build most of what reading a record does.
  private func quoteOrBackslash(from start: Int) -> Int? {
    let offset = start - bytes.startIndex
    return bytes.withUnsafeBytes { whole in
      guard let base = whole.baseAddress else { return nil }
      let quote = memchr(base + offset, Int32(Self.quote), whole.count - offset)
      let end = quote.map { UnsafeRawPointer($0) - base } ?? whole.count
      let backslash = memchr(base + offset, Int32(Self.backslash), end - offset)
      return (backslash ?? quote).map { UnsafeRawPointer($0) - base + bytes.startIndex }
    }
  }

  private mutating func escaped() throws -> UInt8 {
    if skip("n") { return UInt8(ascii: "\n") }
    if skip("t") { return UInt8(ascii: "\t") }
    if skip("r") { return UInt8(ascii: "\r") }
    if skip("\"") { return Self.quote }
    if skip("\\") { return Self.backslash }
    if skip("u00"), bytes.endIndex - position >= 2,
      let byte = UInt8(String(decoding: bytes[position..<position + 2], as: UTF8.self), radix: 16),
      byte < 0x20
    {
      position += 2
      return byte
    }
    throw failure("an unknown escape follows a backslash")
  }

  private func validated(_ utf8: ArraySlice<UInt8>) throws -> String {
    guard let text = String(validating: utf8, as: UTF8.self) else {
      throw failure("the text before this is not UTF-8")
    }
    return text
  }

  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")
}
