import StorageContract

/// What reading and writing handles share: a session in a transaction, while that lasts.
final class OpenTransaction: TransactionReader {
  private let wire: SessionWire
  private var isOpen = true
  /// What ended the transaction before its closure did.
  private(set) var failure: StoreError?

  init(_ wire: SessionWire) {
    self.wire = wire
  }

  func end() { isOpen = false }

  func ask<Value>(_ request: WireRequest, for member: String, _ value: (WireResult) -> Value?) throws -> Value {
    guard isOpen else { return try askOnceEnded(request, for: member, value) }
    if let failure { throw failure }
    do {
      return try wire.ask(request, for: member, value)
    } catch let error as StoreError {
      if case .conflict = error { failure = error }
      if case .lost = error { failure = error }
      if !wire.channel.isTrusted { failure = error }
      throw error
    }
  }

  /// The adapter refuses a write outside of any transaction, by whatever error. If it takes the write, the caller must see that. While
  /// the session is in another transaction, the adapter cannot tell whose handle it is.
  private func askOnceEnded<Value>(_ request: WireRequest, for member: String, _ value: (WireResult) -> Value?) throws -> Value {
    guard request.operation.isWriting, wire.isIdle, wire.channel.isTrusted else { throw StoreError.transactionEnded }
    let result: WireResult
    do { result = try wire.ask(request) } catch is StoreError { throw StoreError.transactionEnded }
    return try wire.channel.member(member, value(result), of: request)
  }

  func request(_ operation: WireOperation, _ collection: String? = nil, _ key: String? = nil) -> WireRequest {
    wire.request(operation, collection: collection, key: key)
  }

  func get(_ key: String, in collection: String) throws -> Record? {
    try ask(request(.get, collection, key), for: "record") { $0.record }
  }

  func scan(_ collection: String, from lower: String?, to upper: String?, limit: Int?) throws -> [Record] {
    var request = request(.scan, collection)
    request.lower = lower
    request.upper = upper
    request.limit = limit
    return try ask(request, for: "records") { $0.records }
  }

  func count(_ collection: String, from lower: String?, to upper: String?) throws -> Int {
    var request = request(.count, collection)
    request.lower = lower
    request.upper = upper
    return try ask(request, for: "count") { $0.count }
  }

  func collections() throws -> [String] { try ask(request(.collections), for: "collections") { $0.collections } }

  func schemaVersion() throws -> Int64 { try ask(request(.schemaVersion), for: "schemaVersion") { $0.schemaVersion } }
}

/// A read in another process.
final class ProcessReadTransaction: TransactionHandle {
  private let transaction: OpenTransaction

  init(_ wire: SessionWire) { transaction = OpenTransaction(wire) }

  var failure: StoreError? { transaction.failure }
  func end() { transaction.end() }
  /// Each call asks whether it is open still.
  func live() -> OpenTransaction { transaction }
  func schemaVersion() throws -> Int64 { try transaction.schemaVersion() }
}

/// A write in another process: every call is a request.
final class ProcessWriteTransaction: WriteTransaction, TransactionHandle {
  private let transaction: OpenTransaction

  init(_ wire: SessionWire) { transaction = OpenTransaction(wire) }

  var failure: StoreError? { transaction.failure }
  func end() { transaction.end() }
  /// Each call asks whether it is open still.
  func live() -> OpenTransaction { transaction }
  func schemaVersion() throws -> Int64 { try transaction.schemaVersion() }

  @discardableResult
  func put(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64 {
    var request = transaction.request(.put, collection, key)
    request.fields = fields
    // A null version is none.
    return try transaction.ask(request, for: "version") { $0.version ?? nil }
  }

  func insert(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64? {
    var request = transaction.request(.insert, collection, key)
    request.fields = fields
    return try transaction.ask(request, for: "version") { $0.version }
  }

  func compareAndSet(
    _ fields: [String: FieldValue], at key: String, in collection: String, version: Int64
  ) throws -> Int64? {
    var request = transaction.request(.compareAndSet, collection, key)
    request.fields = fields
    request.version = version
    return try transaction.ask(request, for: "version") { $0.version }
  }

  @discardableResult
  func delete(_ key: String, in collection: String) throws -> Bool {
    try transaction.ask(transaction.request(.delete, collection, key), for: "deleted") { $0.deleted }
  }

  func setSchemaVersion(_ version: Int64) throws {
    var request = transaction.request(.setSchemaVersion)
    request.schemaVersion = version
    try transaction.ask(request, for: "ok") { _ in () }
  }
}
