import StorageContract

/// A store that does its work on the main actor: it reads everything, lets the transaction change a copy, and
/// writes the changes back. One transaction at a time is all that it is good for.
actor MainActorStore: Store {
  nonisolated let capabilities: StoreCapabilities
  nonisolated var unownedExecutor: UnownedSerialExecutor { MainActor.sharedUnownedExecutor }
  private let base: any Store

  init(_ base: any Store) {
    self.base = base
    capabilities = base.capabilities
  }

  func read<Result: Sendable>(
    _ body: @Sendable (any ReadTransaction) throws -> Result
  ) async throws -> Result {
    try await base.read(body)
  }

  func write<Result: Sendable>(
    _ body: @Sendable (any WriteTransaction) throws -> Result
  ) async throws -> Result {
    let copy = CopiedTransaction(
      try await base.read { transaction in
        var records: [String: [Record]] = [:]
        for name in try transaction.collections() { records[name] = try transaction.scan(name) }
        return CopiedTransaction.Contents(records: records, schemaVersion: try transaction.schemaVersion())
      })
    let result = try body(copy)
    let (changes, version) = (copy.changes, copy.contents.schemaVersion)
    try await base.write { transaction in
      for change in changes {
        if let fields = change.fields {
          try transaction.put(fields, at: change.key, in: change.collection)
        } else {
          try transaction.delete(change.key, in: change.collection)
        }
      }
      try transaction.setSchemaVersion(version)
    }
    return result
  }

  func backup(to path: String) async throws { try await base.backup(to: path) }
  func restore(from path: String) async throws { try await base.restore(from: path) }
  func close() async throws { try await base.close() }
}

/// A transaction over a copy of everything.
private final class CopiedTransaction: WriteTransaction {
  struct Contents: Sendable {
    var records: [String: [Record]]
    var schemaVersion: Int64
  }

  struct Change: Sendable {
    let collection: String
    let key: String
    /// Nil: deleted.
    let fields: [String: FieldValue]?
  }

  private(set) var contents: Contents
  private(set) var changes: [Change] = []

  init(_ contents: Contents) {
    self.contents = contents
  }

  func get(_ key: String, in collection: String) throws -> Record? {
    contents.records[collection]?.first { $0.key == key }
  }

  func scan(_ collection: String, from lower: String?, to upper: String?, limit: Int?) throws -> [Record] {
    let records = (contents.records[collection] ?? []).sorted { $0.key < $1.key }.filter { record in
      record.key >= lower ?? "" && upper.map { record.key < $0 } ?? true
    }
    return Array(records.prefix(limit ?? Int.max))
  }

  func count(_ collection: String, from lower: String?, to upper: String?) throws -> Int {
    try scan(collection, from: lower, to: upper, limit: nil).count
  }

  func collections() throws -> [String] {
    contents.records.filter { !$0.value.isEmpty }.map(\.key).sorted()
  }

  func schemaVersion() throws -> Int64 { contents.schemaVersion }
  func setSchemaVersion(_ version: Int64) throws { contents.schemaVersion = version }

  func put(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64 {
    _ = try delete(key, in: collection)
    contents.records[collection, default: []].append(Record(key: key, version: 1, fields: fields))
    changes.append(Change(collection: collection, key: key, fields: fields))
    return 1
  }

  func insert(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64? {
    try get(key, in: collection) == nil ? put(fields, at: key, in: collection) : nil
  }

  func compareAndSet(
    _ fields: [String: FieldValue], at key: String, in collection: String, version: Int64
  ) throws -> Int64? {
    try get(key, in: collection) == nil ? nil : put(fields, at: key, in: collection)
  }

  func delete(_ key: String, in collection: String) throws -> Bool {
    guard try get(key, in: collection) != nil else { return false }
    contents.records[collection]?.removeAll { $0.key == key }
    changes.append(Change(collection: collection, key: key, fields: nil))
    return true
  }
}
