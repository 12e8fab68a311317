import PropertyTesting
import StorageContract

/// What a store holds, as a value: the model of the laws of crashes and failing disks. It is small on purpose: puts,
/// deletes and the schema version, with the versions that the contract prescribes.
struct CrashContents: Sendable {
  /// By collection and key, which are identifiers here.
  private(set) var records: [String: Record] = [:]
  private(set) var schemaVersion: Int64 = 0
  private(set) var putCounter: Int64 = 0

  static let collections = ["c", "d"]

  init() {}

  /// Everything in a store. The put counter, which cannot be seen, stays 0.
  init(of store: any Store) async throws {
    self = try await store.read { transaction in
      var contents = CrashContents()
      for collection in try transaction.collections() {
        for record in try transaction.scan(collection) { contents.records["\(collection)/\(record.key)"] = record }
      }
      contents.schemaVersion = try transaction.schemaVersion()
      return contents
    }
  }

  /// - Parameter number: the transaction's; its values tell it from all others.
  mutating func apply(_ transaction: CrashTransaction, number: Int) {
    for (index, change) in transaction.changes.enumerated() {
      switch change {
      case .put(let place, let size):
        putCounter += 1
        records[place.path] = Record(
          key: place.key, version: putCounter,
          fields: CrashTransaction.fields(number: number, index: index, sizeBytes: size))
      case .delete(let place): records[place.path] = nil
      }
    }
    if transaction.setsSchemaVersion { schemaVersion = Int64(number) }
  }

  /// Claims that a store holds these contents, or those of a call that was cut off. The latter then become these.
  mutating func expectHeld(
    by store: any Store, _ ranks: VersionRanks?, or inFlight: inout CrashContents?, _ when: String, _ trial: Trial
  ) async throws {
    let found = try await CrashContents(of: store)
    noteClaim()
    if found == self {
      trial.label("what was not acknowledged is not there", if: inFlight != nil)
    } else if let inFlight, found == inFlight {
      trial.label("what was not acknowledged is there")
      self = inFlight
    } else {
      let alternative = inFlight.map { ", or with what was under way: \($0)" } ?? ""
      throw ExpectationFailure(
        claim: "the contents \(when)", expected: "\(self)\(alternative)", actual: "\(found)",
        location: SourceLocation(fileID: #fileID, filePath: #filePath, line: #line))
    }
    ranks?.settle(puts: putCounter)
    inFlight = nil
  }
}

extension CrashContents: Equatable {
  /// Without the put counter.
  static func == (left: Self, right: Self) -> Bool {
    left.schemaVersion == right.schemaVersion && left.records == right.records
  }
}

extension CrashContents: CustomStringConvertible {
  /// "c/k1 = 3.0 (version 7), after transaction 4": a put's number stands for its value.
  var description: String {
    var parts = records.sorted { $0.key < $1.key }.map { path, record in
      var number = "?"
      if case .text(let text)? = record.fields["n"] { number = text }
      return "\(path) = \(number) (version \(record.version))"
    }
    parts.append("after transaction \(schemaVersion)")
    return parts.joined(separator: ", ")
  }
}

/// One transaction of such a history. It also sets the schema version to its own number, so that no two transactions
/// leave the same contents, unless it is to do nothing but its changes.
struct CrashTransaction: Sendable {
  struct Place: Sendable {
    let collection: String
    let key: String

    var path: String { "\(collection)/\(key)" }
  }

  enum Change: Sendable {
    /// With a text of so many bytes beside the number.
    case put(Place, sizeBytes: Int)
    case delete(Place)
  }

  var changes: [Change]
  /// Whether it makes its other changes too once one was refused, and fails only then.
  var goesOnAfterErrors = false
  var setsSchemaVersion = true

  /// The transaction's number and the change's, and a text that no other has, so that parts of two never pass for one.
  static func fields(number: Int, index: Int, sizeBytes: Int) -> [String: FieldValue] {
    let name = "\(number).\(index)"
    let text = String(repeating: "\(name) ", count: sizeBytes / (name.utf8.count + 1) + 1)
    return ["n": .text(name), "text": .text(String(decoding: text.utf8.prefix(sizeBytes), as: UTF8.self))]
  }

  /// With no text that is longer than a store allows.
  func limited(to sizeBytes: Int) -> CrashTransaction {
    var limited = self
    limited.changes = changes.map { change in
      if case .put(let place, let size) = change { .put(place, sizeBytes: min(size, sizeBytes)) } else { change }
    }
    return limited
  }

  func run(in transaction: any WriteTransaction, number: Int) throws {
    var failure: (any Error)?
    func attempt(_ change: () throws -> Void) throws {
      do {
        try change()
      } catch where goesOnAfterErrors {
        failure = failure ?? error
      }
    }
    for (index, change) in changes.enumerated() {
      try attempt {
        switch change {
        case .put(let place, let size):
          let fields = Self.fields(number: number, index: index, sizeBytes: size)
          try Self.put(fields, at: place, conditionally: (number + index) % 2 == 1, in: transaction)
        case .delete(let place): try transaction.delete(place.key, in: place.collection)
        }
      }
    }
    if setsSchemaVersion { try attempt { try transaction.setSchemaVersion(Int64(number)) } }
    if let failure { throw failure }
  }

  /// - Parameter isConditional: by an insert, or by a compare-and-set if there is a record. Nobody else writes, so it must be done.
  private static func put(
    _ fields: [String: FieldValue], at place: Place, conditionally isConditional: Bool, in transaction: any WriteTransaction
  ) throws {
    guard isConditional else {
      try transaction.put(fields, at: place.key, in: place.collection)
      return
    }
    if let version = try transaction.get(place.key, in: place.collection)?.version {
      let new = try transaction.compareAndSet(fields, at: place.key, in: place.collection, version: version)
      try expect("a compare-and-set of \(place.path) at its version is done", new != nil)
    } else {
      let new = try transaction.insert(fields, at: place.key, in: place.collection)
      try expect("an insert at \(place.path), where no record is, is done", new != nil)
    }
  }
}

extension CrashTransaction: CustomStringConvertible {
  var description: String {
    let parts = changes.map { change in
      switch change {
      case .put(let place, let size): "put \(place.path) (\(size) bytes)"
      case .delete(let place): "delete \(place.path)"
      }
    }
    return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
  }
}
