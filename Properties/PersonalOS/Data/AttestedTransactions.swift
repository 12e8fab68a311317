import StorageContract

/// A reading transaction that notes each access before it is made.
final class AttestedRead: ReadTransaction {
  private let base: any ReadTransaction
  private let note: (_ isWrite: Bool) -> Void

  init(_ base: any ReadTransaction, _ note: @escaping (_ isWrite: Bool) -> Void) {
    self.base = base
    self.note = note
  }

  func get(_ key: String, in collection: String) throws -> Record? {
    note(false)
    return try base.get(key, in: collection)
  }

  func scan(_ collection: String, from lower: String?, to upper: String?, limit: Int?) throws -> [Record] {
    note(false)
    return try base.scan(collection, from: lower, to: upper, limit: limit)
  }

  func count(_ collection: String, from lower: String?, to upper: String?) throws -> Int {
    note(false)
    return try base.count(collection, from: lower, to: upper)
  }

  func collections() throws -> [String] {
    note(false)
    return try base.collections()
  }

  func schemaVersion() throws -> Int64 {
    note(false)
    return try base.schemaVersion()
  }
}

/// The same for a writing one.
final class AttestedWrite: WriteTransaction {
  private let base: any WriteTransaction
  private let reading: AttestedRead
  private let note: (_ isWrite: Bool) -> Void

  init(_ base: any WriteTransaction, _ note: @escaping (_ isWrite: Bool) -> Void) {
    self.base = base
    self.note = note
    reading = AttestedRead(base, note)
  }

  func put(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64 {
    note(true)
    return try base.put(fields, at: key, in: collection)
  }

  func insert(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64? {
    note(true)
    return try base.insert(fields, at: key, in: collection)
  }

  func compareAndSet(
    _ fields: [String: FieldValue], at key: String, in collection: String, version: Int64
  ) throws -> Int64? {
    note(true)
    return try base.compareAndSet(fields, at: key, in: collection, version: version)
  }

  func delete(_ key: String, in collection: String) throws -> Bool {
    note(true)
    return try base.delete(key, in: collection)
  }

  func setSchemaVersion(_ version: Int64) throws {
    note(true)
    try base.setSchemaVersion(version)
  }

  func get(_ key: String, in collection: String) throws -> Record? { try reading.get(key, in: collection) }
  func scan(_ collection: String, from lower: String?, to upper: String?, limit: Int?) throws -> [Record] {
    try reading.scan(collection, from: lower, to: upper, limit: limit)
  }
  func count(_ collection: String, from lower: String?, to upper: String?) throws -> Int {
    try reading.count(collection, from: lower, to: upper)
  }
  func collections() throws -> [String] { try reading.collections() }
  func schemaVersion() throws -> Int64 { try reading.schemaVersion() }
}
