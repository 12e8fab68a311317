import StorageContract

/// A library that keeps bytes by bytes, in the order of the keys, in a directory.
public protocol ItemLibrary {
  associatedtype Transaction: ItemTransaction

  /// What a store over the library declares.
  static var capabilities: StoreCapabilities { get }

  /// Opens what is in the directory, which exists.
  /// - Throws: ``StoreError/inUse(path:)`` while somebody else has it open.
  init(directory: String) throws

  /// Begins a transaction. One is under way at a time.
  func begin(writing: Bool) throws -> Transaction
}

/// A transaction of a library. It is rolled back when it is released without a commit.
public protocol ItemTransaction: AnyObject {
  /// The item's value, after the writes of this transaction; nil if there is none.
  func value(at key: [UInt8]) throws -> [UInt8]?
  /// Inserts or replaces an item.
  func set(_ value: [UInt8], at key: [UInt8]) throws
  /// Removes an item, which is there.
  func remove(_ key: [UInt8]) throws

  /// Passes items to `body` in ascending order, beginning at `first` or the next key, until it returns false.
  func items(from first: [UInt8], _ body: (_ key: [UInt8], _ value: [UInt8]) throws -> Bool) throws

  /// Makes all writes, and returns once they are flushed. If it throws, there are none.
  func commit() throws
}

/// A store over such a library. The actor runs one transaction after the other.
public actor ItemStore<Library: ItemLibrary>: Store {
  public nonisolated var capabilities: StoreCapabilities { Library.capabilities }
  /// Nil once the store is closed. The library is closed when it is released.
  private var library: Library?

  /// Opens the store in a directory of its own.
  public init(directory: String) throws { library = try Library(directory: directory) }

  public func read<Result: Sendable>(_ body: @Sendable (any ReadTransaction) throws -> Result) async throws -> Result {
    let reader = ItemReader(try begin(writing: false), Library.capabilities)
    defer { reader.end() }
    return try body(reader)
  }

  public func write<Result: Sendable>(_ body: @Sendable (any WriteTransaction) throws -> Result) async throws -> Result {
    let transaction = try begin(writing: true)
    let writer = ItemWriter(transaction, Library.capabilities)
    defer { writer.end() }
    let result = try body(writer)
    try transaction.commit()
    return result
  }

  public func backup(to path: String) async throws { throw StoreError.unsupported("backup") }
  public func restore(from path: String) async throws { throw StoreError.unsupported("restore") }
  public func close() async throws { library = nil }

  private func begin(writing: Bool) throws -> Library.Transaction {
    guard let library else { throw StoreError.closed }
    return try library.begin(writing: writing)
  }
}
