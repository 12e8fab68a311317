import StorageContract

/// A volatile store that outlives its handles: its data live as long as its location, not as long as one opening of it.
actor KeptStore {
  private let base: any Store
  private var handle: KeptHandle?

  init(_ base: any Store) {
    self.base = base
  }

  /// Another handle on the same data.
  /// - Throws: ``StoreError/inUse(path:)`` while the last one is open.
  func reopened() async throws -> any Store {
    if let handle, await handle.isOpen { throw StoreError.inUse(path: "memory") }
    let new = KeptHandle(base)
    handle = new
    return new
  }
}

/// One opening of a kept store.
private actor KeptHandle: Store {
  nonisolated let capabilities: StoreCapabilities
  private(set) var isOpen = true
  private let base: any Store

  init(_ base: any Store) {
    self.base = base
    capabilities = base.capabilities
  }

  private func checkOpen() throws {
    guard isOpen else { throw StoreError.closed }
  }

  func read<Result: Sendable>(_ body: @Sendable (any ReadTransaction) throws -> Result) async throws -> Result {
    try checkOpen()
    return try await base.read(body)
  }

  func write<Result: Sendable>(_ body: @Sendable (any WriteTransaction) throws -> Result) async throws -> Result {
    try checkOpen()
    return try await base.write(body)
  }

  func backup(to path: String) async throws {
    try checkOpen()
    try await base.backup(to: path)
  }

  func restore(from path: String) async throws {
    try checkOpen()
    try await base.restore(from: path)
  }

  func compact() async throws {
    try checkOpen()
    try await base.compact()
  }

  func close() async throws {
    isOpen = false
  }
}
