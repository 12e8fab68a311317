import Foundation
import StorageContract

/// The handle of a `read`: a record is one item, whose key is the collection's name, a zero and the record's key, and whose
/// value is the record as JSON. Names have no zero, so that no two records have the same item.
class ItemReader: ReadTransaction {
  /// Nil once the closure has returned.
  private var transaction: (any ItemTransaction)?
  fileprivate let rules: RecordRules

  init(_ transaction: any ItemTransaction, _ capabilities: StoreCapabilities) {
    self.transaction = transaction
    rules = RecordRules(
      maximumFieldSizeBytes: capabilities.maximumFieldSizeBytes, maximumKeySizeBytes: capabilities.maximumKeySizeBytes)
  }

  func end() { transaction = nil }

  fileprivate func live() throws -> any ItemTransaction {
    guard let transaction else { throw StoreError.transactionEnded }
    return transaction
  }

  fileprivate func place(_ key: String, in collection: String) throws -> [UInt8] {
    try rules.check(name: collection)
    try rules.check(key: key)
    return Array(collection.utf8) + [0] + key.utf8
  }

  func get(_ key: String, in collection: String) throws -> Record? {
    let transaction = try live()
    return try transaction.value(at: try place(key, in: collection)).map(Self.record)
  }

  func scan(_ collection: String, from lower: String?, to upper: String?, limit: Int?) throws -> [Record] {
    var records: [Record] = []
    try values(in: collection, from: lower, to: upper, limit: limit) { records.append(try Self.record($0)) }
    return records
  }

  func count(_ collection: String, from lower: String?, to upper: String?) throws -> Int {
    var count = 0
    try values(in: collection, from: lower, to: upper) { _ in count += 1 }
    return count
  }

  private func values(
    in collection: String, from lower: String?, to upper: String?, limit: Int? = nil, _ body: ([UInt8]) throws -> Void
  ) throws {
    let transaction = try live()
    try rules.check(name: collection)
    try rules.check(limit: limit)
    let name = Array(collection.utf8)
    let end = upper.map { name + [0] + $0.utf8 } ?? name + [1]
    var left = limit ?? .max
    try transaction.items(from: name + [0] + (lower ?? "").utf8) { key, value in
      guard left > 0, key.lexicographicallyPrecedes(end) else { return false }
      left -= 1
      try body(value)
      return true
    }
  }

  func collections() throws -> [String] {
    let transaction = try live()
    var names: [String] = []
    // Behind the counters, and then behind the last item of each collection.
    var first: [UInt8]? = [1]
    while let start = first {
      first = nil
      try transaction.items(from: start) { key, _ in
        let name = key.prefix { $0 != 0 }
        names.append(String(decoding: name, as: UTF8.self))
        first = name + [1]
        return false
      }
    }
    return names
  }

  func schemaVersion() throws -> Int64 { try counter(.schema) }

  fileprivate enum Counter: UInt8 { case puts, schema }

  fileprivate func counter(_ counter: Counter) throws -> Int64 {
    let digits = try live().value(at: [0, counter.rawValue]) ?? []
    return Int64(String(decoding: digits, as: UTF8.self)) ?? 0
  }

  private static func record(_ value: [UInt8]) throws -> Record { try JSONDecoder().decode(Record.self, from: Data(value)) }
}

/// The handle of a `write`. Nobody can cast a reading handle to it.
final class ItemWriter: ItemReader, WriteTransaction {
  func put(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64 {
    let transaction = try live()
    let place = try place(key, in: collection)
    try rules.check(fields: fields)
    let version = try counter(.puts) + 1
    try transaction.set(Array(JSONEncoder().encode(Record(key: key, version: version, fields: fields))), at: place)
    try set(.puts, to: version)
    return version
  }

  func insert(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64? {
    let found = try get(key, in: collection)
    try rules.check(fields: fields)
    return found == nil ? try put(fields, at: key, in: collection) : nil
  }

  func compareAndSet(_ fields: [String: FieldValue], at key: String, in collection: String, version: Int64) throws -> Int64? {
    let found = try get(key, in: collection)
    try rules.check(fields: fields)
    return found?.version == version ? try put(fields, at: key, in: collection) : nil
  }

  func delete(_ key: String, in collection: String) throws -> Bool {
    let transaction = try live()
    let place = try place(key, in: collection)
    guard try transaction.value(at: place) != nil else { return false }
    try transaction.remove(place)
    return true
  }

  func setSchemaVersion(_ version: Int64) throws { try set(.schema, to: version) }

  private func set(_ counter: Counter, to value: Int64) throws {
    try live().set(Array(String(value).utf8), at: [0, counter.rawValue])
  }
}
