import StorageContract

/// A store with a ``Distortion``: passes everything on to a good one, but for what the distortion does.
actor DistortedStore: Store {
  nonisolated let capabilities: StoreCapabilities
  private let base: any Store
  private let distortion: Distortion

  init(_ base: any Store, _ distortion: Distortion) {
    self.base = base
    self.distortion = distortion
    capabilities = base.capabilities
  }

  func read<Result: Sendable>(
    _ body: @Sendable (any ReadTransaction) throws -> Result
  ) async throws -> Result {
    let distortion = distortion
    return try await base.read { try body(DistortedReadTransaction($0, distortion)) }
  }

  func write<Result: Sendable>(
    _ body: @Sendable (any WriteTransaction) throws -> Result
  ) async throws -> Result {
    let distortion = distortion
    return try await base.write { try body(DistortedWriteTransaction($0, distortion)) }
  }

  func backup(to path: String) async throws { try await base.backup(to: path) }
  func restore(from path: String) async throws { try await base.restore(from: path) }
  func compact() async throws { try await base.compact() }
  func close() async throws { try await base.close() }
}

private final class DistortedReadTransaction: ReadTransaction {
  private let base: any ReadTransaction
  private let distortion: Distortion

  init(_ base: any ReadTransaction, _ distortion: Distortion) {
    self.base = base
    self.distortion = distortion
  }

  func get(_ key: String, in collection: String) throws -> Record? {
    try base.get(key, in: collection, distortion)
  }

  func scan(_ collection: String, from lower: String?, to upper: String?, limit: Int?) throws -> [Record] {
    try base.scan(.init(collection: collection, lower: lower, upper: upper, limit: limit), distortion)
  }

  func count(_ collection: String, from lower: String?, to upper: String?) throws -> Int {
    try base.count(.init(collection: collection, lower: lower, upper: upper), distortion)
  }

  func collections() throws -> [String] { distortion.collections(try base.collections()) }
  func schemaVersion() throws -> Int64 { try base.schemaVersion() }
}

private final class DistortedWriteTransaction: WriteTransaction {
  private let base: any WriteTransaction
  private let distortion: Distortion

  init(_ base: any WriteTransaction, _ distortion: Distortion) {
    self.base = base
    self.distortion = distortion
  }

  func put(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64 {
    let version = try write(fields, key, collection) { try base.put($0.fields, at: $0.key, in: $0.collection) }
    // A distortion that makes nothing of a put still has to answer something.
    return version ?? 0
  }

  func insert(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64? {
    try write(fields, key, collection) { try base.insert($0.fields, at: $0.key, in: $0.collection) }
  }

  func compareAndSet(
    _ fields: [String: FieldValue], at key: String, in collection: String, version: Int64
  ) throws -> Int64? {
    try write(fields, key, collection) {
      try base.compareAndSet($0.fields, at: $0.key, in: $0.collection, version: version)
    }
  }

  private func write(
    _ fields: [String: FieldValue], _ key: String, _ collection: String,
    _ pass: Distortion.Pass<Distortion.Write, Int64?>
  ) throws -> Int64? {
    let write = Distortion.Write(
      fields: fields, key: distortion.key(key), collection: distortion.collection(collection))
    return try distortion.write(write, pass)
  }

  func delete(_ key: String, in collection: String) throws -> Bool {
    try base.delete(distortion.key(key), in: distortion.collection(collection))
  }

  func setSchemaVersion(_ version: Int64) throws { try base.setSchemaVersion(version) }

  func get(_ key: String, in collection: String) throws -> Record? {
    try base.get(key, in: collection, distortion)
  }

  func scan(_ collection: String, from lower: String?, to upper: String?, limit: Int?) throws -> [Record] {
    try base.scan(.init(collection: collection, lower: lower, upper: upper, limit: limit), distortion)
  }

  func count(_ collection: String, from lower: String?, to upper: String?) throws -> Int {
    try base.count(.init(collection: collection, lower: lower, upper: upper), distortion)
  }

  func collections() throws -> [String] { distortion.collections(try base.collections()) }
  func schemaVersion() throws -> Int64 { try base.schemaVersion() }
}

extension ReadTransaction {
  fileprivate func get(_ key: String, in collection: String, _ distortion: Distortion) throws -> Record? {
    let collection = distortion.collection(collection)
    return try distortion.get(distortion.key(key)) { try get($0, in: collection) }
  }

  fileprivate func scan(_ range: Distortion.Range, _ distortion: Distortion) throws -> [Record] {
    var range = range
    range.collection = distortion.collection(range.collection)
    return try distortion.scan(range) { try scan($0.collection, from: $0.lower, to: $0.upper, limit: $0.limit) }
  }

  fileprivate func count(_ range: Distortion.Range, _ distortion: Distortion) throws -> Int {
    var range = range
    range.collection = distortion.collection(range.collection)
    return try distortion.count(range) { try count($0.collection, from: $0.lower, to: $0.upper) }
  }
}
