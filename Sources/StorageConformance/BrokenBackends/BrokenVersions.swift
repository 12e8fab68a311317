import PropertyTesting
import StorageContract

/// Backends whose versions are wrong.
extension Fault<LawSubject> {
  static let comparesVersionsByOrder = writing(
    "comparesVersionsByOrder", "compare-and-set takes an older version too") { OrderedVersions($0) }

  static let createsAtVersionZero = writing(
    "createsAtVersionZero", "compare-and-set at version 0 makes a record that is absent") {
    CreatedAtZero($0)
  }

  static let countsARefusedCompareAndSet = writing(
    "countsARefusedCompareAndSet", "a compare-and-set that sets nothing uses a version up") {
    CountedComparisons($0)
  }

  /// As a store does that looks versions up in a table of its own.
  static let comparesWithVersionsOfDeletedRecords = rewired(
    "comparesWithVersionsOfDeletedRecords", "compare-and-set brings a deleted record back at its last version"
  ) { wiring in
    let last = RewiredMemory<[HistoryPlace: Int64]>([:])
    wiring.writing = { RememberedVersions($0, last) }
  }

  static let reusesVersionsOnceReopened = renumbering(
    "reusesVersionsOnceReopened", "after a reopening versions go on from the newest that is left"
  ) { $0.rewindsOnOpening = true }

  static let reusesVersionsOfDeletedRecords = renumbering(
    "reusesVersionsOfDeletedRecords", "a put's version is one above the newest that is there"
  ) { $0.rewindsOnDelete = true }

  static let countsVersionsByRecord = renumbering(
    "countsVersionsByRecord", "each record counts its own versions") { $0.countsByRecord = true }

  private static func renumbering(
    _ id: String, _ fact: String, _ change: @escaping @Sendable (inout BrokenNumbers) -> Void
  ) -> Fault {
    rewired(id, fact) { wiring in
      var start = BrokenNumbers()
      change(&start)
      let committed = RewiredMemory(start)
      let working = RewiredMemory(start)
      wiring.open = { location in
        committed.withValue { if $0.rewindsOnOpening { $0.last = $0.newest } }
        return try await location.open()
      }
      wiring.reading = { RenumberedReads($0, committed.now) }
      wiring.writing = { base in
        working.set(committed.now)
        return Renumbered(base, working)
      }
      wiring.committed = { committed.set(working.now) }
    }
  }
}

private final class OrderedVersions: RewiredTransaction {
  override func compareAndSet(
    _ fields: [String: FieldValue], at key: String, in collection: String, version: Int64
  ) throws -> Int64? {
    guard let record = try base.get(key, in: collection), version > 0, version <= record.version else {
      return try base.compareAndSet(fields, at: key, in: collection, version: version)
    }
    return try base.put(fields, at: key, in: collection)
  }
}

private final class CreatedAtZero: RewiredTransaction {
  override func compareAndSet(
    _ fields: [String: FieldValue], at key: String, in collection: String, version: Int64
  ) throws -> Int64? {
    version == 0
      ? try base.insert(fields, at: key, in: collection)
      : try base.compareAndSet(fields, at: key, in: collection, version: version)
  }
}

private final class CountedComparisons: RewiredTransaction {
  override func compareAndSet(
    _ fields: [String: FieldValue], at key: String, in collection: String, version: Int64
  ) throws -> Int64? {
    if let new = try base.compareAndSet(fields, at: key, in: collection, version: version) { return new }
    try base.put([:], at: "spent", in: "spent")
    try base.delete("spent", in: "spent")
    return nil
  }
}

private final class RememberedVersions: RewiredTransaction {
  private let last: RewiredMemory<[HistoryPlace: Int64]>

  init(_ base: any WriteTransaction, _ last: RewiredMemory<[HistoryPlace: Int64]>) {
    self.last = last
    super.init(base)
  }

  override func put(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64 {
    let version = try base.put(fields, at: key, in: collection)
    last.withValue { $0[HistoryPlace(key, in: collection)] = version }
    return version
  }

  override func compareAndSet(
    _ fields: [String: FieldValue], at key: String, in collection: String, version: Int64
  ) throws -> Int64? {
    if let new = try base.compareAndSet(fields, at: key, in: collection, version: version) { return new }
    guard last.withValue({ $0[HistoryPlace(key, in: collection)] }) == version else { return nil }
    return try base.insert(fields, at: key, in: collection)
  }
}

/// Numbers that a store gives its records in place of the right ones.
private struct BrokenNumbers: Sendable {
  var rewindsOnOpening = false
  var rewindsOnDelete = false
  var countsByRecord = false
  var last: Int64 = 0
  var numbers: [HistoryPlace: Int64] = [:]

  var newest: Int64 { numbers.values.max() ?? 0 }

  mutating func next(for place: HistoryPlace) -> Int64 {
    last = rewindsOnDelete ? newest + 1 : last + 1
    let number = countsByRecord ? numbers[place, default: 0] + 1 : last
    numbers[place] = number
    return number
  }

  func renumber(_ record: Record, in collection: String) -> Record {
    let number = numbers[HistoryPlace(record.key, in: collection)]
    return Record(key: record.key, version: number ?? record.version, fields: record.fields)
  }
}

private final class RenumberedReads: RewiredReadTransaction {
  private let numbers: BrokenNumbers

  init(_ base: any ReadTransaction, _ numbers: BrokenNumbers) {
    self.numbers = numbers
    super.init(base)
  }

  override func get(_ key: String, in collection: String) throws -> Record? {
    try base.get(key, in: collection).map { numbers.renumber($0, in: collection) }
  }

  override func scan(
    _ collection: String, from lower: String?, to upper: String?, limit: Int?
  ) throws -> [Record] {
    try base.scan(collection, from: lower, to: upper, limit: limit)
      .map { numbers.renumber($0, in: collection) }
  }
}

private final class Renumbered: RewiredTransaction {
  private let numbers: RewiredMemory<BrokenNumbers>

  init(_ base: any WriteTransaction, _ numbers: RewiredMemory<BrokenNumbers>) {
    self.numbers = numbers
    super.init(base)
  }

  override func put(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64 {
    try base.put(fields, at: key, in: collection)
    return numbers.withValue { $0.next(for: HistoryPlace(key, in: collection)) }
  }

  override func insert(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64? {
    guard try base.insert(fields, at: key, in: collection) != nil else { return nil }
    return numbers.withValue { $0.next(for: HistoryPlace(key, in: collection)) }
  }

  override func compareAndSet(
    _ fields: [String: FieldValue], at key: String, in collection: String, version: Int64
  ) throws -> Int64? {
    guard let record = try get(key, in: collection), record.version == version else {
      // Never a record's version: refuses what is not to be stored, and sets nothing.
      return try base.compareAndSet(fields, at: key, in: collection, version: .min)
    }
    return try put(fields, at: key, in: collection)
  }

  override func delete(_ key: String, in collection: String) throws -> Bool {
    let isDeleted = try base.delete(key, in: collection)
    if isDeleted { numbers.withValue { $0.numbers[HistoryPlace(key, in: collection)] = nil } }
    return isDeleted
  }

  override func get(_ key: String, in collection: String) throws -> Record? {
    try base.get(key, in: collection).map { numbers.now.renumber($0, in: collection) }
  }

  override func scan(
    _ collection: String, from lower: String?, to upper: String?, limit: Int?
  ) throws -> [Record] {
    try base.scan(collection, from: lower, to: upper, limit: limit)
      .map { numbers.now.renumber($0, in: collection) }
  }
}
