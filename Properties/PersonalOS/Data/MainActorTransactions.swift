import StorageContract

extension StoreHooks {
  /// Transactions on the main actor: each reads everything, changes a copy, and writes the changes back. Good for one
  /// transaction at a time.
  static var onMainActor: StoreHooks {
    var hooks = StoreHooks()
    hooks.write = { @MainActor store, body in
      let copy = CopiedTransaction(
        try await store.read { transaction in
          try CopiedTransaction.Contents(of: transaction)
        })
      try body(copy)
      let (changes, version) = (copy.changes, copy.contents.schemaVersion)
      try await store.write { transaction in
        for change in changes { try change.apply(to: transaction) }
        try transaction.setSchemaVersion(version)
      }
    }
    return hooks
  }
}

/// A transaction over a copy of everything.
final class CopiedTransaction: WriteTransaction {
  struct Contents: Sendable {
    var records: [String: [Record]] = [:]
    var schemaVersion: Int64

    init(of transaction: any ReadTransaction) throws {
      schemaVersion = try transaction.schemaVersion()
      for name in try transaction.collections() { records[name] = try transaction.scan(name) }
    }
  }

  struct Change: Sendable {
    let collection: String
    let key: String
    /// Nil: deleted.
    let fields: [String: FieldValue]?

    func apply(to transaction: any WriteTransaction) throws {
      if let fields {
        try transaction.put(fields, at: key, in: collection)
      } else {
        try transaction.delete(key, in: collection)
      }
    }
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
