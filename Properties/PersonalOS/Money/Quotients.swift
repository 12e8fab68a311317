import Foundation
import PropertyTesting

/// A quotient of exact numbers, as the oracle knows it: by its two sides.
struct Quotient: Sendable {
  var numerator: LongDecimal
  /// Above 0.
  var denominator = LongDecimal.power(0)

  static func + (left: Quotient, right: Quotient) -> Quotient {
    Quotient(
      numerator: left.numerator * right.denominator + right.numerator * left.denominator,
      denominator: left.denominator * right.denominator)
  }

  /// Whether `value` is this quotient, and nothing is lost.
  func isExactly(_ value: Decimal) -> Bool {
    LongDecimal(value) * denominator == numerator
  }

  /// Why `value` is not this quotient rounded half-even to 38 significant digits; nil where it is.
  ///
  /// By cross-multiplication: value × denominator must not be farther from the numerator than half a unit of
  /// the 38th digit, and exactly that far only if that digit is even.
  func reasonAgainst(_ value: Decimal) -> String? {
    guard !value.isNaN else { return "it is not a number" }
    let rounded = LongDecimal(value)
    if rounded == .zero || numerator == .zero {
      return rounded == numerator ? nil : "one of the two is 0"
    }
    guard rounded.isNegative == numerator.isNegative else { return "it has the wrong sign" }
    let product = rounded.magnitude * denominator
    let digits = rounded.significantDigits
    guard digits.digits.count <= 38 else { return "it has \(digits.digits.count) significant digits" }
    // A power of ten that was rounded up to has come from a quotient with one digit less before the point.
    let isRoundedUpToPower = digits.digits == [1] && product > numerator.magnitude
    let unit = LongDecimal.power(digits.leadingPower - (isRoundedUpToPower ? 38 : 37))
    let error = (product - numerator.magnitude).magnitude
    let twice = error + error
    let unitOfProduct = unit * denominator
    if twice < unitOfProduct { return nil }
    guard twice == unitOfProduct else { return "it is more than half a unit of the 38th digit away" }
    let lastDigit = digits.digits.count == 38 ? digits.digits[37] : 0
    return lastDigit % 2 == 0 ? nil : "it is as far as its even neighbour, and odd"
  }
}

extension Quotient {
  /// `divisor` is not 0.
  init(dividing dividend: Decimal, by divisor: Decimal) {
    let (dividend, divisor) = (LongDecimal(dividend), LongDecimal(divisor))
    self.init(numerator: divisor.isNegative ? -dividend : dividend, denominator: divisor.magnitude)
  }
}

/// Fails the case unless `value` is the quotient, rounded once.
func expect(
  _ claim: @autoclosure () -> String, _ value: Decimal, is quotient: Quotient,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
) throws {
  noteClaim(fileID: fileID, line: line)
  guard let reason = quotient.reasonAgainst(value) else { return }
  throw ExpectationFailure(
    claim: claim(), expected: "\(quotient), rounded once to 38 digits", actual: "\(value); \(reason)",
    location: SourceLocation(fileID: fileID, filePath: filePath, line: line))
}

/// Fails the case unless `value` is the exact number.
func expect(
  _ claim: @autoclosure () -> String, _ value: Decimal, isExactly number: LongDecimal,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
) throws {
  noteClaim(fileID: fileID, line: line)
  if !value.isNaN, LongDecimal(value) == number { return }
  throw ExpectationFailure(
    claim: claim(), expected: number.description, actual: value.description,
    location: SourceLocation(fileID: fileID, filePath: filePath, line: line))
}

extension Quotient: CustomStringConvertible {
  var description: String {
    denominator == .power(0) ? "\(numerator)" : "\(numerator) / \(denominator)"
  }
}

extension LongDecimal: CustomStringConvertible {
  /// Scientific: `-1.25e-3`.
  var description: String {
    let (digits, power) = significantDigits
    guard let first = digits.first else { return "0" }
    let rest = digits.dropFirst().map(String.init).joined()
    return "\(isNegative ? "-" : "")\(first)\(rest.isEmpty ? "" : ".")\(rest)\(power == 0 ? "" : "e\(power)")"
  }
}
