/// Why an amount cannot be read, written or calculated exactly. The functions throw these errors instead of rounding.
public enum MoneyError: Error, Sendable, Equatable {
  /// The text is not a number. `offset` counts bytes of UTF-8 from the start of the text.
  case malformed(offset: Int, expected: String)
  /// The amount has this many significant digits; an exact amount has at most 38.
  case tooManyDigits(Int)
  /// No `Decimal` holds the amount. A `Decimal` is a whole number below 2^128 times a power of ten from 10^-128 to
  /// 10^127. `exponent` is the power of the amount's last digit that is not zero.
  case outOfRange(exponent: Int)
  /// The amount is `Decimal.nan`.
  case notANumber
  case divisionByZero
}

extension MoneyError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .malformed(let offset, let expected):
      "not an amount: at byte \(offset) there should be \(expected)"
    case .tooManyDigits(let count):
      "the amount has \(count) significant digits; at most 38 are kept exactly"
    case .outOfRange(let exponent):
      "the amount's last digit stands for 10^\(exponent); a whole number below 2^128 times 10^-128 to 10^127 is kept"
    case .notANumber:
      "the amount is not a number"
    case .divisionByZero:
      "the amount is divided by zero"
    }
  }
}
