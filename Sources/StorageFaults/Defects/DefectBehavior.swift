import StorageContract

/// What one defect does differently, at the points where a ``FaultyStore`` asks it. All of them do
/// nothing unless the defect says otherwise.
///
/// One instance lives as long as its location, so that a defect may remember across a close and reopen.
protocol DefectBehavior: Sendable {
  /// What is stored in place of the given fields.
  func stored(_ fields: [String: FieldValue]) -> [String: FieldValue]

  /// The key that is used in place of the given one, for reading and for writing.
  func used(key: String) -> String

  /// The collection that is used in place of the given one, for reading and for writing.
  func used(collection: String) -> String

  /// What `get` returns in place of the record.
  func fetched(_ record: Record?, at key: String, in collection: String) -> Record?

  /// What a scan without a limit returns in place of the records.
  func scanned(_ records: [Record], in collection: String) -> [Record]

  /// The version that a compare-and-set is made with, where `actual` is the record's.
  func expected(_ version: Int64, actual: Int64?) -> Int64

  /// Whether a write that fails is reported as done.
  var swallowsErrors: Bool { get }

  /// Whether a transaction computes on the state it finds, lets others in, and only then writes.
  var interleaves: Bool { get }

  /// What lies in the files beside what is stored.
  var residue: [UInt8] { get }

  /// Called in the transaction, after its closure and before the commit.
  func willCommit(_ writes: [DefectiveWrite], in transaction: any WriteTransaction) throws

  /// Called after the commit.
  func didCommit(_ writes: [DefectiveWrite])

  /// Called after a rollback, with what was rolled back.
  func didRollBack(_ writes: [DefectiveWrite], of store: any Store) async

  /// Called before the store is closed.
  func willClose(_ store: any Store) async throws
}

/// One put or delete, and what it replaced.
struct DefectiveWrite: Sendable {
  let collection: String
  let key: String
  let before: Record?
  /// Nil where the record was deleted.
  let after: [String: FieldValue]?

  var id: RecordID { RecordID(collection: collection, key: KeyBytes(key)) }

  /// Makes the write's outcome, or what was there before it, the record's contents.
  func apply(_ fields: [String: FieldValue]?, to transaction: any WriteTransaction) throws {
    if let fields {
      try transaction.put(fields, at: key, in: collection)
    } else {
      try transaction.delete(key, in: collection)
    }
  }
}

/// Where a record is.
struct RecordID: Hashable, Sendable {
  let collection: String
  let key: KeyBytes
}

extension DefectBehavior {
  func stored(_ fields: [String: FieldValue]) -> [String: FieldValue] { fields }
  func used(key: String) -> String { key }
  func used(collection: String) -> String { collection }
  func fetched(_ record: Record?, at key: String, in collection: String) -> Record? { record }
  func scanned(_ records: [Record], in collection: String) -> [Record] { records }
  func expected(_ version: Int64, actual: Int64?) -> Int64 { version }
  var swallowsErrors: Bool { false }
  var interleaves: Bool { false }
  var residue: [UInt8] { [] }
  func willCommit(_ writes: [DefectiveWrite], in transaction: any WriteTransaction) throws {}
  func didCommit(_ writes: [DefectiveWrite]) {}
  func didRollBack(_ writes: [DefectiveWrite], of store: any Store) async {}
  func willClose(_ store: any Store) async throws {}
}
