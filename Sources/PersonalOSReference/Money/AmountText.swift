import Foundation

/// Reads amounts as people type them: `-1234.5`, or with grouping `-1,234.5`.
///
/// The whole text must be the number: an optional `-`, digits, and optionally a point and more digits. The reader
/// accepts ASCII only, and neither white space, exponents nor `+`. Commas are either absent, or stand before every
/// three digits of the part before the point.
public enum AmountText {
  /// Reads the amount in `text`. Never rounds.
  /// - Throws: ``MoneyError`` if the text is not such a number, has more than 38 significant digits, or is out of the
  ///   range of `Decimal`.
  public static func read(_ text: String) throws(MoneyError) -> Decimal {
    var reader = ByteReader(text)
    var digits = DecimalDigits(isNegative: reader.skip("-"))

    var lengths = [0]
    while true {
      if let digit = reader.digit() {
        digits.append(digit, inFraction: false)
        lengths[lengths.count - 1] += 1
      } else if lengths.last != 0, reader.skip(",") {
        lengths.append(0)
      } else {
        break
      }
    }
    guard lengths.last != 0 else { throw reader.expected("a digit") }
    let areGroups = lengths[0] <= 3 && lengths.dropFirst().allSatisfy { $0 == 3 }
    guard lengths.count == 1 || areGroups else { throw reader.expected("three digits after each comma") }

    if reader.skip(".") {
      guard let first = reader.digit() else { throw reader.expected("a digit") }
      digits.append(first, inFraction: true)
      while let digit = reader.digit() { digits.append(digit, inFraction: true) }
    }
    guard reader.isAtEnd else { throw reader.expected("the end") }
    return try digits.decimal()
  }
}

/// Steps through the bytes of a text.
struct ByteReader {
  private let bytes: ArraySlice<UInt8>
  private(set) var position: Int

  init(_ text: String) {
    self.init(ArraySlice(text.utf8))
  }

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  var isAtEnd: Bool { position == bytes.endIndex }
  var next: UInt8? { isAtEnd ? nil : bytes[position] }
  var rest: ArraySlice<UInt8> { bytes[position...] }

  mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard let next, UInt32(next) == scalar.value else { return false }
    position += 1
    return true
  }

  mutating func digit() -> UInt8? {
    guard let next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) else { return nil }
    position += 1
    return next
  }

  mutating func advance(by count: Int) {
    position = min(position + count, bytes.endIndex)
  }

  func expected(_ what: String) -> MoneyError {
    .malformed(offset: position - bytes.startIndex, expected: what)
  }
}
