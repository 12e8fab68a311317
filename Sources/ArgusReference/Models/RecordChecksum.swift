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

  /// Eight bytes, over what a journal would hold of the fields.
  private static func of(_ fields: [String: FieldValue]) -> [UInt8] {
    var text: [UInt8] = []
    FieldsText.append(fields, to: &text)
    return Array(SHA256Digest.of(text).prefix(8))
  }
}
