import StorageContract

/// A store with a ``Distortion``: passes everything on to a good one, but for what the distortion does.
actor DistortedStore: WrappingStore {
  let base: any Store
  private let distortion: Distortion

  init(_ base: any Store, _ distortion: Distortion) {
    self.base = base
    self.distortion = distortion
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
}

private final class DistortedReadTransaction: RewiredReadTransaction {
  private let distortion: Distortion

  init(_ base: any ReadTransaction, _ distortion: Distortion) {
    self.distortion = distortion
    super.init(base)
  }

  override func get(_ key: String, in collection: String) throws -> Record? {
    try base.get(key, in: collection, distortion)
  }

  override func scan(_ collection: String, from lower: String?, to upper: String?, limit: Int?) throws -> [Record] {
    try base.scan(.init(collection: collection, lower: lower, upper: upper, limit: limit), distortion)
  }

  override func count(_ collection: String, from lower: String?, to upper: String?) throws -> Int {
    try base.count(.init(collection: collection, lower: lower, upper: upper), distortion)
  }

  override func collections() throws -> [String] { distortion.collections(try base.collections()) }
}

private final class DistortedWriteTransaction: RewiredTransaction {
  private let distortion: Distortion

  init(_ base: any WriteTransaction, _ distortion: Distortion) {
    self.distortion = distortion
    super.init(base)
  }

  override func put(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64 {
    let version = try write(fields, key, collection) { try base.put($0.fields, at: $0.key, in: $0.collection) }
    // A distortion that makes nothing of a put still has to answer something.
    return version ?? 0
  }

  override func insert(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64? {
    try write(fields, key, collection) { try base.insert($0.fields, at: $0.key, in: $0.collection) }
  }

  override func compareAndSet(
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

  override func delete(_ key: String, in collection: String) throws -> Bool {
    try base.delete(distortion.key(key), in: distortion.collection(collection))
  }

  override func get(_ key: String, in collection: String) throws -> Record? {
    try base.get(key, in: collection, distortion)
  }

  override func scan(_ collection: String, from lower: String?, to upper: String?, limit: Int?) throws -> [Record] {
    try base.scan(.init(collection: collection, lower: lower, upper: upper, limit: limit), distortion)
  }

  override func count(_ collection: String, from lower: String?, to upper: String?) throws -> Int {
    try base.count(.init(collection: collection, lower: lower, upper: upper), distortion)
  }

  override func collections() throws -> [String] { distortion.collections(try base.collections()) }
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
