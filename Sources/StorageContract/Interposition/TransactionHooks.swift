/// What is done at the calls of one transaction in place of the calls themselves. What is nil passes through.
///
/// Each hook receives the transaction beneath and the arguments of the call. Hooks live as long as the handle that the
/// closure was given, and so beyond the closure's end, when every call of the transaction beneath throws
/// ``StoreError/transactionEnded``.
public struct TransactionHooks {
  /// Called before each call, hooked or not: where it throws, the call is not made.
  public var before: ((TransactionCall) throws -> Void)?

  /// In place of ``ReadTransaction/get(_:in:)``.
  public var get: ((any ReadTransaction, _ key: String, _ collection: String) throws -> Record?)?
  /// In place of ``ReadTransaction/scan(_:from:to:limit:)``.
  public var scan: ((any ReadTransaction, ScanRange) throws -> [Record])?
  /// The range has no limit.
  public var count: ((any ReadTransaction, ScanRange) throws -> Int)?
  /// In place of ``ReadTransaction/collections()``.
  public var collections: ((any ReadTransaction) throws -> [String])?
  /// In place of ``ReadTransaction/schemaVersion()``.
  public var schemaVersion: ((any ReadTransaction) throws -> Int64)?

  /// In place of `put`. Returns the new version.
  public var put: ((any WriteTransaction, [String: FieldValue], _ key: String, _ collection: String) throws -> Int64)?
  /// In place of `insert`. Returns the version, or nil if the key is taken.
  public var insert:
    ((any WriteTransaction, [String: FieldValue], _ key: String, _ collection: String) throws -> Int64?)?
  /// In place of `compareAndSet`. Returns the new version, or nil if the record has another version.
  public var compareAndSet:
    (
      (any WriteTransaction, [String: FieldValue], _ key: String, _ collection: String, _ version: Int64) throws
        -> Int64?
    )?
  /// In place of `delete`. Returns whether there was a record.
  public var delete: ((any WriteTransaction, _ key: String, _ collection: String) throws -> Bool)?
  /// In place of `setSchemaVersion`.
  public var setSchemaVersion: ((any WriteTransaction, Int64) throws -> Void)?

  /// Hooks that pass every call through, after `before`.
  public init(before: ((TransactionCall) throws -> Void)? = nil) {
    self.before = before
  }

  /// A handle that goes by these hooks.
  public func over(_ transaction: any ReadTransaction) -> any ReadTransaction {
    InterposedReadTransaction(transaction, self)
  }

  /// A handle that goes by these hooks, for a write.
  public func over(_ transaction: any WriteTransaction) -> any WriteTransaction {
    InterposedWriteTransaction(transaction, self)
  }
}

/// What a scan or a count is made of: see ``ReadTransaction/scan(_:from:to:limit:)``.
public struct ScanRange: Sendable {
  /// The collection's name.
  public var collection: String
  /// The least key that counts; nil: the first one.
  public var lower: String?
  /// The key that ends the range; nil: no end.
  public var upper: String?
  /// The most records; nil: all.
  public var limit: Int?

  /// A range of keys in a collection.
  public init(_ collection: String, from lower: String? = nil, to upper: String? = nil, limit: Int? = nil) {
    self.collection = collection
    self.lower = lower
    self.upper = upper
    self.limit = limit
  }
}

extension ReadTransaction {
  /// The records of the range, in key order: ``scan(_:from:to:limit:)``.
  public func scan(_ range: ScanRange) throws -> [Record] {
    try scan(range.collection, from: range.lower, to: range.upper, limit: range.limit)
  }

  /// The range's limit is not regarded.
  public func count(_ range: ScanRange) throws -> Int {
    try count(range.collection, from: range.lower, to: range.upper)
  }
}
