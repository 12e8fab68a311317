import StorageContract

/// What a closure given to ``DataActor/perform(_:)`` may do. Valid only inside that closure: any later use
/// throws ``DatabaseError/concurrencyConflict``.
public final class DataScope {
  private var transaction: (any WriteTransaction)?

  public init(_ transaction: any WriteTransaction) {
    self.transaction = transaction
  }

  /// From now on every use throws.
  public func end() {
    transaction = nil
  }

  /// Every model of the type, in the order of keys.
  /// - Throws: ``UnreadableRecord`` for the first that does not read.
  public func fetch<Model: StoredModel>(_ type: Model.Type) throws -> [Model] {
    try live().scan(Model.collection).map { try Self.model($0) }
  }

  /// The model with this key, or nil.
  public func fetch<Model: StoredModel>(_ type: Model.Type, key: String) throws -> Model? {
    try live().get(key, in: Model.collection).map { try Self.model($0) }
  }

  /// Inserts or replaces the model.
  public func save<Model: StoredModel>(_ model: Model) throws {
    try live().put(model.storedFields, at: model.storageKey, in: Model.collection)
  }

  /// True if it was there; deleting an absent one is no error.
  @discardableResult
  public func delete<Model: StoredModel>(_ type: Model.Type, key: String) throws -> Bool {
    try live().delete(key, in: Model.collection)
  }

  public func count<Model: StoredModel>(_ type: Model.Type) throws -> Int {
    try live().count(Model.collection)
  }

  /// The transaction itself, for records that are no models.
  public func live() throws(DatabaseError) -> any WriteTransaction {
    guard let transaction else { throw .concurrencyConflict }
    return transaction
  }

  private static func model<Model: StoredModel>(_ record: Record) throws -> Model {
    try Model(stored: StoredRecord(collection: Model.collection, key: record.key, fields: record.fields))
  }
}
