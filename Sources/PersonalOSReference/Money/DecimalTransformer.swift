import Foundation

/// Amounts as the bytes of a JSON number and back, for a field that holds only data.
///
/// A plain value with the two functions of Foundation's `ValueTransformer`, which exists on Apple platforms
/// alone; a subclass of it can hand over to this.
public struct DecimalTransformer: Sendable {
  public init() {}

  /// The amount as JSON, or nil where `value` is no `Decimal`.
  /// - Throws: ``MoneyError`` for a NaN, which JSON has no word for, and for a `Decimal` of 39 digits.
  public func transformedValue(_ value: Any?) throws(MoneyError) -> Data? {
    guard let amount = value as? Decimal else { return nil }
    return Data(try Self.json(amount).utf8)
  }

  /// The amount that `value` is the JSON of; nil where it is anything else than data of one JSON number that is
  /// kept exactly.
  public func reverseTransformedValue(_ value: Any?) -> Decimal? {
    guard let data = value as? Data else { return nil }
    return try? JSONNumber.read(ArraySlice(data))
  }

  private static func json(_ amount: Decimal) throws(MoneyError) -> String {
    try amount.exactParts().text
  }
}

/// Numbers by the grammar of JSON (RFC 8259, section 6).
enum JSONNumber {
  /// The whole of `bytes` is one number, white space around it aside.
  static func read(_ bytes: ArraySlice<UInt8>) throws(MoneyError) -> Decimal {
    var reader = ByteReader(bytes)
    skipWhiteSpace(&reader)
    let number = try read(&reader)
    skipWhiteSpace(&reader)
    guard reader.isAtEnd else { throw reader.expected("the end") }
    return number
  }

  /// - Throws: ``MoneyError``, as ``AmountText/read(_:)`` does.
  static func read(_ reader: inout ByteReader) throws(MoneyError) -> Decimal {
    var digits = DecimalDigits()
    digits.isNegative = reader.skip("-")
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
    return try digits.decimal()
  }

  private static func exponent(_ reader: inout ByteReader) throws(MoneyError) -> Int {
    let isNegative = reader.skip("-")
    if !isNegative { _ = reader.skip("+") }
    guard var digit = reader.digit() else { throw reader.expected("a digit") }
    var magnitude = 0
    while true {
      // Far beyond anything that `Decimal` holds, and still far from overflow.
      magnitude = min(magnitude * 10 + Int(digit - UInt8(ascii: "0")), 1_000_000_000)
      guard let next = reader.digit() else { return isNegative ? -magnitude : magnitude }
      digit = next
    }
  }

  static func skipWhiteSpace(_ reader: inout ByteReader) {
    while reader.skip(" ") || reader.skip("\n") || reader.skip("\t") || reader.skip("\r") {}
  }
}
