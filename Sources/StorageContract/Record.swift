/// A record as a store returns it.
public struct Record: Sendable, Equatable, Codable {
  /// Any text, compared and ordered by its UTF-8 bytes. `e` + combining acute and `é` are two keys.
  public let key: String

  /// The store's put counter at the put that wrote this record: 1 or more, unique in the store and
  /// never used again, not even after the record was deleted and put anew (so a stale version can
  /// never match by accident).
  public let version: Int64

  /// By field name. Names are identifiers (see ``Store``), so `String ==` is exact for them.
  public let fields: [String: FieldValue]

  /// A record as a store returns it.
  public init(key: String, version: Int64, fields: [String: FieldValue]) {
    self.key = key
    self.version = version
    self.fields = fields
  }

  public static func == (left: Record, right: Record) -> Bool {
    left.key.utf8.elementsEqual(right.key.utf8) && left.version == right.version
      && left.fields == right.fields
  }
}
