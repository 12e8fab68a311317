import StorageContract
import Synchronization

/// Stores in memory. Several may be open at one place, and their transactions overlap.
///
/// The kit tests its laws of overlapping transactions with this backend. The correct schemes obey the whole contract.
/// The broken schemes (``OverlapScheme/broken``) declare the same capabilities, and a law catches each of them.
public struct OverlappingMemoryBackend: Backend {
  /// How its stores isolate overlapping transactions.
  public let scheme: OverlapScheme
  private let rules: RecordRules

  /// A backend whose stores obey the contract, unless the scheme is one of ``OverlapScheme/broken``.
  public init(_ scheme: OverlapScheme = .validating, rules: RecordRules = RecordRules()) {
    self.scheme = scheme
    self.rules = rules
  }

  public var name: String { "overlapping memory, which \(scheme.name)" }

  public func makeLocation() async throws -> any StoreLocation {
    OverlappingMemoryLocation(scheme, rules: rules)
  }

  public func recycle(_ location: any StoreLocation) async {
    await (location as? OverlappingMemoryLocation)?.closeAll()
  }

  public func tearDown() async {}
}

/// The data that stores of an ``OverlappingMemoryBackend`` share.
public final class OverlappingMemoryLocation: WaitBoundedLocation {
  /// The longest time that the scheme lets a transaction wait for another one.
  public var longestWait: Duration { scheme.longestWait }
  let scheme: OverlapScheme
  let rules: RecordRules
  let core = Mutex(OverlapCore())
  private let stores = Mutex<[Opened]>([])

  private struct Opened {
    weak var store: OverlappingMemoryStore?
  }

  /// An empty place in memory.
  public init(_ scheme: OverlapScheme = .validating, rules: RecordRules = RecordRules()) {
    self.scheme = scheme
    self.rules = rules
  }

  public func open() async throws -> any Store {
    let store = OverlappingMemoryStore(self)
    stores.withLock { stores in
      stores.removeAll { $0.store == nil }
      stores.append(Opened(store: store))
    }
    return store
  }

  public func rawBytes() async throws -> [UInt8] {
    guard core.withLock({ $0.openStores == 0 }) else { throw StoreError.inUse(path: "memory") }
    let (location, store) = try await copy()
    try await store.close()
    return try await location.rawBytes()
  }

  func closeAll() async {
    for opened in stores.withLock({ $0 }) {
      // Closing a store in memory cannot fail.
      try? await opened.store?.close()
    }
  }

  /// Writes the same checksummed text as a ``MemoryStore`` does.
  func backUp(to path: String) async throws {
    let (_, store) = try await copy()
    try await store.backup(to: path)
    try await store.close()
  }

  func restore(from path: String) async throws {
    let store = try await MemoryLocation(rules: rules).open()
    try await store.restore(from: path)
    let state = try await store.read { transaction in
      var collections: [String: [KeyBytes: Record]] = [:]
      for name in try transaction.collections() {
        for record in try transaction.scan(name) { collections[name, default: [:]][KeyBytes(record.key)] = record }
      }
      return OverlapState(collections: collections, schemaVersion: try transaction.schemaVersion())
    }
    let nextVersion = try await store.write { try $0.put([:], at: "next", in: "next") }
    core.withLock { core in
      for id in core.running.keys { core.running[id]?.refusal = "the store was restored from a backup" }
      core.replace([.everything]) { $0 = state }
      core.putCounter = nextVersion - 1
    }
  }

  /// The committed state in a memory store, down to the versions: those in between are spent on a record that is then
  /// deleted.
  private func copy() async throws -> (any StoreLocation, any Store) {
    let (state, putCounter) = core.withLock { ($0.committed, $0.putCounter) }
    let location = MemoryLocation(rules: rules)
    let store = try await location.open()
    let records = state.collections.flatMap { name, records in records.values.map { (name, $0) } }
      .sorted { $0.1.version < $1.1.version }
    var spareKey = "spare"
    while state.find(KeyBytes(spareKey), in: "spare") != nil { spareKey += "+" }
    let key = spareKey
    try await store.write { transaction in
      var counter: Int64 = 0
      func spend(upTo version: Int64) throws {
        while counter < version { counter = try transaction.put([:], at: key, in: "spare") }
      }
      for (collection, record) in records {
        try spend(upTo: record.version - 1)
        counter = try transaction.put(record.fields, at: record.key, in: collection)
      }
      try spend(upTo: putCounter)
      try transaction.delete(key, in: "spare")
      try transaction.setSchemaVersion(state.schemaVersion)
    }
    return (location, store)
  }
}
