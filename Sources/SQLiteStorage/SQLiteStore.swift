import CSQLite
import Foundation
import StorageContract

/// How a ``SQLiteStore`` writes.
public struct SQLiteStoreOptions: Sendable {
  /// What an acknowledged write survives. `.powerLoss` is `synchronous=FULL`: SQLite flushes the
  /// write-ahead log at every commit. `.processCrash` is `synchronous=OFF`: the operating system holds
  /// the log, so `kill -9` loses nothing, but a loss of power may lose the database. Use it for stores
  /// that are thrown away.
  public var durability: StoreCapabilities.Durability
  /// How SQLite makes transactions atomic.
  public var journal: Journal
  /// `PRAGMA synchronous`; nil: what ``durability`` needs. With a weaker value, the store declares more than it does, which is of use
  /// only to test the tests.
  public var synchronous: Synchronous?
  /// The limits on names, keys and values.
  public var rules: RecordRules
  /// How long opening waits for another program, such as a shell that reads, to release the database.
  public var busyTimeoutMilliseconds: Int

  /// `PRAGMA journal_mode`.
  public enum Journal: String, Sendable, CaseIterable {
    /// A write-ahead log.
    case wal
    /// A rollback journal that is removed at the commit. SQLite flushes its folder after that with `.extra` alone.
    case delete
    /// A rollback journal that is emptied at the commit.
    case truncate
  }

  /// The values of `PRAGMA synchronous`: how often SQLite waits for the disk.
  public enum Synchronous: String, Sendable, CaseIterable {
    case off, normal, full, extra
  }

  /// Treats `.volatile` as `.processCrash`, because a file outlives the process anyway.
  public init(
    durability: StoreCapabilities.Durability = .powerLoss, journal: Journal = .wal, synchronous: Synchronous? = nil,
    rules: RecordRules = RecordRules(), busyTimeoutMilliseconds: Int = 100
  ) {
    self.journal = journal
    self.synchronous = synchronous
    self.durability = max(durability, .processCrash)
    self.rules = rules
    self.busyTimeoutMilliseconds = max(busyTimeoutMilliseconds, 0)
  }
}

/// A store in one SQLite database, in WAL mode. In the `sqlite3` shell:
///
///     SELECT key, fields ->> '$.price.decimal' FROM records WHERE collection = 'trades';
///     SELECT name, type, value FROM fields WHERE collection = 'trades' AND key = 'AAPL';
///
/// The store holds an exclusive lock on the database from opening to closing. So a second opener fails at
/// once, the store can keep its counters in memory, and no commit pays for shared locks. The price is that
/// the shell can read the database only while the store is closed, or in a copy made by ``backup(to:)``.
public actor SQLiteStore: Store {
  public nonisolated let capabilities: StoreCapabilities
  private let options: SQLiteStoreOptions
  /// Nil once closed.
  private var connection: SQLiteConnection?
  private var counters: SQLiteCounters

  /// Opens the database at `path`, and creates it if it does not exist.
  /// - Throws: ``/StorageContract/StoreError/damaged(path:offset:reason:)`` if the file is not a database of this layout; the file is
  ///   then as it was. ``/StorageContract/StoreError/inUse(path:)``. ``/StorageContract/StoreError/readOnly(path:)``.
  ///   ``/StorageContract/StoreError/io(operation:path:reason:)``.
  public init(path: String, options: SQLiteStoreOptions = SQLiteStoreOptions()) throws {
    try self.init(SQLiteConnection.open(path, purpose: .data, options: options), options: options)
  }

  init(_ connection: SQLiteConnection, options: SQLiteStoreOptions) throws {
    self.connection = connection
    self.options = options
    counters = try connection.readCounters()
    capabilities = StoreCapabilities(
      durability: options.durability, isolation: .strictSerializable, backup: true,
      maximumFieldSizeBytes: options.rules.maximumFieldSizeBytes, compaction: true, integrity: .truncation,
      maximumKeySizeBytes: options.rules.maximumKeySizeBytes)
  }

  public func read<Result: Sendable>(
    _ body: @Sendable (any ReadTransaction) throws -> Result
  ) async throws -> Result {
    let connection = try live()
    try connection.run(.beginRead)
    let transaction = SQLiteReadTransaction(
      SQLiteReader(connection: connection, rules: options.rules), counters: counters)
    do {
      let result = try body(transaction)
      transaction.end()
      try connection.run(.commit)
      return result
    } catch {
      transaction.end()
      connection.rollback()
      throw error
    }
  }

  public func write<Result: Sendable>(
    _ body: @Sendable (any WriteTransaction) throws -> Result
  ) async throws -> Result {
    let connection = try live()
    try connection.run(.beginWrite)
    let transaction = SQLiteWriteTransaction(
      SQLiteReader(connection: connection, rules: options.rules), counters: counters)
    do {
      let result = try body(transaction)
      transaction.end()
      // The closure may have caught the error of a statement that ended the transaction.
      if let failure = transaction.failure { throw failure }
      if transaction.counters != counters { try connection.write(transaction.counters) }
      try connection.run(.commit)
      counters = transaction.counters
      return result
    } catch {
      transaction.end()
      connection.rollback()
      throw error
    }
  }

  /// Writes a SQLite database with a checksum in a line at its end, which SQLite ignores.
  public func backup(to path: String) async throws {
    try SQLiteBackup(path: path).write(from: try live())
  }

  public func restore(from path: String) async throws {
    counters = try SQLiteBackup(path: path).restore(into: try live())
  }

  /// Removes the rest of deleted data. `secure_delete` has already overwritten deleted cells, so only the write-ahead log still has them.
  public func compact() async throws {
    let connection = try live()
    try connection.execute("compact the database", "VACUUM")
    try connection.runOnce("empty the write-ahead log", "PRAGMA wal_checkpoint(TRUNCATE)")
  }

  public func close() async throws {
    connection?.close()
    connection = nil
  }

  /// Ends the store's life as ``close()`` does, and hands the open database on. Nil once closed.
  func surrender() -> SQLiteConnection? {
    defer { connection = nil }
    return connection
  }

  private func live() throws -> SQLiteConnection {
    guard let connection else { throw StoreError.closed }
    return connection
  }
}

