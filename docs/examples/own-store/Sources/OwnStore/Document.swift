import StorageContract

/// What the file holds. A value: a transaction works on a copy of it.
struct Document: Codable, Sendable {
  /// The put counter, which gives each record its version.
  private(set) var puts: Int64 = 0
  var schemaVersion: Int64 = 0
  /// Each collection's records, in the order of the bytes of their keys; none that is empty.
  private(set) var collections: [String: [Record]] = [:]

  func record(_ key: String, in collection: String) -> Record? {
    guard let records = collections[collection] else { return nil }
    let place = Self.place(of: key, in: records)
    return place < records.count && KeyBytes.equal(records[place].key, key) ? records[place] : nil
  }

  /// `lower` is included, `upper` is not.
  func records(in collection: String, from lower: String?, to upper: String?) -> ArraySlice<Record> {
    let records = collections[collection] ?? []
    let start = lower.map { Self.place(of: $0, in: records) } ?? 0
    let end = upper.map { Self.place(of: $0, in: records) } ?? records.count
    return records[start..<max(start, end)]
  }

  mutating func put(_ fields: [String: FieldValue], at key: String, in collection: String) -> Int64 {
    let isNew = record(key, in: collection) == nil
    puts += 1
    let record = Record(key: key, version: puts, fields: fields)
    var records = collections[collection] ?? []
    let place = Self.place(of: key, in: records)
    records.replaceSubrange(place..<(isNew ? place : place + 1), with: [record])
    collections[collection] = records
    return puts
  }

  mutating func delete(_ key: String, in collection: String) -> Bool {
    guard record(key, in: collection) != nil, var records = collections[collection] else { return false }
    records.remove(at: Self.place(of: key, in: records))
    collections[collection] = records.isEmpty ? nil : records
    return true
  }

  /// The first place whose key is not before `key`: as bytes, since `<` of strings takes é and e + ◌́ for the same.
  private static func place(of key: String, in records: [Record]) -> Int {
    var (low, high) = (0, records.count)
    while low < high {
      let middle = (low + high) / 2
      if KeyBytes.precedes(records[middle].key, key) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
