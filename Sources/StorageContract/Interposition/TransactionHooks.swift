/// What is done at the calls of one transaction in place of the calls themselves. What is nil passes through.
///
/// Each hook receives the transaction beneath and the arguments of the call. Hooks live as long as the handle that the
/// closure was given, and so beyond the closure's end, when every call of the transaction beneath throws
/// ``StoreError/transactionEnded``.
public struct TransactionHooks {
  /// Called before each call, hooked or not: where it throws, the call is not made.
  public var before: ((TransactionCall) throws -> Void)?

  public var get: ((any ReadTransaction, _ key: String, _ collection: String) throws -> Record?)?
  public var scan: ((any ReadTransaction, ScanRange) throws -> [Record])?
  /// The range has no limit.
  public var count: ((any ReadTransaction, ScanRange) throws -> Int)?
  public var collections: ((any ReadTransaction) throws -> [String])?
  public var schemaVersion: ((any ReadTransaction) throws -> Int64)?

  public var put: ((any WriteTransaction, [String: FieldValue], _ key: String, _ collection: String) throws -> Int64)?
  public var insert:
    ((any WriteTransaction, [String: FieldValue], _ key: String, _ collection: String) throws -> Int64?)?
  public var compareAndSet:
    (
      (any WriteTransaction, [String: FieldValue], _ key: String, _ collection: String, _ version: Int64) throws
        -> Int64?
    )?
  public var delete: ((any WriteTransaction, _ key: String, _ collection: String) throws -> Bool)?
  public var setSchemaVersion: ((any WriteTransaction, Int64) throws -> Void)?

  public init(before: ((TransactionCall) throws -> Void)? = nil) {
    self.before = before
  }

  /// A handle that goes by these hooks.
  public func over(_ transaction: any ReadTransaction) -> any ReadTransaction {
    InterposedReadTransaction(transaction, self)
  }

  public func over(_ transaction: any WriteTransaction) -> any WriteTransaction {
    InterposedWriteTransaction(transaction, self)
  }
}

/// What a scan or a count is made of: see ``ReadTransaction/scan(_:from:to:limit:)``.
public struct ScanRange: Sendable {
  public var collection: String
  public var lower: String?
  public var upper: String?
  public var limit: Int?

  public init(_ collection: String, from lower: String? = nil, to upper: String? = nil, limit: Int? = nil) {
    self.collection = collection
    self.lower = lower
    self.upper = upper
    self.limit = limit
  }
}

extension ReadTransaction {
  public func scan(_ range: ScanRange) throws -> [Record] {
    try scan(range.collection, from: range.lower, to: range.upper, limit: range.limit)
  }

  /// The range's limit is not regarded.
  public func count(_ range: ScanRange) throws -> Int {
    try count(range.collection, from: range.lower, to: range.upper)
  }
}
