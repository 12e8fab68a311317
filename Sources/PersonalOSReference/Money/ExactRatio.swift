import Foundation
import StorageContract

/// An exact quotient. It stays a fraction until ``rounded()`` converts it, so it is rounded only once.
public struct ExactRatio: Sendable {
  private let numerator: ExactDecimal
  private let denominator: ExactDecimal

  /// Creates a quotient of exact decimals, without rounding.
  /// - Throws: ``MoneyError/divisionByZero``.
  package init(_ numerator: ExactDecimal, over denominator: ExactDecimal = .one) throws(MoneyError) {
    guard !denominator.isZero else { throw .divisionByZero }
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Creates a quotient of two amounts, without rounding.
  /// - Throws: ``MoneyError/divisionByZero`` or ``MoneyError/notANumber``.
  public init(_ numerator: Decimal, over denominator: Decimal) throws(MoneyError) {
    try self.init(ExactDecimal(numerator), over: ExactDecimal(denominator))
  }

  /// The quotient 0 / 1, the start of a sum.
  public static let zero = ExactRatio(numerator: .zero, denominator: .one)

  private init(numerator: ExactDecimal, denominator: ExactDecimal) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The exact sum of two quotients.
  public static func + (left: ExactRatio, right: ExactRatio) -> ExactRatio {
    ExactRatio(
      numerator: left.numerator * right.denominator + right.numerator * left.denominator,
      denominator: left.denominator * right.denominator)
  }

  /// The nearest decimal of 38 significant digits. If two are equally near, it is the one whose 38th digit is even. A
  /// quotient with no more digits is exact.
  /// - Throws: ``MoneyError/outOfRange(exponent:)``.
  public func rounded() throws(MoneyError) -> Decimal {
    if numerator.isZero { return 0 }
    let dividend = numerator.significand.magnitude
    let divisor = denominator.significand.magnitude
    let unscaled = numerator.exponent - denominator.exponent
    // The quotient of numbers with m and n digits has m - n digits, or one more.
    var zeros =
      DecimalDigits.mostSignificant + ExactDecimal.digitCount(divisor) - ExactDecimal.digitCount(dividend)
    var quotient = try Self.quotient(dividend, divisor, zeros: zeros)
    if quotient.whole >= .powerOfTen(DecimalDigits.mostSignificant) {
      zeros -= 1
      quotient = try Self.quotient(dividend, divisor, zeros: zeros)
    }
    return try Decimal(
      exactly: DecimalParts(
        isNegative: numerator.significand.isNegative != denominator.significand.isNegative,
        significand: quotient.rounded.magnitude128 ?? 0, exponent: unscaled - zeros))
  }

  private struct Quotient {
    let whole: BigInteger
    let remainder: BigInteger
    let divisor: BigInteger

    /// The nearest whole number, half to even.
    var rounded: BigInteger {
      let twice = remainder + remainder
      return twice > divisor || twice == divisor && !whole.isEven ? whole + BigInteger(1) : whole
    }
  }

  /// `dividend` × 10^`zeros` / `divisor`.
  private static func quotient(
    _ dividend: BigInteger, _ divisor: BigInteger, zeros: Int
  ) throws(MoneyError) -> Quotient {
    let dividend = zeros > 0 ? dividend * .powerOfTen(zeros) : dividend
    let divisor = zeros < 0 ? divisor * .powerOfTen(-zeros) : divisor
    guard let (whole, remainder) = dividend.dividedMagnitude(by: divisor) else { throw .divisionByZero }
    return Quotient(whole: whole, remainder: remainder, divisor: divisor)
  }
}