extension SQLiteConnection {
  /// Opens a database of ours exclusively, making it if there is no file.
  static func open(
    _ path: String, purpose: SQLiteLayout.Purpose, options: SQLiteStoreOptions
  ) throws -> SQLiteConnection {
    let isDurable = options.durability == .powerLoss
    if try !SQLiteLayout.exists(path) {
      try SQLiteLayout.create(at: path, purpose: purpose, durably: isDurable)
    }
    let claim = try OpenDatabases.claim(path)
    let connection: SQLiteConnection
    do {
      try SQLiteLayout.check(path)
      connection = try SQLiteConnection(path: path, flags: SQLITE_OPEN_READWRITE)
    } catch {
      OpenDatabases.release(claim)
      throw error
    }
    connection.claim = claim
    guard !connection.isReadOnly else { throw StoreError.readOnly(path: path) }
    connection.setBusyTimeout(milliseconds: options.busyTimeoutMilliseconds)
    // Exclusive before WAL, so that the log's index is in memory and the lock is taken by the first read.
    // Secure delete overwrites deleted values instead of leaving them in free space.
    try connection.execute(
      "set the database up",
      """
      PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA journal_mode = \(options.journal.rawValue);
      PRAGMA synchronous = \((options.synchronous ?? (isDurable ? .full : .off)).rawValue);
      PRAGMA secure_delete = ON;
      """)
    // With a rollback journal, a read takes a shared lock alone, and another process could read as well.
    if options.journal != .wal { try connection.execute("lock the database", "BEGIN EXCLUSIVE; COMMIT") }
    return connection
  }

  func readCounters() throws -> SQLiteCounters {
    var counters: SQLiteCounters?
    try run(.readCounters) { _ in
    } row: { statement in
      counters = SQLiteCounters(put: statement.int64(at: 0), schemaVersion: statement.int64(at: 1))
      return false
    }
    guard let counters else {
      throw StoreError.damaged(path: path, offset: nil, reason: "the table named store is empty")
    }
    return counters
  }

  func write(_ counters: SQLiteCounters) throws {
    try run(.writeCounters) { statement in
      statement.bind(counters.put, at: 1)
      statement.bind(counters.schemaVersion, at: 2)
    }
  }

  /// Rolls back what SQLite has not rolled back itself. A failure leaves the transaction to be rolled back by
  /// the next open: nothing of it was committed.
  func rollback() {
    if !isIdle { try? run(.rollback) }
  }
}
