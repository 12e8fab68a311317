import CLMDB
import Foundation
import StorageContract

/// A store in LMDB: a B+ tree that is copied on write, in a memory map. It flushes each transaction before it acknowledges it.
public typealias LMDBStore = ItemStore<LMDB>

/// An environment of LMDB.
public final class LMDB: ItemLibrary {
  /// Keys have at most 511 bytes, of which the collection's name and a zero take up to 65.
  public static let capabilities = StoreCapabilities(
    durability: .powerLoss, isolation: .strictSerializable, backup: false, maximumFieldSizeBytes: 1 << 20,
    maximumKeySizeBytes: 446)

  private let lock: Int32
  private let environment: OpaquePointer?

  /// LMDB lets several processes in, but one process must not open an environment twice. The lock keeps every second store out.
  public init(directory: String) throws {
    lock = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    var made: OpaquePointer?
    let result = mdb_env_create(&made)
    environment = made
    try check(result, "make an environment")
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      throw errno == EWOULDBLOCK
        ? StoreError.inUse(path: directory)
        : .io(operation: "lock the directory", path: directory, reason: String(cString: strerror(errno)))
    }
    try check(mdb_env_set_mapsize(environment, 1 << 30), "set the size of the map")
    // Otherwise, a reader's slot belongs to its thread, and an actor has no thread of its own.
    try check(mdb_env_open(environment, directory, UInt32(MDB_NOTLS), 0o644), "open the environment")
  }

  deinit {
    mdb_env_close(environment)
    close(lock)
  }

  public func begin(writing: Bool) throws -> Transaction {
    var begun: OpaquePointer?
    try check(mdb_txn_begin(environment, nil, writing ? 0 : UInt32(MDB_RDONLY), &begun), "begin a transaction")
    return try Transaction(begun)
  }

  /// A transaction of LMDB, whose reads are of one snapshot.
  public final class Transaction: ItemTransaction {
    /// Nil once it is over.
    private var transaction: OpaquePointer?
    private var database: MDB_dbi = 0

    fileprivate init(_ transaction: OpaquePointer?) throws {
      self.transaction = transaction
      try check(mdb_dbi_open(transaction, nil, 0, &database), "open the database")
    }

    deinit { if transaction != nil { mdb_txn_abort(transaction) } }

    public func value(at key: [UInt8]) throws -> [UInt8]? {
      var value = MDB_val()
      let result = withValue(key) { mdb_get(transaction, database, &$0, &value) }
      return try isFound(result) ? Array(value) : nil
    }

    public func set(_ value: [UInt8], at key: [UInt8]) throws {
      try check(withValue(key) { key in withValue(value) { mdb_put(transaction, database, &key, &$0, 0) } }, "write an item")
    }

    public func remove(_ key: [UInt8]) throws {
      try check(withValue(key) { mdb_del(transaction, database, &$0, nil) }, "delete an item")
    }

    public func items(from first: [UInt8], _ body: ([UInt8], [UInt8]) throws -> Bool) throws {
      var cursor: OpaquePointer?
      try check(mdb_cursor_open(transaction, database, &cursor), "open a cursor")
      defer { mdb_cursor_close(cursor) }
      var (key, value) = (MDB_val(), MDB_val())
      var result = withValue(first) {
        key = $0
        return mdb_cursor_get(cursor, &key, &value, MDB_SET_RANGE)
      }
      while try isFound(result), try body(Array(key), Array(value)) {
        result = mdb_cursor_get(cursor, &key, &value, MDB_NEXT)
      }
    }

    /// Ends the transaction, whether it succeeds or not.
    public func commit() throws {
      defer { transaction = nil }
      try check(mdb_txn_commit(transaction), "commit")
    }
  }
}

private func check(_ result: CInt, _ operation: String) throws {
  guard result == 0 else {
    throw StoreError.io(operation: operation, path: "LMDB", reason: String(cString: mdb_strerror(result)))
  }
}

private func isFound(_ result: CInt) throws -> Bool {
  if result != MDB_NOTFOUND { try check(result, "read an item") }
  return result == 0
}

/// LMDB takes pointers that it could write to, and does not write to these.
private func withValue<Result>(_ bytes: [UInt8], _ body: (inout MDB_val) throws -> Result) rethrows -> Result {
  try bytes.withUnsafeBytes { bytes in
    var value = MDB_val(mv_size: bytes.count, mv_data: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
    return try body(&value)
  }
}

extension [UInt8] {
  fileprivate init(_ value: MDB_val) { self.init(UnsafeRawBufferPointer(start: value.mv_data, count: value.mv_size)) }
}
