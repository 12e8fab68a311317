import StorageContract

/// A whole store's contents at one moment. A value: copying it is a snapshot.
struct OverlapState: Sendable {
  private(set) var collections: [String: [KeyBytes: Record]] = [:]
  private(set) var schemaVersion: Int64 = 0

  init() {}

  init(collections: [String: [KeyBytes: Record]], schemaVersion: Int64) {
    self.collections = collections
    self.schemaVersion = schemaVersion
  }

  /// Ascending; none is of an empty collection.
  var collectionNames: [String] { collections.keys.sorted() }

  func find(_ key: KeyBytes, in collection: String) -> Record? {
    collections[collection]?[key]
  }

  func scan(_ collection: String, from lower: KeyBytes?, to upper: KeyBytes?, limit: Int?) -> [Record] {
    let found = (collections[collection] ?? [:]).filter { key, _ in
      !(lower.map { key < $0 } ?? false) && (upper.map { key < $0 } ?? true)
    }
    return found.sorted { $0.key < $1.key }.prefix(limit ?? .max).map(\.value)
  }

  mutating func apply(_ writes: OverlapWrites) {
    for (collection, records) in writes.records {
      for (key, record) in records { collections[collection, default: [:]][key] = record }
      if collections[collection]?.isEmpty ?? false { collections[collection] = nil }
    }
    if let version = writes.schemaVersion { schemaVersion = version }
  }
}

/// What a transaction has written: of each key the last.
struct OverlapWrites: Sendable {
  /// Nil where the key was deleted.
  private(set) var records: [String: [KeyBytes: Record?]] = [:]
  var schemaVersion: Int64?

  var isEmpty: Bool { records.isEmpty && schemaVersion == nil }

  /// The record, or that there is none; nil where the key was not written.
  func find(_ key: KeyBytes, in collection: String) -> Record?? {
    records[collection]?[key]
  }

  mutating func set(_ record: Record?, at key: KeyBytes, in collection: String) {
    records[collection, default: [:]].updateValue(record, forKey: key)
  }

  /// Its deletes alone.
  var deletes: OverlapWrites {
    var deletes = OverlapWrites()
    deletes.records = records.mapValues { $0.filter { $0.value == nil } }.filter { !$0.value.isEmpty }
    return deletes
  }

  var footprints: [OverlapFootprint] {
    let keys = records.flatMap { collection, records in records.keys.map { OverlapFootprint.key(collection, $0) } }
    return schemaVersion == nil ? keys : keys + [.schemaVersion]
  }
}
