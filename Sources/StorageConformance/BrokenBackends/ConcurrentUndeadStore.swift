import PropertyTesting
import StorageContract

extension Fault<LawSubject> {
  static let keepsReadHandlesAlive = overEachStore(
    "keepsReadHandlesAlive", "answers on a handle whose read is over") {
    ConcurrentUndeadStore($0, .reads)
  }

  static let keepsWriteHandlesAlive = overEachStore(
    "keepsWriteHandlesAlive", "answers on a handle whose transaction was rolled back") {
    ConcurrentUndeadStore($0, .rolledBackWrites)
  }

  static let writesThroughDeadHandles = overEachStore(
    "writesThroughDeadHandles", "takes a put on a handle whose transaction is over") {
    ConcurrentUndeadStore($0, .puts)
  }
}

/// Handles that go on after their closure.
private actor ConcurrentUndeadStore: WrappingStore {
  enum Defect {
    case reads, rolledBackWrites, puts
  }

  nonisolated let base: any Store
  private let defect: Defect

  init(_ base: any Store, _ defect: Defect) {
    self.base = base
    self.defect = defect
  }

  func read<Result: Sendable>(_ body: @Sendable (any ReadTransaction) throws -> Result) async throws -> Result {
    guard defect == .reads else { return try await base.read(body) }
    return try await base.read { try body(UndeadReadTransaction($0)) }
  }

  func write<Result: Sendable>(_ body: @Sendable (any WriteTransaction) throws -> Result) async throws -> Result {
    let defect = defect
    guard defect != .reads else { return try await base.write(body) }
    return try await base.write { transaction in
      let handle = UndeadWriteTransaction(transaction, takesPutsAlone: defect == .puts)
      do {
        let result = try body(handle)
        handle.isUndead = defect == .puts
        return result
      } catch {
        handle.isUndead = true
        throw error
      }
    }
  }
}

/// Finds everything empty when it is over.
private final class UndeadReadTransaction: ReadTransaction {
  private let base: any ReadTransaction

  init(_ base: any ReadTransaction) { self.base = base }

  func get(_ key: String, in collection: String) throws -> Record? {
    try orWhenOver(nil) { try base.get(key, in: collection) }
  }

  func scan(_ collection: String, from lower: String?, to upper: String?, limit: Int?) throws -> [Record] {
    try orWhenOver([]) { try base.scan(collection, from: lower, to: upper, limit: limit) }
  }

  func count(_ collection: String, from lower: String?, to upper: String?) throws -> Int {
    try orWhenOver(0) { try base.count(collection, from: lower, to: upper) }
  }

  func collections() throws -> [String] { try orWhenOver([]) { try base.collections() } }

  func schemaVersion() throws -> Int64 { try orWhenOver(0) { try base.schemaVersion() } }

  private func orWhenOver<Value>(_ value: Value, _ call: () throws -> Value) throws -> Value {
    do { return try call() } catch StoreError.transactionEnded { return value }
  }
}

private final class UndeadWriteTransaction: RewiredTransaction {
  /// Whether it answers when it is over.
  var isUndead = false
  private let takesPutsAlone: Bool

  init(_ base: any WriteTransaction, takesPutsAlone: Bool) {
    self.takesPutsAlone = takesPutsAlone
    super.init(base)
  }

  override func put(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64 {
    do {
      return try super.put(fields, at: key, in: collection)
    } catch StoreError.transactionEnded where isUndead {
      return 1
    }
  }

  override func get(_ key: String, in collection: String) throws -> Record? {
    do {
      return try super.get(key, in: collection)
    } catch StoreError.transactionEnded where isUndead && !takesPutsAlone {
      return nil
    }
  }
}
