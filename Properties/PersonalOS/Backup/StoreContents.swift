import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract

/// All that a store holds, without the versions of its records: what is compared where nothing may be lost.
struct StoreContents: Sendable, Equatable {
  var schemaVersion: Int64
  /// By collection, then by the bytes of the key.
  var records: [RawRecord]
}

extension StoreContents {
  init(_ dataset: UserDataset, _ others: [RawRecord] = [], schemaVersion: Int64 = 4) {
    self.init(
      schemaVersion: schemaVersion, records: (dataset.records + others).sortedWithoutDuplicates())
  }
}

extension Store {
  /// Everything that is there, read past the code under test.
  func contents() async throws -> StoreContents {
    try await read { transaction in
      let records = try transaction.collections().flatMap { collection in
        try transaction.scan(collection).map {
          RawRecord(collection: collection, key: $0.key, fields: $0.fields)
        }
      }
      return StoreContents(schemaVersion: try transaction.schemaVersion(), records: records)
    }
  }

  /// Replaces everything that is there.
  func fill(with contents: StoreContents) async throws {
    try await write { transaction in
      for collection in try transaction.collections() {
        for record in try transaction.scan(collection) { try transaction.delete(record.key, in: collection) }
      }
      for record in contents.records {
        try transaction.put(record.fields, at: record.key, in: record.collection)
      }
      try transaction.setSchemaVersion(contents.schemaVersion)
    }
  }
}

/// Fails the case at the first record that differs, so that a report shows one and not hundreds.
func expectSame(
  _ claim: String, _ actual: StoreContents, as expected: StoreContents,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
) throws {
  if actual == expected { return }
  try expect(
    "schema version \(claim)", actual.schemaVersion, equals: expected.schemaVersion,
    fileID: fileID, filePath: filePath, line: line)
  let places = max(actual.records.count, expected.records.count)
  for index in 0..<places {
    let found = index < actual.records.count ? actual.records[index] : nil
    let wanted = index < expected.records.count ? expected.records[index] : nil
    try expect(
      "record \(index + 1) of \(places) \(claim)", found, equals: wanted,
      fileID: fileID, filePath: filePath, line: line)
  }
}

extension StoreContents {
  /// Without those of one collection.
  func without(_ collection: String) -> StoreContents {
    StoreContents(schemaVersion: schemaVersion, records: records.filter { $0.collection != collection })
  }
}
