import StorageContract

/// A record in its stored form, of any layout and without a meaning.
public struct RawRecord: Sendable {
  /// The name of the record's collection.
  public var collection: String
  /// The record's key, unique in its collection.
  public var key: String
  /// The record's values by field name.
  public var fields: [String: FieldValue]

  /// Creates a record from its parts. It checks nothing.
  public init(collection: String, key: String, fields: [String: FieldValue]) {
    self.collection = collection
    self.key = key
    self.fields = fields
  }

  /// The record that stores the model.
  public init<Model: StoredModel>(_ model: Model) {
    self.init(collection: Model.collection, key: model.storageKey, fields: model.storedFields)
  }

  /// Whether the left record comes first: by collection, then by key, both compared by bytes.
  public static func precedes(_ left: RawRecord, _ right: RawRecord) -> Bool {
    left.collection == right.collection
      ? KeyBytes.precedes(left.key, right.key) : KeyBytes.precedes(left.collection, right.collection)
  }
}

extension ReadTransaction {
  /// All records of the collection, in the order of their keys.
  func rawRecords(of collection: String) throws -> [RawRecord] {
    try scan(collection).map { RawRecord(collection: collection, key: $0.key, fields: $0.fields) }
  }
}
