import StorageContract

/// The operations for a closure given to ``DataActor/perform(_:)``. The scope is valid only inside that closure. Any later
/// use throws ``DatabaseError/concurrencyConflict``.
public final class DataScope {
  private var transaction: (any WriteTransaction)?

  /// Opens a scope over a transaction. Call ``end()`` when the closure has returned.
  public init(_ transaction: any WriteTransaction) {
    self.transaction = transaction
  }

  /// Ends the scope. From now on every use throws.
  public func end() {
    transaction = nil
  }

  /// All models of the type, in the order of their keys.
  /// - Throws: ``UnreadableRecord`` for the first record that does not read as the model.
  public func fetch<Model: StoredModel>(_ type: Model.Type) throws -> [Model] {
    try live().scan(Model.collection).map { try Self.model($0) }
  }

  /// The model with this key, or nil if there is none.
  /// - Throws: ``UnreadableRecord`` if the record does not read as the model.
  public func fetch<Model: StoredModel>(_ type: Model.Type, key: String) throws -> Model? {
    try live().get(key, in: Model.collection).map { try Self.model($0) }
  }

  /// Inserts or replaces the model.
  public func save<Model: StoredModel>(_ model: Model) throws {
    try live().put(model.storedFields, at: model.storageKey, in: Model.collection)
  }

  /// Deletes the model with this key. It is no error if there is none.
  /// - Returns: whether there was one.
  @discardableResult
  public func delete<Model: StoredModel>(_ type: Model.Type, key: String) throws -> Bool {
    try live().delete(key, in: Model.collection)
  }

  /// The number of models of the type. Records that do not read as the model count, too.
  public func count<Model: StoredModel>(_ type: Model.Type) throws -> Int {
    try live().count(Model.collection)
  }

  /// The transaction itself, for records that are not models.
  /// - Throws: ``DatabaseError/concurrencyConflict`` if the scope has ended.
  public func live() throws(DatabaseError) -> any WriteTransaction {
    guard let transaction else { throw .concurrencyConflict }
    return transaction
  }

  private static func model<Model: StoredModel>(_ record: Record) throws -> Model {
    try Model(stored: StoredRecord(collection: Model.collection, key: record.key, fields: record.fields))
  }
}
