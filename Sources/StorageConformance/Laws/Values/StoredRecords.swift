import PropertyTesting
import StorageContract

/// Records that a law gives to a store and demands back, each at a key of its own.
struct StoredRecords: Sendable {
  /// By key: "k0", "k1" and so on.
  let fields: [[String: FieldValue]]

  init(_ fields: [[String: FieldValue]]) {
    self.fields = fields
  }

  /// One record for each value, in the field "value", beside another field.
  init(values: [FieldValue]) {
    fields = values.enumerated().map { ["value": $1, "other": .int64(Int64($0))] }
  }

  private func key(_ index: Int) -> String { "k\(index)" }

  /// Writes the records (by put, insert and compare-and-set in turn; by put if those do nothing, which other laws judge) and
  /// demands them back: inside the transaction, after its commit, and after the store was closed and opened again where it persists.
  /// - Parameter examine: what else is demanded of the fields of the record with that number.
  func expectBack(
    from subject: LawSubject, _ trial: Trial,
    examine: @escaping @Sendable (_ where: String, Int, [String: FieldValue]) throws -> Void = { _, _, _ in }
  ) async throws {
    let store = try await subject.location.open()
    try await expectDone("values within the rules are stored") {
      try await store.write { transaction in
        for (index, fields) in fields.enumerated() {
          try write(fields, index, in: transaction, trial)
          let record = try transaction.get(key(index), in: "values")
          try expectSame("inside its transaction", index, record, examine)
        }
      }
    }
    try await expectThere(in: store, "after the commit", examine)
    try await store.close()
    guard subject.persists else { return }
    trial.note("close and open again")
    try await subject.withStore { try await expectThere(in: $0, "after closing and opening", examine) }
  }

  private func write(
    _ fields: [String: FieldValue], _ index: Int, in transaction: any WriteTransaction, _ trial: Trial
  ) throws {
    let key = key(index)
    switch index % 3 {
    case 0:
      trial.note("put \(key): \(describe(fields))")
      try transaction.put(fields, at: key, in: "values")
    case 1:
      trial.note("insert \(key): \(describe(fields))")
      if try transaction.insert(fields, at: key, in: "values") == nil { try transaction.put(fields, at: key, in: "values") }
    default:
      trial.note("put \(key): [:], then compare-and-set: \(describe(fields))")
      let version = try transaction.put([:], at: key, in: "values")
      let set = try transaction.compareAndSet(fields, at: key, in: "values", version: version)
      if set == nil { try transaction.put(fields, at: key, in: "values") }
    }
  }

  private func expectThere(
    in store: any Store, _ place: String,
    _ examine: @escaping @Sendable (_ where: String, Int, [String: FieldValue]) throws -> Void
  ) async throws {
    try await expectDone("what was stored is read") {
      try await store.read { transaction in
        for index in fields.indices {
          try expectSame(place, index, try transaction.get(key(index), in: "values"), examine)
        }
        let scanned = Dictionary(grouping: try transaction.scan("values"), by: \.key)
        try expect("records scanned \(place)", scanned.count, equals: fields.count)
        for index in fields.indices {
          try expectSame("scanned \(place)", index, scanned[key(index)]?.first, examine)
        }
      }
    }
  }

  private func expectSame(
    _ place: String, _ index: Int, _ record: Record?,
    _ examine: (_ where: String, Int, [String: FieldValue]) throws -> Void
  ) throws {
    try expect("the record \(key(index)) is there, \(place)", record != nil)
    guard let record else { return }
    try expect("fields of \(key(index)), \(place)", record.fields, equals: fields[index])
    try examine("\(key(index)), \(place)", index, record.fields)
  }
}

extension LawSubject {
  /// Whether what is acknowledged outlives the store's closing.
  var persists: Bool { capabilities.durability > .volatile }
}

/// Fails the case where the store refuses what `body` does, which it must do.
func expectDone<Result>(
  _ claim: String, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
  isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
) async throws -> Result {
  noteClaim(fileID: fileID, line: line)
  do {
    return try await body()
  } catch let error as StoreError {
    throw ExpectationFailure(
      claim: "\(claim), but: \(error)", location: SourceLocation(fileID: fileID, filePath: filePath, line: line))
  }
}
