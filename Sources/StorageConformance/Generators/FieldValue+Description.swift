import PropertyTesting
import StorageContract

/// In a report: every bit of a double, the ends of what is long.
extension FieldValue: CounterexampleDescribable {
  public var counterexampleDescription: String {
    switch self {
    case .null: "null"
    case .bool(let value): describe(value)
    case .int64(let value): "int64 \(value)"
    case .double(let value): "double \(Self.text(of: value))"
    case .decimal(let value): "decimal \(StoredDecimal(value)?.counterexampleDescription ?? "NaN")"
    case .text(let value): "text " + Self.text(of: value)
    case .bytes(let value): "bytes " + Self.text(of: value)
    case .date(let value): "date \(Self.text(of: value.timeIntervalSinceReferenceDate)) s"
    case .uuid(let value): "uuid \(value)"
    }
  }

  private static func text(of value: Double) -> String {
    value.isNaN ? "NaN 0x\(String(value.bitPattern, radix: 16, uppercase: true))" : "\(value)"
  }

  private static func text(of value: String) -> String {
    guard isSummed(value.utf8.count) else { return "\(describe(String(value.unicodeScalars.prefix(40))))… of \(value.utf8.count) bytes" }
    return LongText.description(of: value, wholeTo: 400)
  }

  private static func text(of value: [UInt8]) -> String {
    guard value.count > 400 else { return describe(value) }
    let sum = isSummed(value.count) ? ", checksum \(LongText.checksum(value))" : ""
    return "\(describe([UInt8](value.prefix(16))))… of \(value.count) bytes\(sum)"
  }

  /// Not what takes long to add up; no law draws two such values.
  private static func isSummed(_ sizeBytes: Int) -> Bool { sizeBytes <= 1 << 16 }
}
