import StorageContract

/// A change as it was asked for, to be made again somewhere else.
enum NotedWrite: Sendable {
  case put([String: FieldValue], key: String, collection: String)
  case delete(key: String, collection: String)
  case setSchemaVersion(Int64)

  var isSchemaVersion: Bool { if case .setSchemaVersion = self { true } else { false } }

  func apply(to transaction: any WriteTransaction) throws {
    switch self {
    case .put(let fields, let key, let collection): _ = try transaction.put(fields, at: key, in: collection)
    case .delete(let key, let collection): _ = try transaction.delete(key, in: collection)
    case .setSchemaVersion(let version): try transaction.setSchemaVersion(version)
    }
  }
}

/// Passes changes on, and keeps them.
final class NotedTransaction: WriteTransaction {
  private let base: any WriteTransaction
  private(set) var writes: [NotedWrite] = []

  init(_ base: any WriteTransaction) {
    self.base = base
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

  func put(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64 {
    let version = try base.put(fields, at: key, in: collection)
    writes.append(.put(fields, key: key, collection: collection))
    return version
  }

  func insert(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64? {
    let version = try base.insert(fields, at: key, in: collection)
    if version != nil { writes.append(.put(fields, key: key, collection: collection)) }
    return version
  }

  func compareAndSet(
    _ fields: [String: FieldValue], at key: String, in collection: String, version: Int64
  ) throws -> Int64? {
    let newVersion = try base.compareAndSet(fields, at: key, in: collection, version: version)
    if newVersion != nil { writes.append(.put(fields, key: key, collection: collection)) }
    return newVersion
  }

  func delete(_ key: String, in collection: String) throws -> Bool {
    let isDeleted = try base.delete(key, in: collection)
    if isDeleted { writes.append(.delete(key: key, collection: collection)) }
    return isDeleted
  }

  func setSchemaVersion(_ version: Int64) throws {
    try base.setSchemaVersion(version)
    writes.append(.setSchemaVersion(version))
  }
}

extension Store {
  /// Runs `body` on the state of now and takes everything back.
  func rehearse<Result: Sendable>(
    _ body: @Sendable (any WriteTransaction) throws -> Result
  ) async throws -> (Result, [NotedWrite]) {
    do {
      return try await write { transaction -> (Result, [NotedWrite]) in
        let noted = NotedTransaction(transaction)
        throw Rehearsed(result: try body(noted), writes: noted.writes)
      }
    } catch let rehearsed as Rehearsed<Result> {
      return (rehearsed.result, rehearsed.writes)
    }
  }
}

private struct Rehearsed<Result: Sendable>: Error {
  let result: Result
  let writes: [NotedWrite]
}
