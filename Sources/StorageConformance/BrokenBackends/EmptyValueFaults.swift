import PropertyTesting
import StorageContract
import StorageFaults

/// Stores that take one kind of nothing for another.
extension Fault<LawSubject> {
  static let storesEmptyTextAsNull = storing(
    "storesEmptyTextAsNull", "stores empty text as null") { $0 == .text("") ? .null : $0 }
  static let takesNoBytesForEmptyText = storing(
    "takesNoBytesForEmptyText", "stores no bytes as empty text") { $0 == .bytes([]) ? .text("") : $0 }
  static let dropsNulls = storing("dropsNulls", "stores no field if its value is null") { $0 == .null ? nil : $0 }

  static let dropsRecordsWithoutFields = calling(
    "dropsRecordsWithoutFields", "has no record if it has no fields") { calls in
    calls.get = { transaction, key, collection in
      try transaction.get(key, in: collection).flatMap { $0.fields.isEmpty ? nil : $0 }
    }
    calls.scan = { transaction, range in try transaction.scan(range).filter { !$0.fields.isEmpty } }
  }

  /// As a table does that gets a column for every field that any record has.
  static let fillsMissingFieldsWithNull = interposed(
    "fillsMissingFieldsWithNull", "has every field in every record") { hooks in
    let columns = Remembered<Set<String>>([])
    let filled = { @Sendable (record: Record) in
      var fields = record.fields
      for name in columns.withValue({ $0 }) where fields[name] == nil { fields[name] = .null }
      return Record(key: record.key, version: record.version, fields: fields)
    }
    hooks.hookCalls { calls in
      calls.hookWrites { write, pass in
        columns.withValue { $0.formUnion(write.fields.keys) }
        return try pass(write)
      }
      calls.get = { transaction, key, collection in try transaction.get(key, in: collection).map(filled) }
      calls.scan = { transaction, range in try transaction.scan(range).map(filled) }
    }
  }
}
