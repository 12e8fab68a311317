import Foundation

/// The exact text of a value: what a person reads in a journal, a database or a dump, and what is read
/// back without a bit lost. For backends that keep values as text; those that keep JSON have `Codable`.
extension FieldValue {
  /// The type's name: "null", "bool", "int64", "double", "decimal", "text", "bytes", "date", "uuid".
  public var kind: String {
    switch self {
    case .null: "null"
    case .bool: "bool"
    case .int64: "int64"
    case .double: "double"
    case .decimal: "decimal"
    case .text: "text"
    case .bytes: "bytes"
    case .date: "date"
    case .uuid: "uuid"
    }
  }

  /// The value as exact text. A double is the shortest text that reads back as the same bits; a NaN is its bits
  /// in hexadecimal. A date is the seconds since 2001-01-01 00:00 UTC, as a double. Bytes are base64. Null is
  /// empty.
  public var exactText: String {
    switch self {
    case .null: ""
    case .bool(let value): value ? "true" : "false"
    case .int64(let value): String(value)
    case .double(let value): Self.text(of: value)
    case .decimal(let value): DecimalParts(value)?.text ?? "NaN"
    case .text(let value): value
    case .bytes(let value): Data(value).base64EncodedString()
    case .date(let value): Self.text(of: value.timeIntervalSinceReferenceDate)
    case .uuid(let value): value.uuidString
    }
  }

  /// Reads what ``kind`` and ``exactText`` write. Nil for anything else, even another spelling of the same
  /// number.
  public init?(kind: String, exactText text: String) {
    switch kind {
    case "null":
      self = .null
    case "bool":
      self = .bool(text == "true")
    case "int64":
      guard let value = Int64(text) else { return nil }
      self = .int64(value)
    case "double":
      guard let value = Self.double(text) else { return nil }
      self = .double(value)
    case "decimal":
      guard let value = DecimalParts(text: text)?.decimal else { return nil }
      self = .decimal(value)
    case "text":
      // Exact as it is, and possibly megabytes: nothing to compare.
      self = .text(text)
      return
    case "bytes":
      guard let value = Data(base64Encoded: text) else { return nil }
      self = .bytes([UInt8](value))
      return
    case "date":
      guard let value = Self.double(text) else { return nil }
      self = .date(Date(timeIntervalSinceReferenceDate: value))
    case "uuid":
      guard let value = UUID(uuidString: text) else { return nil }
      self = .uuid(value)
    default:
      return nil
    }
    guard exactText.utf8.elementsEqual(text.utf8) else { return nil }
  }

  private static func text(of value: Double) -> String {
    // Swift's description of a NaN drops its payload, and of most of them its sign.
    value.isNaN ? "nan:" + String(value.bitPattern, radix: 16) : value.description
  }

  private static func double(_ text: String) -> Double? {
    if text.hasPrefix("nan:") {
      return UInt64(text.dropFirst(4), radix: 16).map { Double(bitPattern: $0) }
    }
    return Double(text)
  }
}
