import StorageContract

/// Reads on which the faults of ``StoreFault/Point/get`` and ``StoreFault/Point/scan`` fall.
final class FaultInjectingReadTransaction: ReadTransaction {
  private let base: any ReadTransaction
  private let faults: StoreFaults

  init(_ base: any ReadTransaction, _ faults: StoreFaults) {
    self.base = base
    self.faults = faults
  }

  func get(_ key: String, in collection: String) throws -> Record? {
    _ = try faults.check(.get)
    return try base.get(key, in: collection)
  }

  func scan(_ collection: String, from lower: String?, to upper: String?, limit: Int?) throws -> [Record] {
    _ = try faults.check(.scan)
    return try base.scan(collection, from: lower, to: upper, limit: limit)
  }

  func count(_ collection: String, from lower: String?, to upper: String?) throws -> Int {
    _ = try faults.check(.scan)
    return try base.count(collection, from: lower, to: upper)
  }

  func collections() throws -> [String] { try base.collections() }

  func schemaVersion() throws -> Int64 { try base.schemaVersion() }
}

/// Reads and writes on which faults fall; keeps what was written, with what it replaced.
final class FaultInjectingWriteTransaction: WriteTransaction {
  private let base: any WriteTransaction
  private let faults: StoreFaults
  private let reads: FaultInjectingReadTransaction
  private(set) var writes: [DefectiveWrite] = []

  init(_ base: any WriteTransaction, _ faults: StoreFaults) {
    self.base = base
    self.faults = faults
    reads = FaultInjectingReadTransaction(base, faults)
  }

  func get(_ key: String, in collection: String) throws -> Record? { try reads.get(key, in: collection) }

  func scan(_ collection: String, from lower: String?, to upper: String?, limit: Int?) throws -> [Record] {
    try reads.scan(collection, from: lower, to: upper, limit: limit)
  }

  func count(_ collection: String, from lower: String?, to upper: String?) throws -> Int {
    try reads.count(collection, from: lower, to: upper)
  }

  func collections() throws -> [String] { try base.collections() }

  func schemaVersion() throws -> Int64 { try base.schemaVersion() }

  func put(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64 {
    // A dropped one answers with a version that it could have had.
    guard try faults.check(.put) else { return (try base.get(key, in: collection)?.version ?? 0) + 1 }
    let before = try base.get(key, in: collection)
    let version = try base.put(fields, at: key, in: collection)
    note(key, in: collection, before: before, after: fields)
    return version
  }

  func insert(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64? {
    guard try faults.check(.put) else { return 1 }
    let version = try base.insert(fields, at: key, in: collection)
    if version != nil { note(key, in: collection, before: nil, after: fields) }
    return version
  }

  func compareAndSet(
    _ fields: [String: FieldValue], at key: String, in collection: String, version: Int64
  ) throws -> Int64? {
    guard try faults.check(.put) else { return version + 1 }
    let before = try base.get(key, in: collection)
    let newVersion = try base.compareAndSet(fields, at: key, in: collection, version: version)
    if newVersion != nil { note(key, in: collection, before: before, after: fields) }
    return newVersion
  }

  func delete(_ key: String, in collection: String) throws -> Bool {
    guard try faults.check(.delete) else { return true }
    let before = try base.get(key, in: collection)
    let isDeleted = try base.delete(key, in: collection)
    if isDeleted { note(key, in: collection, before: before, after: nil) }
    return isDeleted
  }

  func setSchemaVersion(_ version: Int64) throws { try base.setSchemaVersion(version) }

  private func note(_ key: String, in collection: String, before: Record?, after: [String: FieldValue]?) {
    writes.append(DefectiveWrite(collection: collection, key: key, before: before, after: after))
  }
}

extension StoreFaults {
  /// Whether the call inside a closure is to be made. A synchronous one cannot be late.
  fileprivate func check(_ point: StoreFault.Point) throws -> Bool {
    switch try next(point) {
    case .fails?: throw Self.failure(point)
    case .isUnknown?, .dies?: throw Self.unknown
    case .isDropped?: false
    case .isLate?, .losesLatest?, nil: true
    }
  }
}
