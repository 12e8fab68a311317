import Foundation

/// Converts amounts to the bytes of a JSON number and back, for a field that holds only data.
///
/// It is a plain value with the two functions of Foundation's `ValueTransformer`, which exists on Apple platforms only.
/// A subclass of `ValueTransformer` can forward its calls to it.
public struct DecimalTransformer: Sendable {
  /// Creates a transformer. It has no state.
  public init() {}

  /// Converts an amount to JSON. Returns nil if `value` is not a `Decimal`.
  /// - Throws: ``MoneyError`` for NaN, which JSON cannot express, and for a `Decimal` of 39 digits.
  public func transformedValue(_ value: Any?) throws(MoneyError) -> Data? {
    guard let amount = value as? Decimal else { return nil }
    return Data(try Self.json(amount).utf8)
  }

  /// Converts JSON to an amount. Returns nil unless `value` is `Data` that consists of one JSON number, and a `Decimal`
  /// can hold the number exactly.
  public func reverseTransformedValue(_ value: Any?) -> Decimal? {
    guard let data = value as? Data else { return nil }
    return try? JSONNumber.read(ArraySlice(data))
  }

  private static func json(_ amount: Decimal) throws(MoneyError) -> String {
    try amount.exactParts().text
  }
}
