import Foundation
import PlatformStandIns
import StorageContract

/// A checksum over the fields of a record, in a field of its own: what flips at rest is noticed, whatever the backend does.
///
/// A record without one is older than checksums and counts as intact: CloudKit and earlier versions wrote none.
public enum RecordChecksum {
  public static let field = "checksum"

  public static func sealed(_ fields: [String: FieldValue]) -> [String: FieldValue] {
    var sealed = fields
    sealed[field] = .bytes(of(fields))
    return sealed
  }

  public static func isIntact(_ fields: [String: FieldValue]) -> Bool {
    guard let found = fields[field] else { return true }
    var others = fields
    others[field] = nil
    return found == .bytes(of(others))
  }

  /// Eight bytes. Each part stands behind its length, so that no two records give the same text.
  private static func of(_ fields: [String: FieldValue]) -> [UInt8] {
    var text: [UInt8] = []
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      text.appendPart(Array(name.utf8))
      let (kind, bytes) = value.checksumParts
      text.append(kind)
      text.appendPart(bytes)
    }
    return Array(SHA256Digest.of(text).prefix(8))
  }
}

extension [UInt8] {
  fileprivate mutating func appendPart(_ part: [UInt8]) {
    Swift.withUnsafeBytes(of: UInt64(part.count).littleEndian) { append(contentsOf: $0) }
    append(contentsOf: part)
  }
}

extension FieldValue {
  fileprivate var checksumParts: (kind: UInt8, bytes: [UInt8]) {
    switch self {
    case .null: (0, [])
    case .bool(let value): (1, [value ? 1 : 0])
    case .int64(let value): (2, Self.bytes(of: value))
    case .double(let value): (3, Self.bytes(of: value.bitPattern))
    case .decimal(let value): (4, Array("\(value)".utf8))
    case .text(let value): (5, Array(value.utf8))
    case .bytes(let value): (6, value)
    case .date(let value): (7, Self.bytes(of: value.timeIntervalSinceReferenceDate.bitPattern))
    case .uuid(let value): (8, Swift.withUnsafeBytes(of: value.uuid) { Array($0) })
    }
  }

  private static func bytes(of number: some FixedWidthInteger) -> [UInt8] {
    Swift.withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }
}
