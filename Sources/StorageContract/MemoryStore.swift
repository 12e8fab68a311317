/// The model store: it keeps everything in memory, and runs one transaction after the other. The laws compare
/// other backends with it, and properties run fastest over it.
///
/// A transaction is one synchronous step of the actor, so transactions are strictly serializable.
public actor MemoryStore: Store {
  public nonisolated let capabilities: StoreCapabilities
  private let location: MemoryLocation
  private let rules: RecordRules
  private let files: any FileLayer
  private var tables: Tables
  private var isOpen = true

  init(location: MemoryLocation, tables: Tables, rules: RecordRules, files: any FileLayer) {
    self.location = location
    self.tables = tables
    self.rules = rules
    self.files = files
    capabilities = StoreCapabilities(
      durability: .volatile, isolation: .strictSerializable, backup: true,
      maximumFieldSizeBytes: rules.maximumFieldSizeBytes, compaction: true,
      maximumKeySizeBytes: rules.maximumKeySizeBytes)
  }

  /// A store that was dropped without ``close()`` leaves its data, as a process that ends leaves a file.
  deinit {
    if isOpen { location.giveBack(tables) }
  }

  public func read<Result: Sendable>(
    _ body: @Sendable (any ReadTransaction) throws -> Result
  ) async throws -> Result {
    guard isOpen else { throw StoreError.closed }
    let transaction = TablesReadTransaction(tables, rules: rules)
    defer { transaction.end() }
    return try body(transaction)
  }

  public func write<Result: Sendable>(
    _ body: @Sendable (any WriteTransaction) throws -> Result
  ) async throws -> Result {
    guard isOpen else { throw StoreError.closed }
    let transaction = TablesWriteTransaction(tables, rules: rules)
    // The transaction is the only owner while it runs, so that it changes the tables in place.
    tables = Tables()
    do {
      let result = try body(transaction)
      tables = transaction.commit()
      return result
    } catch {
      tables = transaction.rollback()
      throw error
    }
  }

  /// Writes the same checksummed text as ``FileStore`` does.
  public func backup(to path: String) async throws {
    guard isOpen else { throw StoreError.closed }
    try SnapshotFile(path: path, files: files).write(tables)
  }

  public func restore(from path: String) async throws {
    guard isOpen else { throw StoreError.closed }
    tables = try SnapshotFile(path: path, files: files).read()
  }

  /// Memory keeps nothing that was deleted.
  public func compact() async throws {
    guard isOpen else { throw StoreError.closed }
  }

  public func close() async throws {
    guard isOpen else { return }
    isOpen = false
    location.giveBack(tables)
    tables = Tables()
  }
}
