import PropertyTesting
import ReplicaContract

/// What a law demands of a history, beside what its own claims say.
struct SyncClaims: OptionSet, Sendable {
  let rawValue: Int

  /// In the end all devices show the same.
  static let converges = SyncClaims(rawValue: 1)
  /// In the end the records are there that nobody deleted, and no others.
  static let presence = SyncClaims(rawValue: 2)
  /// In the end each field has a value that was not replaced.
  static let values = SyncClaims(rawValue: 4)
  /// A device shows its own edits at once and after a reopening, and a sync that fails changes nothing.
  static let reads = SyncClaims(rawValue: 8)
  /// In the end a sync exchanges nothing.
  static let quiet = SyncClaims(rawValue: 16)
  /// In the end a sync changes nothing.
  static let repetition = SyncClaims(rawValue: 32)
  /// In the end the elements are there that nobody removed, each once, and no others.
  static let elements = SyncClaims(rawValue: 64)
  /// No two elements change their order, on any device.
  static let order = SyncClaims(rawValue: 128)
  /// At every step each device shows every record with all of its fields.
  static let whole = SyncClaims(rawValue: 256)
}

/// Compares what a device shows in the end with what the model allows.
struct SyncJudge {
  let model: SyncModel
  let capabilities: ReplicaCapabilities
  /// The device.
  let name: String

  func presence(_ contents: ReplicaContents) throws {
    for id in model.ids.union(contents.records.keys).sorted() {
      let (may, must) = model.presence(of: id, capabilities.deletes)
      let isThere = contents.records[id] != nil
      try expect("\(id) is not on \(name) in the end: whoever changed it last deleted it", may || !isThere)
      try expect("\(id) is on \(name) in the end: it was written, and nobody who knew that deleted it", isThere || !must)
    }
  }

  func values(_ contents: ReplicaContents) throws {
    for (id, record) in contents.records.sorted(by: { $0.key < $1.key }) where model.ids.contains(id) {
      if capabilities.merge == .byRecord {
        let allowed = model.wholes(of: id)
        try expect(
          "\(id) on \(name) in the end is \(Self.written(allowed.map { describe($0) })), as written last; it is \(describe(record))",
          allowed.contains(record) || model.mayBeDeleted(id))
        continue
      }
      for field in capabilities.fields {
        let allowed = model.values(of: field, in: id)
        let claim = { (found: String) in
          "\(id).\(field) on \(name) in the end is \(Self.written(allowed.sorted())), as written last; \(found)"
        }
        guard let value = record[field] else {
          try expect(claim("there is none"), model.mayBeDeleted(id))
          continue
        }
        try expect(claim("it is \(value)"), allowed.contains(value))
      }
    }
  }

  private static func written(_ values: [String]) -> String { values.joined(separator: " or ") }

  func elements(_ contents: ReplicaContents) throws {
    let counts = Dictionary(grouping: contents.list) { $0 }.mapValues(\.count)
    for element in counts.keys.sorted() {
      try expect("\(element) is once in the list of \(name) in the end", counts[element] ?? 0, equals: 1)
      try expect("\(element) is in the list of \(name) in the end only if somebody put it there", model.put.contains(element))
      try expect("\(element) is not in the list of \(name) in the end: it was removed", !model.removed.contains(element))
    }
    for element in model.put.subtracting(model.removed).subtracting(model.unsure).sorted() {
      try expect("\(element) is in the list of \(name) in the end: it was put there, and nobody removed it", counts[element] != nil)
    }
  }

  /// - Parameter shown: the lists that devices showed after edits.
  func order(_ list: [String], _ shown: [[String]]) throws {
    let places = Dictionary(zip(list, list.indices), uniquingKeysWith: min)
    for earlier in shown {
      let kept = earlier.filter { places[$0] != nil }
      for (left, right) in zip(kept, kept.dropFirst()) {
        try expect(
          "\(left) stays before \(right) in the list of \(name), as a device has shown it", places[left] ?? 0 < places[right] ?? 0)
      }
    }
  }
}

extension ReplicaContents: CounterexampleDescribable {
  public var counterexampleDescription: String { description }
}
