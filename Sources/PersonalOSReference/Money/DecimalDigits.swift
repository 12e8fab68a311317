import Foundation
import StorageContract

/// Collects the digits of a number while it is read from text. All amounts read from text become a `Decimal` here.
///
/// `Decimal(string:)` is not used, because it accepts `"12abc"` and silently rounds to 38 digits.
struct DecimalDigits {
  static let mostSignificant = 38

  private let isNegative: Bool
  /// The unit of the last digit is 10 to this power.
  private var exponent = 0
  /// The digits from 0 to 9, without leading zeros.
  private var digits: [UInt8] = []

  init(isNegative: Bool) {
    self.isNegative = isNegative
  }

  /// Appends an ASCII digit, which stands before the point or in the fraction.
  mutating func append(_ byte: UInt8, inFraction: Bool) {
    if inFraction { exponent -= 1 }
    if byte != UInt8(ascii: "0") || !digits.isEmpty { digits.append(byte - UInt8(ascii: "0")) }
  }

  /// Multiplies by 10 to the power `shift`. The shift may have any size, and a zero stays a zero.
  mutating func scale(by shift: Int) {
    let (sum, overflow) = exponent.addingReportingOverflow(shift)
    exponent = overflow ? (shift < 0 ? .min : .max) : sum
  }

  /// The number as a `Decimal`, never rounded.
  /// - Throws: ``MoneyError/tooManyDigits(_:)`` or ``MoneyError/outOfRange(exponent:)``.
  func decimal() throws(MoneyError) -> Decimal {
    let count = (digits.lastIndex { $0 != 0 } ?? -1) + 1
    guard count > 0 else { return 0 }
    guard count <= Self.mostSignificant else { throw .tooManyDigits(count) }
    let significand = digits[..<count].reduce(UInt128(0)) { $0 * 10 + UInt128($1) }
    let (unit, overflow) = exponent.addingReportingOverflow(digits.count - count)
    // If a sum of two numbers overflows, both have the sign of the first.
    guard !overflow else { throw .outOfRange(exponent: exponent) }
    return try Decimal(
      exactly: DecimalParts(isNegative: isNegative, significand: significand, exponent: unit))
  }
}

extension Decimal {
  /// Creates the decimal that has exactly these parts.
  /// - Throws: ``MoneyError/tooManyDigits(_:)`` or ``MoneyError/outOfRange(exponent:)``.
  init(exactly parts: DecimalParts) throws(MoneyError) {
    guard parts.digitCount <= DecimalDigits.mostSignificant else { throw .tooManyDigits(parts.digitCount) }
    guard let decimal = parts.decimal else { throw .outOfRange(exponent: parts.exponent) }
    self = decimal
  }

  /// The sign, significand and exponent of the amount.
  /// - Throws: ``MoneyError/notANumber``. ``MoneyError/tooManyDigits(_:)`` for some numbers of 39 digits, which a
  ///   `Decimal` can hold but no backend stores.
  func exactParts() throws(MoneyError) -> DecimalParts {
    guard let parts = DecimalParts(self) else { throw .notANumber }
    guard parts.digitCount <= DecimalDigits.mostSignificant else { throw .tooManyDigits(parts.digitCount) }
    return parts
  }
}
