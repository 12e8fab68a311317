import Foundation
import StorageContract

/// Writes amounts as text that is the same on every device. It has a decimal point, no exponent, every digit of the
/// amount, and at least two digits after the point.
public struct MoneyFormatter: Sendable {
  /// Whether the text has a comma before every three digits.
  public enum Form: Sendable, CaseIterable {
    /// No commas: `-1234567.5` becomes `-1234567.50`.
    case machine
    /// With commas: `-1234567.5` becomes `-1,234,567.50`.
    case grouped
  }

  /// Creates a formatter. It has no state and does not depend on the locale.
  public init() {}

  /// Writes `amount` in the given form.
  /// - Throws: ``MoneyError/notANumber``, or ``MoneyError/tooManyDigits(_:)`` for a `Decimal` of 39 digits.
  public func string(from amount: Decimal, form: Form = .machine) throws(MoneyError) -> String {
    let parts = try amount.exactParts()
    var digits = String(parts.significand)
    digits += String(repeating: "0", count: max(0, parts.exponent))
    let fractionLength = max(0, -parts.exponent)
    let leadingZeros = max(0, fractionLength + 1 - digits.utf8.count)
    digits = String(repeating: "0", count: leadingZeros) + digits
    let whole = digits.dropLast(fractionLength)
    let fraction = digits.suffix(fractionLength)
    let padding = String(repeating: "0", count: max(0, 2 - fractionLength))
    let sign = parts.isNegative ? "-" : ""
    return "\(sign)\(form == .grouped ? Self.grouped(whole) : String(whole)).\(fraction)\(padding)"
  }

  /// Reads an amount in either form. Returns nil if `text` is not an amount, or cannot be read exactly. Use
  /// ``AmountText/read(_:)`` to learn the reason.
  public func parse(_ text: String) -> Decimal? {
    try? AmountText.read(text)
  }

  private static func grouped(_ digits: Substring) -> String {
    var result = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { result.append(",") }
      result.append(digit)
    }
    return result
  }
}
