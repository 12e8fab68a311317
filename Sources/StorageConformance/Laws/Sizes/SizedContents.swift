import PropertyTesting
import StorageContract

/// Everything that a store should hold, for stores of many records: keys and names are ASCII, so that Swift's order of
/// text is that of the bytes.
struct SizedContents: Sendable {
  private(set) var collections: [String: [String: Record]] = [:]
  private(set) var putCounter: Int64 = 0

  func count(_ collection: String) -> Int { collections[collection]?.count ?? 0 }

  /// Notes a put; its version is the next one.
  mutating func put(_ fields: [String: FieldValue], at key: String, in collection: String) {
    putCounter += 1
    collections[collection, default: [:]][key] = Record(key: key, version: putCounter, fields: fields)
  }

  mutating func delete(_ key: String, in collection: String) {
    collections[collection]?[key] = nil
    if collections[collection]?.isEmpty ?? false { collections[collection] = nil }
  }

  /// Compares the list of collections, and some of them record by record: by a scan, by counts, with limits and by key.
  func expectSame(_ transaction: any ReadTransaction, in names: [String]) throws {
    try expectList(try transaction.collections(), collections.keys.sorted())
    for name in names { try expectSame(transaction, name) }
  }

  private func expectSame(_ transaction: any ReadTransaction, _ name: String) throws {
    let expected = (collections[name] ?? [:]).values.sorted { $0.key < $1.key }
    try expectRecords("scan of \(name)", try transaction.scan(name), expected)
    try expect("count of \(name)", try transaction.count(name), equals: expected.count)
    guard let last = expected.last else { return }
    let middle = expected[expected.count / 2]
    let half = try transaction.scan(name, from: middle.key, to: nil, limit: expected.count)
    try expectRecords("scan of \(name) from \(middle.key)", half, Array(expected[(expected.count / 2)...]))
    let all = try transaction.scan(name, from: expected[0].key, to: nil, limit: nil)
    try expectRecords("scan of \(name) from its first key", all, expected)
    // A bound may be longer than any key.
    let above = last.key + "\u{0}"
    try expectRecords("scan of \(name) from above its last key", try transaction.scan(name, from: above, to: nil, limit: nil), [])
    try expect(
      "count of \(name) up to above its last key", try transaction.count(name, from: nil, to: above), equals: expected.count)
    for limit in [expected.count - 1, expected.count] {
      let found = try transaction.scan(name, from: nil, to: nil, limit: limit)
      try expectRecords("scan of \(name) with limit \(limit)", found, Array(expected.prefix(limit)))
    }
    for record in [expected[0], middle, last] {
      let found = try transaction.get(record.key, in: name)
      try expectRecords("get of \(Self.shortened(record.key)) in \(name)", found.map { [$0] } ?? [], [record])
    }
  }

  private func expectList(_ found: [String], _ expected: [String]) throws {
    noteClaim()
    if found == expected { return }
    let place = zip(found, expected).enumerated().first { $1.0 != $1.1 }?.offset ?? min(found.count, expected.count)
    try expect(
      "list of collections, from number \(place + 1) on",
      Array(found.dropFirst(place).prefix(3)), equals: Array(expected.dropFirst(place).prefix(3)))
    try expect("number of collections", found.count, equals: expected.count)
  }

  private func expectRecords(_ claim: String, _ found: [Record], _ expected: [Record]) throws {
    noteClaim()
    if found == expected { return }
    let place = zip(found, expected).enumerated().first { $1.0 != $1.1 }?.offset ?? min(found.count, expected.count)
    func text(_ records: [Record]) -> String {
      "\(records.count) records, number \(place + 1) " + (place < records.count ? Self.text(records[place]) : "none")
    }
    throw ExpectationFailure(
      claim: claim, expected: text(expected), actual: text(found),
      location: SourceLocation(fileID: #fileID, filePath: #filePath, line: #line))
  }

  private static func text(_ record: Record) -> String {
    let fields = record.fields.count == 1 ? describe(record.fields) : "\(record.fields.count) fields"
    return "\(shortened(record.key)) (version \(record.version)): \(shortened(fields))"
  }

  static func shortened(_ text: String) -> String {
    text.utf8.count <= 60 ? text : "\(text.prefix(24))…\(text.suffix(24)) (\(text.utf8.count) bytes)"
  }
}
