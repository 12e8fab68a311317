import StorageContract

/// A record as it is stored, whatever it means and whichever layout it belongs to.
public struct RawRecord: Sendable {
  public var collection: String
  public var key: String
  public var fields: [String: FieldValue]

  public init(collection: String, key: String, fields: [String: FieldValue]) {
    self.collection = collection
    self.key = key
    self.fields = fields
  }

  /// The record that the model is stored as.
  public init<Model: StoredModel>(_ model: Model) {
    self.init(collection: Model.collection, key: model.storageKey, fields: model.storedFields)
  }

  /// By collection, then by the bytes of the key.
  public static func precedes(_ left: RawRecord, _ right: RawRecord) -> Bool {
    left.collection == right.collection
      ? KeyBytes.precedes(left.key, right.key) : KeyBytes.precedes(left.collection, right.collection)
  }
}

extension ReadTransaction {
  /// Every record of the collection, in the order of keys.
  func rawRecords(of collection: String) throws -> [RawRecord] {
    try scan(collection).map { RawRecord(collection: collection, key: $0.key, fields: $0.fields) }
  }
}
