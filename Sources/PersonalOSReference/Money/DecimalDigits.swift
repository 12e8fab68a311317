import Foundation
import StorageContract

/// The digits of a number as they are read from text, and the one way from there to `Decimal`.
///
/// `Decimal(string:)` accepts `"12abc"`, and rounds to 38 digits in silence; so it is not asked.
struct DecimalDigits {
  static let mostSignificant = 38

  private let isNegative: Bool
  /// 10 to this power is the unit of the last digit.
  private var exponent = 0
  /// Each from 0 to 9, without leading zeros.
  private var digits: [UInt8] = []

  init(isNegative: Bool) {
    self.isNegative = isNegative
  }

  /// Appends an ASCII digit of the part before the point, or of the fraction.
  mutating func append(_ byte: UInt8, inFraction: Bool) {
    if inFraction { exponent -= 1 }
    if byte != UInt8(ascii: "0") || !digits.isEmpty { digits.append(byte - UInt8(ascii: "0")) }
  }

  /// Times 10 to the power `shift`, which may be any number at all: a zero stays a zero.
  mutating func scale(by shift: Int) {
    let (sum, overflow) = exponent.addingReportingOverflow(shift)
    exponent = overflow ? (shift < 0 ? .min : .max) : sum
  }

  /// - Throws: ``MoneyError/tooManyDigits(_:)`` or ``MoneyError/outOfRange(exponent:)``; never rounds.
  func decimal() throws(MoneyError) -> Decimal {
    let count = (digits.lastIndex { $0 != 0 } ?? -1) + 1
    guard count > 0 else { return 0 }
    guard count <= Self.mostSignificant else { throw .tooManyDigits(count) }
    let significand = digits[..<count].reduce(UInt128(0)) { $0 * 10 + UInt128($1) }
    let (unit, overflow) = exponent.addingReportingOverflow(digits.count - count)
    // The sum of two numbers overflows in the direction of the first.
    guard !overflow else { throw .outOfRange(exponent: exponent) }
    return try Decimal(
      exactly: DecimalParts(isNegative: isNegative, significand: significand, exponent: unit))
  }
}

extension Decimal {
  /// - Throws: ``MoneyError/tooManyDigits(_:)`` or ``MoneyError/outOfRange(exponent:)``.
  init(exactly parts: DecimalParts) throws(MoneyError) {
    guard parts.digitCount <= DecimalDigits.mostSignificant else { throw .tooManyDigits(parts.digitCount) }
    guard let decimal = parts.decimal else { throw .outOfRange(exponent: parts.exponent) }
    self = decimal
  }

  /// The amount taken apart.
  /// - Throws: ``MoneyError/notANumber``, or ``MoneyError/tooManyDigits(_:)``: a `Decimal` can hold some
  ///   numbers of 39 digits, which no backend stores.
  func exactParts() throws(MoneyError) -> DecimalParts {
    guard let parts = DecimalParts(self) else { throw .notANumber }
    guard parts.digitCount <= DecimalDigits.mostSignificant else { throw .tooManyDigits(parts.digitCount) }
    return parts
  }
}
