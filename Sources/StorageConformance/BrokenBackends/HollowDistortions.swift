import PropertyTesting
import StorageContract

/// Stores that take one kind of nothing for another.
extension Fault<LawSubject> {
  static let storesEmptyTextAsNull = storing(
    "storesEmptyTextAsNull", "stores empty text as null") { $0 == .text("") ? .null : $0 }
  static let takesNoBytesForEmptyText = storing(
    "takesNoBytesForEmptyText", "stores no bytes as empty text") { $0 == .bytes([]) ? .text("") : $0 }
  static let dropsNulls = storing("dropsNulls", "stores no field where its value is null") { $0 == .null ? nil : $0 }

  static let dropsRecordsWithoutFields = distorted(
    "dropsRecordsWithoutFields", "has no record where it has no fields") {
    var distortion = Distortion()
    distortion.get = { key, pass in try pass(key).flatMap { $0.fields.isEmpty ? nil : $0 } }
    distortion.scan = { range, pass in try pass(range).filter { !$0.fields.isEmpty } }
    return distortion
  }

  /// As a table does that gets a column for every field that any record has.
  static let fillsMissingFieldsWithNull = distorted("fillsMissingFieldsWithNull", "has every field in every record") {
    let columns = RewiredMemory<Set<String>>([])
    let filled = { @Sendable (record: Record) in
      var fields = record.fields
      for name in columns.withValue({ $0 }) where fields[name] == nil { fields[name] = .null }
      return Record(key: record.key, version: record.version, fields: fields)
    }
    var distortion = Distortion()
    distortion.write = { write, pass in
      columns.withValue { $0.formUnion(write.fields.keys) }
      return try pass(write)
    }
    distortion.get = { key, pass in try pass(key).map(filled) }
    distortion.scan = { range, pass in try pass(range).map(filled) }
    return distortion
  }
}
