/// A store's whole contents in memory: what ``MemoryStore`` holds and ``FileStore`` replays its journal
/// into. A value: copying it is a snapshot.
///
/// Nothing is checked here; ``RecordRules`` has already been asked.
package struct Tables: Sendable {
  /// Puts so far: the version of the latest one.
  package private(set) var putCounter: Int64 = 0
  package private(set) var schemaVersion: Int64 = 0
  /// None is empty. Names are ASCII, so `String ==` is exact for them.
  private var collections: [String: SortedRecords] = [:]

  init() {}

  /// The start of a replay: the counters a snapshot was taken at, without its records.
  package init(putCounter: Int64, schemaVersion: Int64) {
    self.putCounter = putCounter
    self.schemaVersion = schemaVersion
  }

  /// One change of a transaction, as it is undone, and as it is written to a journal.
  package enum Change: Sendable, Equatable {
    case put(collection: String, record: Record)
    case delete(collection: String, key: String)
    case setSchemaVersion(Int64)
  }

  package var collectionNames: [String] {
    collections.keys.sorted()
  }

  var recordCount: Int {
    collections.values.reduce(0) { $0 + $1.count }
  }

  func find(_ key: String, in collection: String) -> Record? {
    collections[collection]?.find(key)
  }

  package func scan(_ collection: String, from lower: String?, to upper: String?, limit: Int?) -> [Record] {
    collections[collection]?.scan(from: lower, to: upper, limit: limit) ?? []
  }

  func count(_ collection: String, from lower: String?, to upper: String?) -> Int {
    collections[collection]?.count(from: lower, to: upper) ?? 0
  }

  /// Makes the change and returns the one that undoes it. The put counter follows the versions put;
  /// undoing leaves it to ``rewind(putCounter:)``, since an undone put must give its number back.
  @discardableResult
  package mutating func apply(_ change: Change) -> Change {
    switch change {
    case .put(let collection, let record):
      putCounter = max(putCounter, record.version)
      if let previous = collections[collection, default: SortedRecords()].set(record) {
        return .put(collection: collection, record: previous)
      }
      return .delete(collection: collection, key: record.key)
    case .delete(let collection, let key):
      guard let previous = collections[collection]?.remove(key) else { return change }
      if collections[collection]?.count == 0 { collections[collection] = nil }
      return .put(collection: collection, record: previous)
    case .setSchemaVersion(let version):
      let previous = schemaVersion
      schemaVersion = version
      return .setSchemaVersion(previous)
    }
  }

  mutating func rewind(putCounter: Int64) {
    self.putCounter = putCounter
  }
}
