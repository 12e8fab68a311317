import Foundation

/// A decimal taken apart, exactly: `sign × significand × 10^exponent`, with no trailing zeros in the
/// significand. Two decimals are equal in value exactly where their parts are equal.
///
/// `Decimal(string:)` accepts `"12abc"` and rounds in silence, so text is read and written here, strictly
/// and on integers only.
package struct DecimalParts: Equatable, Sendable {
  package let isNegative: Bool
  package let significand: UInt128
  package let exponent: Int

  /// The exponents that Foundation's `Decimal` has.
  private static let exponents = -128...127

  /// Nil for NaN.
  package init?(_ value: Decimal) {
    guard !value.isNaN, let significand = Self.integer(value.significand.magnitude) else { return nil }
    self.init(
      isNegative: value.sign == .minus, significand: significand, exponent: value.exponent)
  }

  /// The 128 bits of a whole number, which are not public everywhere.
  private static func integer(_ value: Decimal) -> UInt128? {
    // Most fit 64 bits, which a number gives twenty times as fast as text does. Going back is the proof.
    if value <= largestIn64Bits {
      let number = NSDecimalNumber(decimal: value).uint64Value
      if Decimal(number) == value { return UInt128(number) }
    }
    return UInt128(value.description)
  }

  private static let largestIn64Bits = Decimal(UInt64.max)

  /// Whether every part of the harness stores the decimal exactly: at most 38 significant digits, and an
  /// exponent that `Decimal` holds.
  package var isStorable: Bool {
    decimal != nil
  }

  /// 10^19, the largest power of ten in 64 bits; its square has 39 digits, one too many.
  private static let half: UInt128 = 10_000_000_000_000_000_000

  /// Tells most storable decimals without taking them apart, which takes a microsecond or more.
  package static func isPlainlyStorable(_ value: Decimal) -> Bool {
    guard !value.isNaN, value.exponent < exponents.upperBound - RecordRules.maximumDecimalDigits
    else { return false }
    let significand = value.significand
    return significand < tooLarge && significand > -tooLarge
  }

  /// 10^38.
  private static let tooLarge = Decimal(
    sign: .plus, exponent: RecordRules.maximumDecimalDigits, significand: 1)

  /// The parts of `±significand × 10^exponent`, which need not be one that `Decimal` holds: see ``decimal``.
  package init(isNegative: Bool, significand: UInt128, exponent: Int) {
    guard significand != 0 else {
      self.isNegative = false
      self.significand = 0
      self.exponent = 0
      return
    }
    var significand = significand
    var exponent = exponent
    while true {
      // Most significands are small: 64-bit division is several times faster.
      if significand >> 64 == 0 {
        var small = UInt64(truncatingIfNeeded: significand)
        while small % 10 == 0 {
          small /= 10
          exponent += 1
        }
        significand = UInt128(small)
        break
      }
      let (quotient, remainder) = significand.quotientAndRemainder(dividingBy: 10)
      guard remainder == 0 else { break }
      significand = quotient
      exponent += 1
    }
    self.isNegative = isNegative
    self.significand = significand
    self.exponent = exponent
  }

  /// Significant digits: 1 for zero.
  package var digitCount: Int {
    String(significand).utf8.count
  }

  /// The decimal, or nil where `Decimal` cannot hold it.
  package var decimal: Decimal? {
    guard significand < Self.half * Self.half, exponent >= Self.exponents.lowerBound
    else { return nil }
    guard exponent <= Self.exponents.upperBound else { return decimalWithZeros }
    // In two halves of at most 19 digits: each fits 64 bits, and a sum of 38 digits is exact.
    let (high, low) = significand.quotientAndRemainder(dividingBy: Self.half)
    let magnitude =
      high == 0
      ? Decimal(UInt64(low))
      : Decimal(UInt64(high)) * Decimal(UInt64(Self.half)) + Decimal(UInt64(low))
    return Decimal(
      sign: isNegative ? .minus : .plus, exponent: exponent, significand: magnitude)
  }

  /// 1.5e130 is held as 15000 × 10^126: zeros at the end of the significand make up for the exponent.
  /// Arithmetic would drop them and overflow; only reading text keeps them.
  private var decimalWithZeros: Decimal? {
    let zeros = exponent - Self.exponents.upperBound
    guard zeros < 40 else { return nil }
    let digits = String(significand) + String(repeating: "0", count: zeros)
    let text = "\(isNegative ? "-" : "")\(digits)e\(Self.exponents.upperBound)"
    guard let value = Decimal(string: text), DecimalParts(value) == self else { return nil }
    return value
  }

  /// Canonical text: plain (`-0.00125`) where that is short, otherwise scientific (`1.25e-90`). One
  /// text per value.
  package var text: String {
    let digits = String(significand)
    let pointAt = digits.utf8.count + exponent
    let sign = isNegative ? "-" : ""
    switch pointAt {
    case ..<(-6), 39...:
      let fraction = digits.dropFirst()
      return "\(sign)\(digits.prefix(1))\(fraction.isEmpty ? "" : ".")\(fraction)e\(pointAt - 1)"
    case ...0:
      return "\(sign)0.\(String(repeating: "0", count: -pointAt))\(digits)"
    case digits.utf8.count...:
      return "\(sign)\(digits)\(String(repeating: "0", count: exponent))"
    default:
      return "\(sign)\(digits.prefix(pointAt)).\(digits.dropFirst(pointAt))"
    }
  }

  /// Reads what ``text`` writes; nil for anything else, were it only a leading zero more.
  package init?(text: String) {
    var isNegative = false
    var significand: UInt128 = 0
    var exponent = 0
    var sawPoint = false
    var bytes = Substring(text).utf8
    if bytes.first == UInt8(ascii: "-") {
      isNegative = true
      bytes.removeFirst()
    }
    scan: while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let (product, overflow) = significand.multipliedReportingOverflow(by: 10)
        let (sum, carry) = product.addingReportingOverflow(UInt128(byte - UInt8(ascii: "0")))
        guard !overflow, !carry else { return nil }
        significand = sum
        if sawPoint { exponent -= 1 }
      case UInt8(ascii: ".") where !sawPoint:
        sawPoint = true
      case UInt8(ascii: "e"):
        guard let shift = Int(Substring(bytes)), abs(shift) < 1_000 else { return nil }
        exponent += shift
        break scan
      default:
        return nil
      }
    }
    self.init(isNegative: isNegative, significand: significand, exponent: exponent)
    guard self.text.utf8.elementsEqual(text.utf8) else { return nil }
  }
}
