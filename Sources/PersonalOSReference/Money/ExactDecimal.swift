import Foundation
import StorageContract

/// A decimal number of any length: sums, differences and products of them are exact, without exception.
///
/// `Decimal` loses digits in silence where a result has more than 38 of them, and ends the process where a
/// product is too small to be held; so nothing is calculated in it.
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

  /// - Throws: ``MoneyError/notANumber`` for NaN.
  package init(_ value: Decimal) throws(MoneyError) {
    guard let parts = DecimalParts(value) else { throw .notANumber }
    self.init(
      BigInteger(parts.significand, isNegative: parts.isNegative), exponent: parts.exponent)
  }

  package var isZero: Bool { significand.isZero }

  /// The same number as a `Decimal`.
  /// - Throws: ``MoneyError/tooManyDigits(_:)`` or ``MoneyError/outOfRange(exponent:)``, where there is none.
  package func decimal() throws(MoneyError) -> Decimal {
    var magnitude = significand.magnitude
    var exponent = exponent
    // Whatever has more than 128 bits may still have 38 digits and then zeros.
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

  /// Decimal digits of a number that is not zero.
  static func digitCount(_ magnitude: BigInteger) -> Int {
    // 10^estimate has no more bits than the number: 30103 / 100000 is log10(2), a little too large.
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

  /// How many units of 10^`exponent` this is; `exponent` is not above its own.
  private func units(of exponent: Int) -> BigInteger {
    exponent == self.exponent
      ? significand : significand * .powerOfTen(self.exponent - exponent)
  }
}

extension Decimal {
  /// The exact sum.
  /// - Throws: ``MoneyError``, where the sum has more than 38 significant digits or is out of range.
  public func addingExactly(_ other: Decimal) throws(MoneyError) -> Decimal {
    try (ExactDecimal(self) + ExactDecimal(other)).decimal()
  }

  /// The exact difference.
  /// - Throws: as ``addingExactly(_:)``.
  public func subtractingExactly(_ other: Decimal) throws(MoneyError) -> Decimal {
    try (ExactDecimal(self) - ExactDecimal(other)).decimal()
  }

  /// The exact product.
  /// - Throws: as ``addingExactly(_:)``.
  public func multipliedExactly(by other: Decimal) throws(MoneyError) -> Decimal {
    try (ExactDecimal(self) * ExactDecimal(other)).decimal()
  }
}
