import Foundation

/// One typed value of a record.
///
/// Equality is by representation, not by `==` of the payload. Text is equal by its UTF-8 bytes, because
/// Swift's `String ==` would hide a backend that normalises Unicode. Doubles are equal by bit pattern, so
/// `-0.0` and a NaN's payload count. Dates are equal by the bits of their seconds, and decimals by value.
public enum FieldValue: Sendable {
  case null
  /// True or false.
  case bool(Bool)
  /// An integer of 64 bits.
  case int64(Int64)
  /// A binary floating-point number, with its bits: NaNs, infinities and `-0.0` included.
  case double(Double)
  /// At most 38 significant digits, never NaN: see ``StoreError/invalidValue(field:reason:)``.
  case decimal(Decimal)
  /// Any text, U+0000 included, compared by its UTF-8 bytes.
  case text(String)
  /// Any bytes.
  case bytes([UInt8])
  /// A point in time, with the bits of its seconds.
  case date(Date)
  /// A UUID.
  case uuid(UUID)
}

extension FieldValue: Equatable {
  public static func == (left: FieldValue, right: FieldValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.int64(let a), .int64(let b)): a == b
    case (.double(let a), .double(let b)): a.bitPattern == b.bitPattern
    case (.decimal(let a), .decimal(let b)): a == b
    case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
    case (.bytes(let a), .bytes(let b)): a == b
    case (.date(let a), .date(let b)):
      a.timeIntervalSinceReferenceDate.bitPattern == b.timeIntervalSinceReferenceDate.bitPattern
    case (.uuid(let a), .uuid(let b)): a == b
    default: false
    }
  }
}
