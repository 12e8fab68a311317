import StorageContract

/// A transaction that was carried out and taken back: what it would have written, and what came of its closure.
struct ConcurrentDraft<Result: Sendable>: Sendable {
  let writes: [ConcurrentWrite]
  let outcome: Swift.Result<Result, any Error>
}

/// One write of a transaction.
enum ConcurrentWrite: Sendable {
  case put([String: FieldValue], key: String, collection: String, isInsert: Bool)
  case delete(key: String, collection: String)
  case setSchemaVersion(Int64)

  var isInsert: Bool { if case .put(_, _, _, isInsert: true) = self { true } else { false } }

  func apply(to transaction: any WriteTransaction) throws {
    switch self {
    case .put(let fields, let key, let collection, _): try transaction.put(fields, at: key, in: collection)
    case .delete(let key, let collection): try transaction.delete(key, in: collection)
    case .setSchemaVersion(let version): try transaction.setSchemaVersion(version)
    }
  }
}

private struct Drafted<Result: Sendable>: Error {
  let draft: ConcurrentDraft<Result>
}

extension Store {
  /// Carries `body` out and takes it back.
  func draft<Result: Sendable>(
    _ body: @Sendable (any WriteTransaction) throws -> Result
  ) async throws -> ConcurrentDraft<Result> {
    do {
      try await write { transaction in
        let draft = ConcurrentDraftTransaction(transaction)
        let outcome = Swift.Result { try body(draft) }
        throw Drafted(draft: ConcurrentDraft(writes: draft.writes, outcome: outcome))
      }
    } catch let drafted as Drafted<Result> {
      return drafted.draft
    }
    throw StoreError.transactionEnded
  }

  /// Writes what a draft came to.
  func commit(_ writes: some Collection<ConcurrentWrite> & Sendable) async throws {
    try await write { transaction in
      for write in writes { try write.apply(to: transaction) }
    }
  }
}

/// Passes everything on, and keeps what was written.
class ConcurrentDraftTransaction: WriteTransaction {
  private(set) var writes: [ConcurrentWrite] = []
  private let base: any WriteTransaction

  init(_ base: any WriteTransaction) { self.base = base }

  @discardableResult
  func put(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64 {
    let version = try base.put(fields, at: key, in: collection)
    writes.append(.put(fields, key: key, collection: collection, isInsert: false))
    return version
  }

  func insert(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64? {
    let version = try base.insert(fields, at: key, in: collection)
    if version != nil { writes.append(.put(fields, key: key, collection: collection, isInsert: true)) }
    return version
  }

  func compareAndSet(
    _ fields: [String: FieldValue], at key: String, in collection: String, version: Int64
  ) throws -> Int64? {
    let new = try base.compareAndSet(fields, at: key, in: collection, version: version)
    if new != nil { writes.append(.put(fields, key: key, collection: collection, isInsert: false)) }
    return new
  }

  @discardableResult
  func delete(_ key: String, in collection: String) throws -> Bool {
    let isDeleted = try base.delete(key, in: collection)
    if isDeleted { writes.append(.delete(key: key, collection: collection)) }
    return isDeleted
  }

  func setSchemaVersion(_ version: Int64) throws {
    try base.setSchemaVersion(version)
    writes.append(.setSchemaVersion(version))
  }

  func get(_ key: String, in collection: String) throws -> Record? { try base.get(key, in: collection) }

  func scan(_ collection: String, from lower: String?, to upper: String?, limit: Int?) throws -> [Record] {
    try base.scan(collection, from: lower, to: upper, limit: limit)
  }

  func count(_ collection: String, from lower: String?, to upper: String?) throws -> Int {
    try base.count(collection, from: lower, to: upper)
  }

  func collections() throws -> [String] { try base.collections() }

  func schemaVersion() throws -> Int64 { try base.schemaVersion() }
}
