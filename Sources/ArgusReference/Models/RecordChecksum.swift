import PlatformStandIns
import StorageContract

/// A checksum over the fields of a record, in a field of its own. It detects bits that flip at rest, whatever the
/// backend does.
///
/// A record without a checksum counts as intact, because CloudKit and earlier versions of the app wrote none.
public enum RecordChecksum {
  /// The name of the field that holds the checksum.
  public static let field = "checksum"

  /// Returns the fields with the checksum over them.
  public static func sealed(_ fields: [String: FieldValue]) -> [String: FieldValue] {
    var sealed = fields
    sealed[field] = .bytes(of(fields))
    return sealed
  }

  /// Whether the checksum fits the other fields, or there is none.
  public static func isIntact(_ fields: [String: FieldValue]) -> Bool {
    guard let found = fields[field] else { return true }
    var others = fields
    others[field] = nil
    return found == .bytes(of(others))
  }

  /// Returns the first eight bytes of the SHA-256 digest of the fields, in the form that a journal writes.
  private static func of(_ fields: [String: FieldValue]) -> [UInt8] {
    var text: [UInt8] = []
    FieldsText.append(fields, to: &text)
    return Array(SHA256Digest.of(text).prefix(8))
  }
}
