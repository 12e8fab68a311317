import CRocksDB
import StorageContract

/// A store in RocksDB: a log-structured tree. A transaction is one batch, which is flushed before it is acknowledged.
public typealias RocksDBStore = ItemStore<RocksDB>

/// A database of RocksDB. It has threads, which a copy of the process does not have: test it in a process of its own.
public final class RocksDB: ItemLibrary {
  /// A log that is damaged is read to the damage, and a damaged table is refused. Logs and tables come and go.
  public static let capabilities = StoreCapabilities(
    durability: .powerLoss, isolation: .strictSerializable, backup: false, maximumFieldSizeBytes: 1 << 20,
    integrity: .checksums, worksOnAfterIOErrors: false, constantFiles: false)

  fileprivate private(set) var database: OpaquePointer?
  fileprivate let reading = rocksdb_readoptions_create()
  fileprivate let writing = rocksdb_writeoptions_create()

  public init(directory: String) throws {
    let options = rocksdb_options_create()
    defer { rocksdb_options_destroy(options) }
    rocksdb_options_set_create_if_missing(options, 1)
    rocksdb_writeoptions_set_sync(writing, 1)
    do {
      database = try call("open the database") { rocksdb_open(options, directory, $0) }
    } catch StoreError.io(_, _, let reason) where reason.contains("/LOCK: ") {
      throw StoreError.inUse(path: directory)
    }
  }

  deinit {
    if let database { rocksdb_close(database) }
    rocksdb_readoptions_destroy(reading)
    rocksdb_writeoptions_destroy(writing)
  }

  public func begin(writing: Bool) -> Transaction { Transaction(self) }

  /// A batch with an index, over the database: it reads its own writes.
  public final class Transaction: ItemTransaction {
    private let owner: RocksDB
    private let batch = rocksdb_writebatch_wi_create(0, 1)

    fileprivate init(_ owner: RocksDB) { self.owner = owner }

    deinit { rocksdb_writebatch_wi_destroy(batch) }

    public func value(at key: [UInt8]) throws -> [UInt8]? {
      var size = 0
      let value = try call("read an item") { error in
        withCharacters(key) { rocksdb_writebatch_wi_get_from_batch_and_db(batch, owner.database, owner.reading, $0, $1, &size, error) }
      }
      defer { rocksdb_free(value) }
      return value.map { Array(UnsafeRawBufferPointer(start: $0, count: size)) }
    }

    public func set(_ value: [UInt8], at key: [UInt8]) {
      withCharacters(key) { key, keySize in
        withCharacters(value) { rocksdb_writebatch_wi_put(batch, key, keySize, $0, $1) }
      }
    }

    public func remove(_ key: [UInt8]) { withCharacters(key) { rocksdb_writebatch_wi_delete(batch, $0, $1) } }

    public func items(from first: [UInt8], _ body: ([UInt8], [UInt8]) throws -> Bool) throws {
      let iterator = rocksdb_writebatch_wi_create_iterator_with_base(batch, rocksdb_create_iterator(owner.database, owner.reading))
      defer { rocksdb_iter_destroy(iterator) }
      withCharacters(first) { rocksdb_iter_seek(iterator, $0, $1) }
      while rocksdb_iter_valid(iterator) != 0 {
        var (keySize, valueSize) = (0, 0)
        let (key, value) = (rocksdb_iter_key(iterator, &keySize), rocksdb_iter_value(iterator, &valueSize))
        let isWanted = try body(
          Array(UnsafeRawBufferPointer(start: key, count: keySize)), Array(UnsafeRawBufferPointer(start: value, count: valueSize)))
        guard isWanted else { return }
        rocksdb_iter_next(iterator)
      }
      // It ends at an error, too.
      try call("read items") { rocksdb_iter_get_error(iterator, $0) }
    }

    public func commit() throws {
      guard rocksdb_writebatch_wi_count(batch) > 0 else { return }
      try call("commit") { rocksdb_write_writebatch_wi(owner.database, owner.writing, batch, $0) }
    }
  }
}

/// Calls RocksDB, which makes a text of each error.
private func call<Result>(
  _ operation: String, _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) throws -> Result {
  var error: UnsafeMutablePointer<CChar>?
  let result = body(&error)
  guard let error else { return result }
  defer { rocksdb_free(error) }
  throw StoreError.io(operation: operation, path: "RocksDB", reason: String(cString: error))
}

private func withCharacters<Result>(_ bytes: [UInt8], _ body: (UnsafePointer<CChar>?, Int) -> Result) -> Result {
  bytes.withUnsafeBytes { body($0.bindMemory(to: CChar.self).baseAddress, $0.count) }
}
