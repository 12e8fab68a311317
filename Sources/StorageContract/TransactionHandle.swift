/// What the handles of a transaction read from, with the checks in front of it.
package protocol TransactionReader {
  func get(_ key: String, in collection: String) throws -> Record?
  func scan(_ collection: String, from lower: String?, to upper: String?, limit: Int?) throws -> [Record]
  func count(_ collection: String, from lower: String?, to upper: String?) throws -> Int
  func collections() throws -> [String]
}

/// A handle that reads from its reader as long as its transaction lasts.
///
/// Reading and writing handles are types of their own, neither a subclass of the other: a read handle must not be
/// castable to one that writes. This is what they share.
package protocol TransactionHandle: ReadTransaction {
  associatedtype Reader: TransactionReader

  /// - Throws: ``StoreError/transactionEnded`` once the closure has returned; what ended the transaction before that.
  func live() throws -> Reader
}

extension TransactionHandle {
  package func get(_ key: String, in collection: String) throws -> Record? {
    try live().get(key, in: collection)
  }

  package func scan(
    _ collection: String, from lower: String?, to upper: String?, limit: Int?
  ) throws -> [Record] {
    try live().scan(collection, from: lower, to: upper, limit: limit)
  }

  package func count(_ collection: String, from lower: String?, to upper: String?) throws -> Int {
    try live().count(collection, from: lower, to: upper)
  }

  package func collections() throws -> [String] {
    try live().collections()
  }
}
