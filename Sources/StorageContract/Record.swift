/// A record as a store returns it.
public struct Record: Sendable, Equatable, Codable {
  /// Any text, compared and ordered by its UTF-8 bytes. `e` + combining acute and `é` are two keys.
  public let key: String

  /// The value of the store's put counter when this record was written: 1 or more. A version is unique in
  /// the store, and the store never uses it again, not even if the record is deleted and put anew. So a stale
  /// version never matches by accident.
  public let version: Int64

  /// The values by field name. Names are identifiers (see ``Store``), so `String ==` is exact for them.
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
