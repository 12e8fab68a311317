import Foundation

/// The checks that every store makes on names, keys, values and limits. They are in one place so that all
/// backends refuse the same input with the same error. Use them in your own backend.
///
/// A store checks a call in this order: collection name, key, field names and values, limit. If several
/// fields are bad, it reports the one whose name sorts first, so the error does not depend on hashing.
public struct RecordRules: Sendable, Equatable {
  /// The most ASCII characters in the name of a collection or field: 64.
  public static let maximumNameLength = 64
  /// The most UTF-8 bytes in a key, unless a store declares fewer: 1,024.
  public static let maximumKeySizeBytes = 1_024
  /// The most significant digits in a decimal: 38.
  public static let maximumDecimalDigits = 38
  /// The default limit on the text or bytes of a field: 16 MiB.
  public static let defaultMaximumFieldSizeBytes = 16 << 20

  /// The longest text or bytes that one field may hold, in bytes.
  public let maximumFieldSizeBytes: Int
  /// The longest key, in bytes of UTF-8.
  public let maximumKeySizeBytes: Int

  /// Rules with these limits on one field and on keys, and the fixed limits of the contract.
  public init(
    maximumFieldSizeBytes: Int = RecordRules.defaultMaximumFieldSizeBytes, maximumKeySizeBytes: Int = RecordRules.maximumKeySizeBytes
  ) {
    self.maximumFieldSizeBytes = maximumFieldSizeBytes
    self.maximumKeySizeBytes = maximumKeySizeBytes
  }

  /// Checks a name: an ASCII letter or underscore, then ASCII letters, digits or underscores, at most 64 in all.
  /// - Throws: ``StoreError/invalidName(_:)``.
  public func check(name: String) throws {
    guard Self.isIdentifier(name) else { throw StoreError.invalidName(name) }
  }

  /// Checks a key: 1 to ``maximumKeySizeBytes-swift.property`` UTF-8 bytes. The bounds of a scan are not keys: they may be any text.
  /// - Throws: ``StoreError/invalidKey(reason:)``.
  public func check(key: String) throws {
    let sizeBytes = key.utf8.count
    guard sizeBytes > 0 else {
      throw StoreError.invalidKey(
        reason: "it is empty; a key has 1 to \(maximumKeySizeBytes) bytes")
    }
    guard sizeBytes <= maximumKeySizeBytes else {
      throw StoreError.invalidKey(
        reason: "it has \(sizeBytes) bytes of UTF-8; a key has 1 to \(maximumKeySizeBytes)")
    }
  }

  /// Checks a limit: zero or more.
  /// - Throws: ``StoreError/invalidLimit(_:)``.
  public func check(limit: Int?) throws {
    if let limit, limit < 0 { throw StoreError.invalidLimit(limit) }
  }

  /// - Throws: ``StoreError/invalidName(_:)`` or ``StoreError/invalidValue(field:reason:)``.
  public func check(fields: [String: FieldValue]) throws {
    var firstBadName: String?
    for (name, value) in fields where !Self.isIdentifier(name) || reasonAgainst(value) != nil {
      if let known = firstBadName, KeyBytes.precedes(known, name) { continue }
      firstBadName = name
    }
    guard let name = firstBadName, let value = fields[name] else { return }
    try check(name: name)
    if let reason = reasonAgainst(value) {
      throw StoreError.invalidValue(field: name, reason: reason)
    }
  }

  /// Why no backend stores `value` exactly, and what would be valid; nil if a backend may store it.
  public func reasonAgainst(_ value: FieldValue) -> String? {
    switch value {
    case .null, .bool, .int64, .double, .uuid:
      return nil
    case .decimal(let decimal):
      return DecimalParts.isPlainlyStorable(decimal) ? nil : reasonAgainst(decimal)
    case .text(let text):
      return reasonAgainst(sizeBytes: text.utf8.count, of: "text")
    case .bytes(let bytes):
      return reasonAgainst(sizeBytes: bytes.count, of: "value")
    case .date(let date):
      let seconds = date.timeIntervalSinceReferenceDate
      return seconds.isFinite ? nil : "the date is \(seconds) seconds; it has to be finite"
    }
  }

  private func reasonAgainst(_ decimal: Decimal) -> String? {
    guard let parts = DecimalParts(decimal) else {
      return "the decimal is NaN; store .null or a .double if there is no number"
    }
    guard parts.digitCount <= Self.maximumDecimalDigits else {
      return """
        the decimal has \(parts.digitCount) significant digits; \
        at most \(Self.maximumDecimalDigits) are stored exactly
        """
    }
    guard parts.isStorable else {
      return "the decimal \(parts.text) has an exponent out of range; -128 to 127 are stored"
    }
    return nil
  }

  private func reasonAgainst(sizeBytes: Int, of noun: String) -> String? {
    sizeBytes <= maximumFieldSizeBytes
      ? nil : "the \(noun) has \(sizeBytes) bytes; at most \(maximumFieldSizeBytes) are stored"
  }

  /// Whether `name` may name a collection or a field.
  package static func isIdentifier(_ name: String) -> Bool {
    var length = 0
    for byte in name.utf8 {
      length += 1
      guard length <= maximumNameLength else { return false }
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "_"):
        continue
      case UInt8(ascii: "0")...UInt8(ascii: "9") where length > 1:
        continue
      default:
        return false
      }
    }
    return length > 0
  }
}
