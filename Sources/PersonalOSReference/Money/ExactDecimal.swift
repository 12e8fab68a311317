import Foundation
import StorageContract

/// A decimal number of any length. Its sums, differences and products are always exact.
///
/// `Decimal` silently loses digits if a result has more than 38 of them, and ends the process if a product is too
/// small. That is why no calculation uses `Decimal`.
package struct ExactDecimal: Sendable {
  /// The value is this × 10^`exponent`.
  let significand: BigInteger
  let exponent: Int

  package static let zero = ExactDecimal(BigInteger(0), exponent: 0)
  package static let one = ExactDecimal(BigInteger(1), exponent: 0)

  init(_ significand: BigInteger, exponent: Int) {
    self.significand = significand
    self.exponent = significand.isZero ? 0 : exponent
  }

  /// Converts a `Decimal` exactly.
  /// - Throws: ``MoneyError/notANumber`` for NaN.
  package init(_ value: Decimal) throws(MoneyError) {
    guard let parts = DecimalParts(value) else { throw .notANumber }
    self.init(
      BigInteger(parts.significand, isNegative: parts.isNegative), exponent: parts.exponent)
  }

  package var isZero: Bool { significand.isZero }

  /// The same number as a `Decimal`.
  /// - Throws: ``MoneyError/tooManyDigits(_:)`` or ``MoneyError/outOfRange(exponent:)`` if no `Decimal` holds it.
  package func decimal() throws(MoneyError) -> Decimal {
    var magnitude = significand.magnitude
    var exponent = exponent
    // A significand of more than 128 bits may still be 38 digits followed by zeros.
    while magnitude.magnitude128 == nil {
      guard let (shorter, rest) = magnitude.dividedMagnitude(by: .powerOfTen(1)), rest.isZero else {
        throw .tooManyDigits(Self.digitCount(magnitude))
      }
      magnitude = shorter
      exponent += 1
    }
    return try Decimal(
      exactly: DecimalParts(
        isNegative: significand.isNegative, significand: magnitude.magnitude128 ?? 0, exponent: exponent))
  }

  /// The number of decimal digits of a number, which must not be zero.
  static func digitCount(_ magnitude: BigInteger) -> Int {
    // 10^estimate has no more bits than the number: 30103 / 100000 is log10(2), rounded up.
    var count = max(0, magnitude.bitWidth * 30_103 / 100_000 - 1)
    while magnitude >= .powerOfTen(count) { count += 1 }
    return count
  }

  package static func + (left: ExactDecimal, right: ExactDecimal) -> ExactDecimal {
    if left.isZero { return right }
    if right.isZero { return left }
    let exponent = min(left.exponent, right.exponent)
    return ExactDecimal(left.units(of: exponent) + right.units(of: exponent), exponent: exponent)
  }

  package static prefix func - (value: ExactDecimal) -> ExactDecimal {
    ExactDecimal(-value.significand, exponent: value.exponent)
  }

  package static func - (left: ExactDecimal, right: ExactDecimal) -> ExactDecimal { left + -right }

  package static func * (left: ExactDecimal, right: ExactDecimal) -> ExactDecimal {
    ExactDecimal(left.significand * right.significand, exponent: left.exponent + right.exponent)
  }

  package static func += (left: inout ExactDecimal, right: ExactDecimal) { left = left + right }

  /// The number as a multiple of 10^`exponent`, which must not exceed its own exponent.
  private func units(of exponent: Int) -> BigInteger {
    exponent == self.exponent
      ? significand : significand * .powerOfTen(self.exponent - exponent)
  }
}

extension Decimal {
  /// The exact product.
  /// - Throws: ``MoneyError`` if either amount is NaN, or the product has more than 38 significant digits or is out of
  ///   range.
  public func multipliedExactly(by other: Decimal) throws(MoneyError) -> Decimal {
    try (ExactDecimal(self) * ExactDecimal(other)).decimal()
  }
}
