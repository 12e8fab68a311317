import Foundation

/// Amounts as the bytes of a JSON number and back, for a field that holds only data.
///
/// A plain value with the two functions of Foundation's `ValueTransformer`, which exists on Apple platforms
/// alone; a subclass of it can hand over to this.
public struct DecimalTransformer: Sendable {
  public init() {}

  /// The amount as JSON, or nil where `value` is no `Decimal`.
  /// - Throws: ``MoneyError`` for a NaN, which JSON has no word for, and for a `Decimal` of 39 digits.
  public func transformedValue(_ value: Any?) throws(MoneyError) -> Data? {
    guard let amount = value as? Decimal else { return nil }
    return Data(try Self.json(amount).utf8)
  }

  /// The amount that `value` is the JSON of; nil where it is anything else than data of one JSON number that
  /// is kept exactly.
  public func reverseTransformedValue(_ value: Any?) -> Decimal? {
    guard let data = value as? Data else { return nil }
    return try? JSONNumber.read(ArraySlice(data))
  }

  private static func json(_ amount: Decimal) throws(MoneyError) -> String {
    try amount.exactParts().text
  }
}
