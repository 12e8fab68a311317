/// How a ``FileStore`` writes.
public struct FileStoreOptions: Sendable {
  /// What an acknowledged write survives. `.powerLoss` waits for the disk at every commit. `.processCrash`
  /// leaves flushing to the operating system; use it for stores that are thrown away.
  public var durability: StoreCapabilities.Durability
  /// The limits on names, keys and values.
  public var rules: RecordRules
  /// The store never compacts a journal smaller than this. 1 MiB by default.
  public var compactionFloorBytes: Int
  /// The store compacts the journal when it is this many times its size after the last compaction.
  public var compactionFactor: Int
  /// The file calls of the store. Inject faults here.
  public var files: any FileLayer

  /// Treats `.volatile` as `.processCrash`, because a file outlives the process anyway.
  public init(
    durability: StoreCapabilities.Durability = .powerLoss,
    rules: RecordRules = RecordRules(),
    compactionFloorBytes: Int = 1 << 20,
    compactionFactor: Int = 4,
    files: any FileLayer = SystemFileLayer()
  ) {
    self.durability = max(durability, .processCrash)
    self.rules = rules
    self.compactionFloorBytes = compactionFloorBytes
    self.compactionFactor = max(compactionFactor, 2)
    self.files = files
  }
}

/// A store in a directory: a journal of checksummed JSON Lines, which the store replays into memory when it opens.
///
/// Read the journal with `cat DIRECTORY/journal`; the source file `JournalText.swift` gives the format. A commit is one
/// write(2) at the end of the journal, and an fsync if the options ask for one. Deleted values stay in the journal
/// until the next compaction.
///
/// After a failed append, the store works as before once there is space again. After a failed flush, the
/// state of the disk is unknown, so the store only reads: close it and open it again.
public actor FileStore: Store {
  public nonisolated let capabilities: StoreCapabilities
  private let options: FileStoreOptions
  private var journal: Journal
  private var tables: Tables
  private var isOpen = true

  /// Opens the store in `directory`, and creates the directory if it is missing; its parent must exist. If a
  /// crash tore the last line, the store cuts it off: that line was never acknowledged.
  /// - Throws: ``StoreError/inUse(path:)``; ``StoreError/damaged(path:offset:reason:)``, which leaves the journal
  ///   as it is; ``StoreError/readOnly(path:)``; ``StoreError/io(operation:path:reason:)``.
  public init(directory: String, options: FileStoreOptions = FileStoreOptions()) throws {
    self.options = options
    (journal, tables) = try Journal.open(directory, options: options)
    capabilities = StoreCapabilities(
      durability: options.durability, isolation: .strictSerializable, backup: true,
      maximumFieldSizeBytes: options.rules.maximumFieldSizeBytes, compaction: true, integrity: .checksums,
      maximumKeySizeBytes: options.rules.maximumKeySizeBytes)
  }

  deinit {
    if isOpen { journal.close() }
  }

  public func read<Result: Sendable>(
    _ body: @Sendable (any ReadTransaction) throws -> Result
  ) async throws -> Result {
    guard isOpen else { throw StoreError.closed }
    let transaction = TablesReadTransaction(tables, rules: options.rules)
    defer { transaction.end() }
    return try body(transaction)
  }

  public func write<Result: Sendable>(
    _ body: @Sendable (any WriteTransaction) throws -> Result
  ) async throws -> Result {
    guard isOpen else { throw StoreError.closed }
    let transaction = TablesWriteTransaction(tables, rules: options.rules)
    // The transaction is the only owner while it runs, so that it changes the tables in place.
    tables = Tables()
    do {
      let result = try body(transaction)
      if !transaction.changes.isEmpty { try journal.append(transaction.changes) }
      tables = transaction.commit()
      if journal.isDueForCompaction { journal.compact(tables) }
      return result
    } catch {
      tables = transaction.rollback()
      throw error
    }
  }

  public func backup(to path: String) async throws {
    guard isOpen else { throw StoreError.closed }
    try SnapshotFile(path: path, files: options.files).write(tables)
  }

  /// Also restores the backup of a ``MemoryStore``, which has the same format.
  public func restore(from path: String) async throws {
    guard isOpen else { throw StoreError.closed }
    let restored = try SnapshotFile(path: path, files: options.files).read()
    try journal.replace(with: restored, areNew: true)
    tables = restored
  }

  public func compact() async throws {
    guard isOpen else { throw StoreError.closed }
    try journal.replace(with: tables)
  }

  public func close() async throws {
    guard isOpen else { return }
    isOpen = false
    journal.close()
    tables = Tables()
  }
}
