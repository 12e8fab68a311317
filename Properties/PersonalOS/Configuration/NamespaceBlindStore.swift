import StorageContract

/// A store in which the namespaces of all environments are one (BF-8): whatever one of them writes, the
/// others find.
actor NamespaceBlindStore: Store {
  nonisolated let capabilities: StoreCapabilities
  private let base: any Store

  init(_ base: any Store) {
    self.base = base
    capabilities = base.capabilities
  }

  func read<Result: Sendable>(
    _ body: @Sendable (any ReadTransaction) throws -> Result
  ) async throws -> Result {
    // The wrapper writes only where its user does, which a reader cannot.
    try await base.write { try body(NamespaceBlindTransaction($0)) }
  }

  func write<Result: Sendable>(
    _ body: @Sendable (any WriteTransaction) throws -> Result
  ) async throws -> Result {
    try await base.write { try body(NamespaceBlindTransaction($0)) }
  }

  func backup(to path: String) async throws { try await base.backup(to: path) }
  func restore(from path: String) async throws { try await base.restore(from: path) }
  func compact() async throws { try await base.compact() }
  func close() async throws { try await base.close() }
}

private final class NamespaceBlindTransaction: WriteTransaction {
  private let base: any WriteTransaction

  init(_ base: any WriteTransaction) {
    self.base = base
  }

  /// "configuration_staging" is "configuration" here.
  private func shared(_ collection: String) -> String {
    String(collection.prefix { $0 != "_" })
  }

  func get(_ key: String, in collection: String) throws -> Record? {
    try base.get(key, in: shared(collection))
  }

  func scan(_ collection: String, from lower: String?, to upper: String?, limit: Int?) throws -> [Record] {
    try base.scan(shared(collection), from: lower, to: upper, limit: limit)
  }

  func count(_ collection: String, from lower: String?, to upper: String?) throws -> Int {
    try base.count(shared(collection), from: lower, to: upper)
  }

  func collections() throws -> [String] { try base.collections() }
  func schemaVersion() throws -> Int64 { try base.schemaVersion() }

  func put(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64 {
    try base.put(fields, at: key, in: shared(collection))
  }

  func insert(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64? {
    try base.insert(fields, at: key, in: shared(collection))
  }

  func compareAndSet(
    _ fields: [String: FieldValue], at key: String, in collection: String, version: Int64
  ) throws -> Int64? {
    try base.compareAndSet(fields, at: key, in: shared(collection), version: version)
  }

  func delete(_ key: String, in collection: String) throws -> Bool {
    try base.delete(key, in: shared(collection))
  }

  func setSchemaVersion(_ version: Int64) throws { try base.setSchemaVersion(version) }
}
