import PropertyTesting
import StorageContract

/// A record's place.
struct StoreHistoryPlace: Hashable, Sendable {
  var collection = "c"
  let key: String

  /// The key alone where it lies in the collection that most laws use.
  var text: String { collection == "c" ? key : "\(collection)/\(key)" }
}

extension ScanRange {
  /// Whether it has neither bounds nor a limit.
  var isAll: Bool { self == ScanRange(collection) }

  /// "c", "c a..<e limit 2".
  fileprivate var text: String {
    isAll ? collection : "\(collection) \(lower ?? "")..<\(upper ?? "")" + (limit.map { " limit \($0)" } ?? "")
  }
}

/// One call inside a transaction of a history. Records hold one number.
enum StoreHistoryStep: Hashable, Sendable {
  case get(StoreHistoryPlace)
  case put(StoreHistoryPlace, Int64)
  case insert(StoreHistoryPlace, Int64)
  case compareAndSet(StoreHistoryPlace, Int64, version: Int64)
  case delete(StoreHistoryPlace)
  /// Reads the number (0 where there is none) and puts the sum.
  case add(StoreHistoryPlace, Int64)
  case scan(ScanRange)
  /// Without regard to the limit.
  case count(ScanRange)
  case collections
  case schemaVersion
  case setSchemaVersion(Int64)

  var isReading: Bool {
    switch self {
    case .get, .scan, .count, .collections, .schemaVersion: true
    default: false
    }
  }

  var place: StoreHistoryPlace? {
    switch self {
    case .get(let place), .put(let place, _), .insert(let place, _), .compareAndSet(let place, _, _),
      .delete(let place), .add(let place, _):
      place
    default: nil
    }
  }

  /// As it reads in a report.
  var text: String {
    switch self {
    case .get(let place): "get \(place.text)"
    case .put(let place, let value): "put \(place.text)=\(value)"
    case .insert(let place, let value): "insert \(place.text)=\(value)"
    case .compareAndSet(let place, let value, StoreHistoryTransaction.lastSeenVersion):
      "set \(place.text)=\(value) if as last seen"
    case .compareAndSet(let place, let value, let version): "set \(place.text)=\(value) if v\(version)"
    case .delete(let place): "delete \(place.text)"
    case .add(let place, let amount): "add \(amount) to \(place.text)"
    case .scan(let range): "scan \(range.text)"
    case .count(let range): "count \(ScanRange(range.collection, from: range.lower, to: range.upper).text)"
    case .collections: "collections"
    case .schemaVersion: "schema version"
    case .setSchemaVersion(let version): "set schema version \(version)"
    }
  }
}

extension StoreHistoryStep: CounterexampleDescribable {
  var counterexampleDescription: String { text }
}

/// What a step gave.
enum StoreHistoryOutput: Hashable, Sendable {
  case record(StoreHistoryRecord?)
  /// Nil: nothing was written.
  case version(Int64?)
  case deleted(Bool)
  case records([StoreHistoryRecord])
  case count(Int)
  case names([String])
  case number(Int64)
  case done
  /// After the last step of a transaction that should have been rolled back: its error did not come out.
  case noError

  var text: String {
    switch self {
    case .record(let record): record.map { "\($0.valueText) v\($0.version)" } ?? "nothing"
    case .version(let version): version.map { "v\($0)" } ?? "no"
    case .deleted(let isDeleted): isDeleted ? "deleted" : "not there"
    case .records(let records):
      "[" + records.map { "\($0.key)=\($0.valueText) v\($0.version)" }.joined(separator: ", ") + "]"
    case .count(let count): "\(count)"
    case .names(let names): "\(names)"
    case .number(let number): "\(number)"
    case .done: "done"
    case .noError: "no error"
    }
  }
}

extension StoreHistoryStep {
  /// The version of the record that the step has put, as its answer tells it; nil: it has put none.
  func newVersion(in answer: StoreHistoryOutput) -> Int64? {
    switch (self, answer) {
    case (.put, .version(let version)), (.insert, .version(let version)), (.compareAndSet, .version(let version)): version
    case (.add, .record(let record)): record?.version
    default: nil
    }
  }
}

/// A record as a history keeps it.
struct StoreHistoryRecord: Hashable, Sendable {
  let key: String
  /// Nil where the record holds anything but one number.
  let value: Int64?
  let version: Int64

  init(key: String, value: Int64?, version: Int64) {
    self.key = key
    self.value = value
    self.version = version
  }

  init(_ record: Record) {
    key = record.key
    version = record.version
    if record.fields.count == 1, case .int64(let number)? = record.fields["n"] { value = number } else { value = nil }
  }

  var valueText: String { value.map { "\($0)" } ?? "something else" }

  static func fields(_ value: Int64) -> [String: FieldValue] { ["n": .int64(value)] }
}

extension ReadTransaction {
  /// - Throws: ``StoreError/unsupported(_:)`` for a step that writes.
  func perform(reading step: StoreHistoryStep) throws -> StoreHistoryOutput {
    switch step {
    case .get(let place): .record(try get(place.key, in: place.collection).map(StoreHistoryRecord.init))
    case .scan(let range): .records(try scan(range).map(StoreHistoryRecord.init))
    case .count(let range): .count(try count(range))
    case .collections: .names(try collections())
    case .schemaVersion: .number(try schemaVersion())
    default: throw StoreError.unsupported("\(step.text) while reading")
    }
  }
}

extension WriteTransaction {
  func perform(_ step: StoreHistoryStep) throws -> StoreHistoryOutput {
    switch step {
    case .put(let place, let value):
      return .version(try put(StoreHistoryRecord.fields(value), at: place.key, in: place.collection))
    case .insert(let place, let value):
      return .version(try insert(StoreHistoryRecord.fields(value), at: place.key, in: place.collection))
    case .compareAndSet(let place, let value, let version):
      return .version(
        try compareAndSet(
          StoreHistoryRecord.fields(value), at: place.key, in: place.collection, version: version))
    case .delete(let place): return .deleted(try delete(place.key, in: place.collection))
    case .add(let place, let amount):
      let old = try get(place.key, in: place.collection).flatMap { StoreHistoryRecord($0).value } ?? 0
      let version = try put(StoreHistoryRecord.fields(old &+ amount), at: place.key, in: place.collection)
      return .record(StoreHistoryRecord(key: place.key, value: old &+ amount, version: version))
    case .setSchemaVersion(let version):
      try setSchemaVersion(version)
      return .done
    default: return try perform(reading: step)
    }
  }
}
