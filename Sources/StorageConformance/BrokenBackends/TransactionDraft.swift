import StorageContract

/// A transaction that was carried out and taken back: what it would have written, and what came of its closure.
struct TransactionDraft<Result: Sendable>: Sendable {
  let writes: [DraftWrite]
  let outcome: Swift.Result<Result, any Error>
}

/// One write of a transaction.
enum DraftWrite: Sendable {
  case put([String: FieldValue], key: String, collection: String, isInsert: Bool)
  case delete(key: String, collection: String)
  case setSchemaVersion(Int64)

  var isInsert: Bool { if case .put(_, _, _, isInsert: true) = self { true } else { false } }

  var isSchemaVersion: Bool { if case .setSchemaVersion = self { true } else { false } }

  func apply(to transaction: any WriteTransaction) throws {
    switch self {
    case .put(let fields, let key, let collection, _): try transaction.put(fields, at: key, in: collection)
    case .delete(let key, let collection): try transaction.delete(key, in: collection)
    case .setSchemaVersion(let version): try transaction.setSchemaVersion(version)
    }
  }
}

private struct Drafted<Result: Sendable>: Error {
  let draft: TransactionDraft<Result>
}

extension Store {
  /// Carries `body` out and takes it back.
  func draft<Result: Sendable>(
    _ body: @Sendable (any WriteTransaction) throws -> Result
  ) async throws -> TransactionDraft<Result> {
    do {
      try await write { transaction in
        let draft = DraftTransaction(transaction)
        let outcome = Swift.Result { try body(draft) }
        throw Drafted(draft: TransactionDraft(writes: draft.writes, outcome: outcome))
      }
    } catch let drafted as Drafted<Result> {
      return drafted.draft
    }
    throw StoreError.transactionEnded
  }

  /// Writes what a draft came to.
  func commit(_ writes: some Collection<DraftWrite> & Sendable) async throws {
    try await write { transaction in
      for write in writes { try write.apply(to: transaction) }
    }
  }
}

/// Passes every call on, and keeps what was written.
final class DraftTransaction: RewiredTransaction {
  private(set) var writes: [DraftWrite] = []

  @discardableResult
  override func put(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64 {
    let version = try base.put(fields, at: key, in: collection)
    writes.append(.put(fields, key: key, collection: collection, isInsert: false))
    return version
  }

  override func insert(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64? {
    let version = try base.insert(fields, at: key, in: collection)
    if version != nil { writes.append(.put(fields, key: key, collection: collection, isInsert: true)) }
    return version
  }

  override func compareAndSet(
    _ fields: [String: FieldValue], at key: String, in collection: String, version: Int64
  ) throws -> Int64? {
    let new = try base.compareAndSet(fields, at: key, in: collection, version: version)
    if new != nil { writes.append(.put(fields, key: key, collection: collection, isInsert: false)) }
    return new
  }

  @discardableResult
  override func delete(_ key: String, in collection: String) throws -> Bool {
    let isDeleted = try base.delete(key, in: collection)
    if isDeleted { writes.append(.delete(key: key, collection: collection)) }
    return isDeleted
  }

  override func setSchemaVersion(_ version: Int64) throws {
    try base.setSchemaVersion(version)
    writes.append(.setSchemaVersion(version))
  }
}
