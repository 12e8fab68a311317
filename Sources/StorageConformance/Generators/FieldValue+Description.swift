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
    let sizeBytes = value.utf8.count
    guard sizeBytes > 400 else { return describe(value) }
    return "\(describe(String(value.unicodeScalars.prefix(40))))… of \(sizeBytes) bytes\(checksum(Array(value.utf8)))"
  }

  private static func text(of value: [UInt8]) -> String {
    guard value.count > 400 else { return describe(value) }
    return "\(describe([UInt8](value.prefix(16))))… of \(value.count) bytes\(checksum(value))"
  }

  /// Tells long values apart that begin alike (FNV-1a); not those that take long to add up, which no law draws.
  private static func checksum(_ bytes: [UInt8]) -> String {
    guard bytes.count <= 1 << 16 else { return "" }
    let sum = bytes.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return ", checksum \(String(sum, radix: 16))"
  }
}
