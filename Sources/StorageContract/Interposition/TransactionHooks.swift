/// Replacements for the calls of one transaction. A call whose hook is nil passes through.
///
/// Each hook receives the underlying transaction and the arguments of the call. Hooks live as long as the handle that
/// the closure received, which may be longer than the closure runs. After its end, every call of the underlying
/// transaction throws ``StoreError/transactionEnded``.
public struct TransactionHooks {
  /// Called before each call, with or without a hook. If it throws, the call is not made.
  public var before: ((TransactionCall) throws -> Void)?

  /// In place of ``ReadTransaction/get(_:in:)``.
  public var get: ((any ReadTransaction, _ key: String, _ collection: String) throws -> Record?)?
  /// In place of ``ReadTransaction/scan(_:from:to:limit:)``.
  public var scan: ((any ReadTransaction, ScanRange) throws -> [Record])?
  /// In place of ``ReadTransaction/count(_:from:to:)``. The range has no limit.
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

  /// A handle that applies these hooks.
  public func over(_ transaction: any ReadTransaction) -> any ReadTransaction {
    InterposedReadTransaction(transaction, self)
  }

  /// A handle that applies these hooks, for a write.
  public func over(_ transaction: any WriteTransaction) -> any WriteTransaction {
    InterposedWriteTransaction(transaction, self)
  }
}

/// The arguments of a scan or a count: see ``ReadTransaction/scan(_:from:to:limit:)``.
public struct ScanRange: Sendable, Hashable {
  /// The collection's name.
  public var collection: String
  /// The least key of the range; nil: no bound.
  public var lower: String?
  /// The key at which the range ends, which it excludes; nil: no bound.
  public var upper: String?
  /// The greatest number of records; nil: all.
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

  /// The number of records in the range. Ignores the range's limit.
  public func count(_ range: ScanRange) throws -> Int {
    try count(range.collection, from: range.lower, to: range.upper)
  }
}
