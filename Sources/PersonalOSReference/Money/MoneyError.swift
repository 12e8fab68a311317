/// Why an amount cannot be read, written or calculated exactly. Nothing is ever rounded instead.
public enum MoneyError: Error, Sendable, Equatable {
  /// Text that is no number; `offset` is in bytes of UTF-8 from its start.
  case malformed(offset: Int, expected: String)
  /// An exact amount has at most 38 significant digits.
  case tooManyDigits(Int)
  /// No `Decimal` holds it: it would have to be a whole number below 2^128 times a power of ten from 10^-128 to 10^127.
  /// `exponent` is the power of its last digit that is not zero.
  case outOfRange(exponent: Int)
  /// `Decimal.nan`.
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
