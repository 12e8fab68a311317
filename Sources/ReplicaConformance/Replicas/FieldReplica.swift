import ReplicaContract

/// Last writer wins, field by field, with hybrid logical clocks (Kulkarni et al., "Logical Physical Clocks", 2014).
///
/// A deletion ends a life of the record, and wins over every edit of that life. An insertion begins the next life, which wins over all
/// before.
extension ReplicaFormat {
  /// Records with these fields, merged by field; deletes win.
  public static func fields(_ names: [String] = ["title", "note"]) -> ReplicaFormat { fields(names, FieldRules()) }

  static func fields(_ names: [String] = ["title", "note"], _ rules: FieldRules) -> ReplicaFormat {
    let read = BodyReader<FieldRecord>()
    return ReplicaFormat(
      capabilities: ReplicaCapabilities(fields: names, deletes: .deletesWin, keepsUnknownFields: true, separatesAccounts: true),
      change: { edit, records, context in
        func record(_ id: String) -> FieldRecord? { records[id].flatMap { read($0.body) } }
        let newest = records.values.compactMap { read($0.body)?.newest }.max()
        let stamp = rules.stamp(newest, context)
        switch edit {
        case .insert(let id, let fields): return [id: rules.insert(record(id), fields, stamp).body]
        case .update(let id, let field, let value):
          guard var record = record(id) else { throw ReplicaError.missing(id) }
          rules.update(&record, field, StampedValue(value: value, stamp: stamp), names)
          return [id: record.body]
        case .delete(let id):
          guard let record = record(id) else { throw ReplicaError.missing(id) }
          return [id: rules.delete(record, stamp)?.body]
        case .insertElement, .removeElement: throw ReplicaError.undeclared("\(edit)")
        }
      },
      merge: { here, there in
        guard let first = read(here), let second = read(there) else { return here }
        return rules.merge(first, second).body
      },
      contents: { records in
        var contents = ReplicaContents()
        for (id, kept) in records {
          guard let record = read(kept.body), !record.isDeleted else { continue }
          contents.records[id] = record.fields.filter { names.contains($0.key) }.mapValues(\.value)
        }
        return contents
      },
      older: { .fields(Array(names.prefix(1)), rules) })
  }
}

extension ReplicaFormat {
  /// The same, but the server may forget deletions when they are old. The lives of a record are numbered by the time of its insertion then,
  /// because who inserts it need not know that there was one before.
  public static var expiring: ReplicaFormat {
    var rules = FieldRules()
    rules.insert = { before, fields, stamp in
      FieldRecord(
        life: max((before?.life ?? 0) + 1, Int(clamping: stamp.time)), isDeleted: false,
        fields: fields.mapValues { StampedValue(value: $0, stamp: stamp) })
    }
    var format = fields(["title", "note"], rules)
    format.isTombstone = { FieldRecord($0)?.isDeleted == true }
    format.capabilities.expiresTombstones = true
    return format
  }
}

/// When a value was written: later stamps win. Equal ones do not occur.
struct ClockStamp: Sendable, Codable, Hashable, Comparable {
  /// Milliseconds since 1970: the writer's clock, or a later time that the writer knew of.
  var time: Int64
  /// Counts the writes of one time.
  var count: Int
  var device: String

  static func < (left: Self, right: Self) -> Bool {
    (left.time, left.count, left.device) < (right.time, right.count, right.device)
  }

  /// The stamp of a write by one who trusts the own clock.
  static func clock(_ context: EditContext) -> ClockStamp { ClockStamp(time: context.clock, count: 0, device: context.device) }

  /// The stamp of a write by one who knows `newest`.
  static func next(after newest: ClockStamp?, _ context: EditContext) -> ClockStamp {
    guard let newest, newest.time >= context.clock else { return clock(context) }
    return ClockStamp(time: newest.time, count: newest.count + 1, device: context.device)
  }
}

struct StampedValue: Sendable, Codable, Equatable {
  var value: String
  var stamp: ClockStamp
}

/// What the body of a record says.
struct FieldRecord: RecordBody {
  /// How often the record was inserted, as far as its writer knew.
  var life: Int
  var isDeleted: Bool
  var fields: [String: StampedValue]

  var newest: ClockStamp? { fields.values.map(\.stamp).max() }

  /// The join of two versions of one record.
  func merged(with other: FieldRecord) -> FieldRecord {
    if life != other.life { return life > other.life ? self : other }
    return FieldRecord(
      life: life, isDeleted: isDeleted || other.isDeleted,
      fields: fields.merging(other.fields) { $0.stamp < $1.stamp ? $1 : $0 })
  }
}

/// The rules of the format, which mistakes replace.
struct FieldRules: Sendable {
  var stamp: @Sendable (_ newest: ClockStamp?, EditContext) -> ClockStamp = { .next(after: $0, $1) }
  var insert: @Sendable (_ before: FieldRecord?, [String: String], ClockStamp) -> FieldRecord = { before, fields, stamp in
    FieldRecord(
      life: (before?.life ?? 0) + 1, isDeleted: false, fields: fields.mapValues { StampedValue(value: $0, stamp: stamp) })
  }
  /// Nil: nothing is kept of it.
  var delete: @Sendable (FieldRecord, ClockStamp) -> FieldRecord? = { record, _ in
    FieldRecord(life: record.life, isDeleted: true, fields: record.fields)
  }
  /// Of an app that knows these fields.
  var update: @Sendable (inout FieldRecord, _ field: String, StampedValue, _ known: [String]) -> Void = { record, field, value, _ in
    record.fields[field] = value
  }
  var merge: @Sendable (_ here: FieldRecord, _ there: FieldRecord) -> FieldRecord = { $0.merged(with: $1) }
}
