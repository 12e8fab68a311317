import StorageContract

/// One of the stores that an ``OverlappingMemoryLocation`` has open.
///
/// Its own transactions run one after the other, but those of another store at the location may overlap with them. Under
/// a scheme with locks, a transaction may block the thread of its closure. In that case, give each store a thread.
public actor OverlappingMemoryStore: Store {
  public nonisolated let capabilities: StoreCapabilities
  private let location: OverlappingMemoryLocation
  private var isOpen = true

  init(_ location: OverlappingMemoryLocation) {
    self.location = location
    capabilities = StoreCapabilities(
      durability: .volatile, isolation: location.scheme.isolation, backup: true,
      maximumFieldSizeBytes: location.rules.maximumFieldSizeBytes, simultaneousStores: true, compaction: true,
      maximumKeySizeBytes: location.rules.maximumKeySizeBytes)
    location.core.withLock { $0.openStores += 1 }
  }

  deinit {
    if isOpen { location.core.withLock { $0.openStores -= 1 } }
  }

  public func read<Result: Sendable>(
    _ body: @Sendable (any ReadTransaction) throws -> Result
  ) async throws -> Result {
    guard isOpen else { throw StoreError.closed }
    return try run(OverlapAccess(location, isReadOnly: true)) { try body(OverlappingReadTransaction($0)) }
  }

  public func write<Result: Sendable>(
    _ body: @Sendable (any WriteTransaction) throws -> Result
  ) async throws -> Result {
    guard isOpen else { throw StoreError.closed }
    return try run(OverlapAccess(location, isReadOnly: false)) { try body(OverlappingWriteTransaction($0)) }
  }

  private func run<Result>(_ access: OverlapAccess, _ body: (OverlapAccess) throws -> Result) throws -> Result {
    let result: Result
    do {
      result = try body(access)
    } catch {
      access.rollBack()
      throw error
    }
    try access.commit()
    return result
  }

  public func backup(to path: String) async throws {
    guard isOpen else { throw StoreError.closed }
    try await location.backUp(to: path)
  }

  /// Restores a backup. Transactions that overlap with it fail when they commit.
  public func restore(from path: String) async throws {
    guard isOpen else { throw StoreError.closed }
    try await location.restore(from: path)
  }

  /// Memory keeps nothing that was deleted.
  public func compact() async throws {
    guard isOpen else { throw StoreError.closed }
  }

  public func close() async throws {
    guard isOpen else { return }
    isOpen = false
    location.core.withLock { $0.openStores -= 1 }
  }
}
