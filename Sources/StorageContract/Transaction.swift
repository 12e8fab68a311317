/// The calls of a ``Store/read(_:)`` closure. A handle is valid only inside its closure: any later call throws
/// ``StoreError/transactionEnded``.
public protocol ReadTransaction: AnyObject {
  /// The record at `key`, or nil.
  func get(_ key: String, in collection: String) throws -> Record?

  /// Returns records in ascending order of the keys' UTF-8 bytes. The range includes `lower` and excludes
  /// `upper` (nil: unbounded). It returns at most `limit` records (nil: all; 0: none; negative:
  /// ``StoreError/invalidLimit(_:)``). A collection that was never written is empty. `lower >= upper` is an
  /// empty range, not an error.
  func scan(
    _ collection: String, from lower: String?, to upper: String?, limit: Int?
  ) throws -> [Record]

  /// How many records a scan with these bounds and no limit would return.
  func count(_ collection: String, from lower: String?, to upper: String?) throws -> Int

  /// Names of the collections that hold at least one record, ascending.
  func collections() throws -> [String]

  /// The application's schema version: 0 in a new store.
  func schemaVersion() throws -> Int64
}

/// The calls of a ``Store/write(_:)`` closure. A transaction reads its own writes.
///
/// Every mutating call either takes effect inside the transaction, or throws and leaves the
/// transaction as it was before that call.
public protocol WriteTransaction: ReadTransaction {
  /// Inserts or replaces the whole record. Returns its new version.
  @discardableResult
  func put(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64

  /// Inserts the record if the key is absent. Otherwise changes nothing, and returns nil.
  func insert(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64?

  /// Replaces the record if its version is exactly `version`. Otherwise changes nothing, and returns nil.
  func compareAndSet(
    _ fields: [String: FieldValue], at key: String, in collection: String, version: Int64
  ) throws -> Int64?

  /// Deletes the record. True if there was one; deleting an absent one is no error.
  @discardableResult
  func delete(_ key: String, in collection: String) throws -> Bool

  /// Sets the application's schema version, as part of the transaction.
  func setSchemaVersion(_ version: Int64) throws
}

extension ReadTransaction {
  /// Every record of the collection.
  public func scan(_ collection: String) throws -> [Record] {
    try scan(collection, from: nil, to: nil, limit: nil)
  }

  /// How many records the collection holds.
  public func count(_ collection: String) throws -> Int {
    try count(collection, from: nil, to: nil)
  }
}
