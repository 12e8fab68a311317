import Foundation

/// Reads numbers by the grammar of JSON (RFC 8259, section 6).
enum JSONNumber {
  /// Reads `bytes`, which must be one number with optional white space around it.
  /// - Throws: ``MoneyError``, as ``AmountText/read(_:)`` does.
  static func read(_ bytes: ArraySlice<UInt8>) throws(MoneyError) -> Decimal {
    var reader = ByteReader(bytes)
    skipWhiteSpace(&reader)
    let digits = try digits(&reader)
    skipWhiteSpace(&reader)
    guard reader.isAtEnd else { throw reader.expected("the end") }
    return try digits.decimal()
  }

  /// Reads the digits, fraction and exponent of a number, and stops after it.
  /// - Throws: ``MoneyError/malformed(offset:expected:)``.
  static func digits(_ reader: inout ByteReader) throws(MoneyError) -> DecimalDigits {
    var digits = DecimalDigits(isNegative: reader.skip("-"))
    guard let first = reader.digit() else { throw reader.expected("a digit") }
    digits.append(first, inFraction: false)
    if first != UInt8(ascii: "0") {
      while let digit = reader.digit() { digits.append(digit, inFraction: false) }
    }
    if reader.skip(".") {
      guard let first = reader.digit() else { throw reader.expected("a digit") }
      digits.append(first, inFraction: true)
      while let digit = reader.digit() { digits.append(digit, inFraction: true) }
    }
    if reader.skip("e") || reader.skip("E") { digits.scale(by: try exponent(&reader)) }
    return digits
  }

  private static func exponent(_ reader: inout ByteReader) throws(MoneyError) -> Int {
    let isNegative = reader.skip("-")
    if !isNegative { _ = reader.skip("+") }
    guard var digit = reader.digit() else { throw reader.expected("a digit") }
    var magnitude = 0
    while true {
      // The limit is far beyond any exponent of `Decimal`, and far from overflow.
      magnitude = min(magnitude * 10 + Int(digit - UInt8(ascii: "0")), 1_000_000_000)
      guard let next = reader.digit() else { return isNegative ? -magnitude : magnitude }
      digit = next
    }
  }

  static func skipWhiteSpace(_ reader: inout ByteReader) {
    while reader.skip(" ") || reader.skip("\n") || reader.skip("\t") || reader.skip("\r") {}
  }
}
