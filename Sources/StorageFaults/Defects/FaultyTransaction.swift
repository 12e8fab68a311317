import StorageContract

/// A read through a defect.
final class FaultyReadTransaction: ReadTransaction {
  private let base: any ReadTransaction
  private let behavior: any DefectBehavior

  init(_ base: any ReadTransaction, behavior: any DefectBehavior) {
    self.base = base
    self.behavior = behavior
  }

  func get(_ key: String, in collection: String) throws -> Record? {
    try base.get(key, in: collection, through: behavior)
  }

  func scan(
    _ collection: String, from lower: String?, to upper: String?, limit: Int?
  ) throws -> [Record] {
    try base.scan(collection, from: lower, to: upper, limit: limit, through: behavior)
  }

  func count(_ collection: String, from lower: String?, to upper: String?) throws -> Int {
    try base.count(behavior.used(collection: collection), from: lower, to: upper)
  }

  func collections() throws -> [String] {
    try base.collections()
  }

  func schemaVersion() throws -> Int64 {
    try base.schemaVersion()
  }
}

/// A write through a defect; keeps what was written, with what it replaced.
final class FaultyWriteTransaction: WriteTransaction {
  private(set) var writes: [DefectiveWrite] = []
  /// The schema version that was set, if one was.
  private(set) var newSchemaVersion: Int64?
  private let base: any WriteTransaction
  private let behavior: any DefectBehavior

  init(_ base: any WriteTransaction, behavior: any DefectBehavior) {
    self.base = base
    self.behavior = behavior
  }

  @discardableResult
  func put(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64 {
    try swallowing(reporting: 1) {
      let key = behavior.used(key: key)
      let collection = behavior.used(collection: collection)
      let fields = behavior.stored(fields)
      let before = try base.get(key, in: collection)
      let version = try base.put(fields, at: key, in: collection)
      note(key, in: collection, before: before, after: fields)
      return version
    }
  }

  func insert(
    _ fields: [String: FieldValue], at key: String, in collection: String
  ) throws -> Int64? {
    try swallowing(reporting: 1) {
      let key = behavior.used(key: key)
      let collection = behavior.used(collection: collection)
      let fields = behavior.stored(fields)
      let version = try base.insert(fields, at: key, in: collection)
      if version != nil { note(key, in: collection, before: nil, after: fields) }
      return version
    }
  }

  func compareAndSet(
    _ fields: [String: FieldValue], at key: String, in collection: String, version: Int64
  ) throws -> Int64? {
    try swallowing(reporting: 1) {
      let key = behavior.used(key: key)
      let collection = behavior.used(collection: collection)
      let fields = behavior.stored(fields)
      let before = try base.get(key, in: collection)
      let new = try base.compareAndSet(
        fields, at: key, in: collection,
        version: behavior.expected(version, actual: before?.version))
      if new != nil { note(key, in: collection, before: before, after: fields) }
      return new
    }
  }

  @discardableResult
  func delete(_ key: String, in collection: String) throws -> Bool {
    try swallowing(reporting: true) {
      let key = behavior.used(key: key)
      let collection = behavior.used(collection: collection)
      let before = try base.get(key, in: collection)
      let isDeleted = try base.delete(key, in: collection)
      if isDeleted { note(key, in: collection, before: before, after: nil) }
      return isDeleted
    }
  }

  func setSchemaVersion(_ version: Int64) throws {
    try swallowing(reporting: ()) {
      try base.setSchemaVersion(version)
      newSchemaVersion = version
    }
  }

  func get(_ key: String, in collection: String) throws -> Record? {
    try base.get(key, in: collection, through: behavior)
  }

  func scan(
    _ collection: String, from lower: String?, to upper: String?, limit: Int?
  ) throws -> [Record] {
    try base.scan(collection, from: lower, to: upper, limit: limit, through: behavior)
  }

  func count(_ collection: String, from lower: String?, to upper: String?) throws -> Int {
    try base.count(behavior.used(collection: collection), from: lower, to: upper)
  }

  func collections() throws -> [String] {
    try base.collections()
  }

  func schemaVersion() throws -> Int64 {
    try base.schemaVersion()
  }

  private func note(
    _ key: String, in collection: String, before: Record?, after: [String: FieldValue]?
  ) {
    writes.append(
      DefectiveWrite(collection: collection, key: key, before: before, after: after))
  }

  private func swallowing<Value>(reporting value: Value, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch where behavior.swallowsErrors {
      return value
    }
  }
}

extension ReadTransaction {
  fileprivate func get(
    _ key: String, in collection: String, through behavior: any DefectBehavior
  ) throws -> Record? {
    let key = behavior.used(key: key)
    let collection = behavior.used(collection: collection)
    return behavior.fetched(try get(key, in: collection), at: key, in: collection)
  }

  fileprivate func scan(
    _ collection: String, from lower: String?, to upper: String?, limit: Int?,
    through behavior: any DefectBehavior
  ) throws -> [Record] {
    let collection = behavior.used(collection: collection)
    // The limit is checked by the good store and applied to what the defect makes of the records.
    _ = try scan(collection, from: lower, to: upper, limit: min(limit ?? 0, 0))
    let records = behavior.scanned(
      try scan(collection, from: lower, to: upper, limit: nil), in: collection)
    return Array(records.prefix(limit ?? Int.max))
  }
}
