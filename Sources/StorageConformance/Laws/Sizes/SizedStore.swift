import PropertyTesting
import StorageContract

/// A store that grows, beside what it should hold.
struct SizedStore {
  let location: any StoreLocation
  private(set) var store: any Store
  var contents = SizedContents()
  /// Grown names, and how often something was done: what they mean, each size says for itself.
  var reached = 0
  private var touched: Set<String> = []

  init(at location: any StoreLocation) async throws {
    self.location = location
    store = try await location.open()
  }

  /// Runs `body` as one transaction over the store and over the contents.
  mutating func write(_ body: @Sendable (inout SizedTransaction) throws -> Void) async throws {
    let before = contents
    let (after, names) = try await store.writeAgain { transaction in
      var sized = SizedTransaction(transaction, before)
      try body(&sized)
      return (sized.contents, sized.touched)
    }
    contents = after
    touched.formUnion(names)
  }

  private struct RolledBack: Error {}

  /// Runs `body` as a transaction that is rolled back at its end.
  func abandon(_ body: @Sendable (inout SizedTransaction) throws -> Void) async throws {
    let before = contents
    do {
      try await store.write { transaction in
        var sized = SizedTransaction(transaction, before)
        try body(&sized)
        throw RolledBack()
      }
    } catch is RolledBack {}
  }

  /// Compares what was changed since the last comparison.
  mutating func expectSame() async throws {
    let (contents, names) = (contents, touched.sorted())
    try await store.read { try contents.expectSame($0, in: names) }
  }

  /// Closes the store, opens it again and compares it again.
  mutating func reopenAndExpectSame() async throws {
    try await reopen()
    try await expectSame()
    touched = []
  }

  mutating func reopen() async throws {
    try await store.close()
    store = try await location.open()
  }

  /// Takes earlier contents for those that the store should have, as after a restore.
  mutating func restored(_ contents: SizedContents) {
    touched.formUnion(self.contents.collections.keys)
    touched.formUnion(contents.collections.keys)
    self.contents = contents
  }

  mutating func touchAll() { touched.formUnion(contents.collections.keys) }
}

/// A transaction of a growing store: each change is made in the store and in the model.
struct SizedTransaction {
  let transaction: any WriteTransaction
  private(set) var contents: SizedContents
  private(set) var touched: Set<String> = []

  init(_ transaction: any WriteTransaction, _ contents: SizedContents) {
    self.transaction = transaction
    self.contents = contents
  }

  mutating func put(_ fields: [String: FieldValue], at key: String, in collection: String = "c") throws {
    contents.put(fields, at: key, in: collection)
    touched.insert(collection)
    let version = try transaction.put(fields, at: key, in: collection)
    if version != contents.putCounter {
      try expect(
        "version of the put at \(SizedContents.shortened(key)) in \(collection)", version, equals: contents.putCounter)
    }
  }

  mutating func put(_ number: Int, at key: String, in collection: String = "c") throws {
    try put(["n": .int64(Int64(number))], at: key, in: collection)
  }

  mutating func insert(at key: String, in collection: String = "c") throws {
    contents.put([:], at: key, in: collection)
    touched.insert(collection)
    let version = try transaction.insert([:], at: key, in: collection)
    if version != contents.putCounter {
      try expect("version of the insert at \(key) in \(collection), where no record is", version, equals: contents.putCounter)
    }
  }

  mutating func delete(_ key: String, in collection: String = "c") throws {
    let isThere = contents.collections[collection]?[key] != nil
    contents.delete(key, in: collection)
    touched.insert(collection)
    if try transaction.delete(key, in: collection) != isThere {
      let name = SizedContents.shortened(key)
      try expect("the delete of \(name) in \(collection) finds a record", !isThere, equals: isThere)
    }
  }

  /// The transaction sees what it has written so far.
  func expectSame() throws { try contents.expectSame(transaction, in: touched.sorted()) }
}
