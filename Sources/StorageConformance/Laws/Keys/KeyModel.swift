import PropertyTesting
import StorageContract

/// What a collection should hold, by the bytes of the keys, with a number for each record. It compares and orders bytes
/// itself, so that it owes nothing to the stores that it judges.
struct KeyModel: Sendable {
  private(set) var numbers: [[UInt8]: Int64] = [:]

  /// Keys in the order of their bytes.
  var keys: [String] { sortedBytes.map { String(decoding: $0, as: UTF8.self) } }

  private var sortedBytes: [[UInt8]] { numbers.keys.sorted { $0.lexicographicallyPrecedes($1) } }

  subscript(key: String) -> Int64? {
    get { numbers[Array(key.utf8)] }
    set { numbers[Array(key.utf8)] = newValue }
  }

  /// Those from `lower`, which is included, to `upper`, which is not.
  func keys(from lower: String?, to upper: String?) -> [String] {
    let (lower, upper) = (lower.map { Array($0.utf8) }, upper.map { Array($0.utf8) })
    return sortedBytes.filter { key in
      !(lower.map { key.lexicographicallyPrecedes($0) } ?? false)
        && (upper.map { key.lexicographicallyPrecedes($0) } ?? true)
    }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Fails the case unless `records` are exactly those at `keys`, in that order, with the model's numbers.
  func expect(
    _ claim: String, _ records: [Record], are keys: [String],
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) throws {
    noteClaim(fileID: fileID, line: line)
    let isSame =
      records.count == keys.count
      && zip(records, keys).allSatisfy { record, key in
        record.key.utf8.elementsEqual(key.utf8) && record.fields == self[key].map { ["n": .int64($0)] }
      }
    if isSame { return }
    throw ExpectationFailure(
      claim: claim, expected: Self.text(keys.map { ($0, ["n": .int64(self[$0] ?? 0)]) }),
      actual: Self.text(records.map { ($0.key, $0.fields) }),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line))
  }

  /// Fails the case unless the collection is as the model, record by record and as a whole.
  func expectSame(_ place: String, _ transaction: any ReadTransaction, _ collection: String = "c") throws {
    let keys = keys
    try expect("scan of \(collection), \(place)", try transaction.scan(collection), are: keys)
    for key in keys {
      let record = try transaction.get(key, in: collection)
      try expect("get of \(describe(key)), \(place)", record.map { [$0] } ?? [], are: [key])
    }
    let count = try transaction.count(collection)
    try PropertyTesting.expect("count of \(collection), \(place)", count, equals: keys.count)
  }

  private static func text(_ records: [(key: String, fields: [String: FieldValue])]) -> String {
    guard records.count > 40 else { return "[" + records.map(text).joined(separator: ", ") + "]" }
    return "\(records.count) records, from \(text(records[0])) to \(text(records[records.count - 1]))"
  }

  private static func text(_ record: (key: String, fields: [String: FieldValue])) -> String {
    guard case .int64(let number)? = record.fields["n"], record.fields.count == 1 else {
      return "\(describe(record.key)): \(describe(record.fields))"
    }
    return "\(describe(record.key)): \(number)"
  }
}

extension WriteTransaction {
  /// Puts a number at the key, in the store and in the model.
  func put(_ number: Int64, at key: String, in collection: String = "c", _ model: inout KeyModel) throws {
    try put(["n": .int64(number)], at: key, in: collection)
    model[key] = number
  }

  func delete(_ key: String, in collection: String = "c", _ model: inout KeyModel) throws {
    let wasThere = model[key] != nil
    try expect("the delete of \(describe(key)) finds a record", try delete(key, in: collection), equals: wasThere)
    model[key] = nil
  }
}
