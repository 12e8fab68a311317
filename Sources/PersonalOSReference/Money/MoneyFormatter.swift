import Foundation
import StorageContract

/// Amounts as text, the same on every device: a point, no exponent, every digit that the amount has, and at
/// least two after the point.
public struct MoneyFormatter: Sendable {
  public enum Form: Sendable, CaseIterable {
    /// `-1234567.5` is `-1234567.50`.
    case machine
    /// `-1234567.5` is `-1,234,567.50`.
    case grouped
  }

  public init() {}

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

  /// The amount that `text` is, in either form; nil where it is not one, or one that is not kept exactly.
  /// What was wrong says ``AmountText/read(_:)``.
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
