import StorageContract

/// The part of a store that a read looks at or a write changes: what two transactions are in each other's way over.
enum OverlapFootprint: Sendable, Equatable {
  case key(String, KeyBytes)
  /// Also the keys that are not there: a scan depends on what nobody has put between its bounds.
  case range(String, from: KeyBytes?, to: KeyBytes?)
  case collectionNames
  case schemaVersion
  /// What gives out versions. Only a scheme that says so checks it.
  case putCounter
  /// As ``Store/restore(from:)`` changes it.
  case everything

  /// The collection that it lies in, if it lies in one.
  var collection: String? {
    switch self {
    case .key(let collection, _), .range(let collection, _, _): collection
    case .collectionNames, .schemaVersion, .putCounter, .everything: nil
    }
  }

  /// Whether a change of the one may be seen by a read of the other. Of two ranges, neither of which is ever
  /// changed as such, it says that they do not meet.
  func meets(_ other: OverlapFootprint) -> Bool {
    switch (self, other) {
    case (.everything, _), (_, .everything), (.schemaVersion, .schemaVersion), (.putCounter, .putCounter): true
    case (.key(let one, let key), .key(let another, let otherKey)): one == another && key == otherKey
    case (.key(let one, let key), .range(let another, let lower, let upper)),
      (.range(let another, let lower, let upper), .key(let one, let key)):
      one == another && !(lower.map { key < $0 } ?? false) && (upper.map { key < $0 } ?? true)
    // The names change with the first and the last record of a collection: any key may be that.
    case (.collectionNames, .key), (.key, .collectionNames): true
    default: false
    }
  }
}

extension OverlapFootprint: CustomStringConvertible {
  var description: String {
    switch self {
    case .key(let collection, let key): "\(key.text.debugDescription) in \(collection)"
    case .range(let collection, let lower, let upper):
      "\(lower?.text.debugDescription ?? "the start")..<\(upper?.text.debugDescription ?? "the end") in \(collection)"
    case .collectionNames: "the collections' names"
    case .schemaVersion: "the schema version"
    case .putCounter: "the put counter"
    case .everything: "the whole store"
    }
  }
}

/// A call that reads.
enum OverlapCall: Sendable {
  case get, scan, limitedScan, count, collections, schemaVersion
  /// The looks of calls that also write.
  case insert, compareAndSet, delete
}

/// What a call has looked at.
struct OverlapRead: Sendable {
  let call: OverlapCall
  let footprint: OverlapFootprint
  /// The records that it found.
  let found: [OverlapFootprint]
}
