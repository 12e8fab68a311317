import StorageContract

/// Everything in one JSON file, written anew with every transaction: right for the few thousand records of an app.
public actor DocumentStore: Store {
  public nonisolated let capabilities = StoreCapabilities(
    durability: .powerLoss, isolation: .strictSerializable, backup: true, maximumFieldSizeBytes: 1 << 20,
    compaction: true, integrity: .checksums)

  private let rules = RecordRules(maximumFieldSizeBytes: 1 << 20)
  private var document: Document
  /// Nil once the store is closed.
  private var folder: DocumentFolder?

  /// Opens the store in a directory of its own, and makes it where there is none.
  public init(directory: String) throws {
    let folder = try DocumentFolder(directory)
    document = try folder.load()
    self.folder = folder
  }

  public func read<Result: Sendable>(_ body: @Sendable (any ReadTransaction) throws -> Result) async throws -> Result {
    _ = try openFolder()
    let reader = DocumentReader(document, rules)
    defer { reader.isOver = true }
    return try body(reader)
  }

  public func write<Result: Sendable>(_ body: @Sendable (any WriteTransaction) throws -> Result) async throws -> Result {
    let folder = try openFolder()
    // The closure works on a copy, which becomes the document once it is on the disk: nothing has to be undone.
    let writer = DocumentWriter(document, rules)
    defer { writer.isOver = true }
    let result = try body(writer)
    try save(writer.document, in: folder)
    return result
  }

  public func backup(to path: String) async throws {
    _ = try openFolder()
    try DocumentFolder.export(document, to: path)
    try DocumentFolder.flushName(of: path)
  }

  public func restore(from path: String) async throws {
    let folder = try openFolder()
    try save(try DocumentFolder.read(path), in: folder)
  }

  /// The file holds nothing of what was deleted at any time: it is written anew with every transaction.
  public func compact() async throws { _ = try openFolder() }

  public func close() async throws { folder = nil }

  private func openFolder() throws -> DocumentFolder {
    guard let folder else { throw StoreError.closed }
    return folder
  }

  private func save(_ new: Document, in folder: DocumentFolder) throws {
    do {
      try folder.save(new)
    } catch let error as StoreError {
      // Nobody knows which of the two documents is there after a loss of power: the next opening finds out.
      if case .lost = error { self.folder = nil }
      throw error
    }
    document = new
  }
}
