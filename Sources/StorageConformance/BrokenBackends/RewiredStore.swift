import PropertyTesting
import StorageContract
import Synchronization

/// How a broken backend differs from the good one under it, call by call. What is not set is as it should be.
struct Rewiring: Sendable {
  typealias Call = @Sendable (any Store) async throws -> Void
  typealias PathCall = @Sendable (any Store, String) async throws -> Void

  var open: @Sendable (any StoreLocation) async throws -> any Store = { try await $0.open() }
  var reading: @Sendable (any ReadTransaction) -> any ReadTransaction = { $0 }
  var writing: @Sendable (any WriteTransaction) -> any WriteTransaction = { $0 }
  /// Called when a write has thrown.
  var rolledBack: @Sendable (any Store) async -> Void = { _ in }
  /// Called when a write is committed.
  var committed: @Sendable () -> Void = {}
  var backup: PathCall = { try await $0.backup(to: $1) }
  var restore: PathCall = { try await $0.restore(from: $1) }
  var compact: Call = { try await $0.compact() }
  var close: Call = { try await $0.close() }
}

/// A store with some of its calls done otherwise.
actor RewiredStore: Store {
  nonisolated let capabilities: StoreCapabilities
  private let base: any Store
  private let wiring: Rewiring

  init(_ base: any Store, _ wiring: Rewiring) {
    self.base = base
    self.wiring = wiring
    capabilities = base.capabilities
  }

  func read<Result: Sendable>(
    _ body: @Sendable (any ReadTransaction) throws -> Result
  ) async throws -> Result {
    let wiring = wiring
    return try await base.read { try body(wiring.reading($0)) }
  }

  func write<Result: Sendable>(
    _ body: @Sendable (any WriteTransaction) throws -> Result
  ) async throws -> Result {
    let wiring = wiring
    do {
      let result = try await base.write { try body(wiring.writing($0)) }
      wiring.committed()
      return result
    } catch {
      await wiring.rolledBack(base)
      throw error
    }
  }

  func backup(to path: String) async throws { try await wiring.backup(base, path) }
  func restore(from path: String) async throws { try await wiring.restore(base, path) }
  func compact() async throws { try await wiring.compact(base) }
  func close() async throws { try await wiring.close(base) }
}

/// A place whose stores are rewired, from one opening to the next with the same memory.
struct RewiredLocation: StoreLocation {
  let base: any StoreLocation
  let wiring: Rewiring

  func open() async throws -> any Store { RewiredStore(try await wiring.open(base), wiring) }
  func rawBytes() async throws -> [UInt8] { try await base.rawBytes() }
  func files() async throws -> [String] { try await base.files() }
}

/// What a broken backend remembers.
final class RewiredMemory<Value: Sendable>: Sendable {
  private let value: Mutex<Value>

  init(_ value: Value) {
    self.value = Mutex(value)
  }

  func withValue<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try value.withLock { value in try body(&value) }
  }

  var now: Value { value.withLock { $0 } }
  func set(_ new: Value) { value.withLock { $0 = new } }

  /// Puts another value there; returns the one that was.
  func exchange(_ new: Value) -> Value {
    withValue { value in
      defer { value = new }
      return value
    }
  }
}

extension Fault<LawSubject> {
  /// A broken backend: `wire` is called for every place, so that what a closure remembers is that place's.
  static func rewired(_ id: String, _ fact: String, _ wire: @escaping @Sendable (inout Rewiring) -> Void) -> Fault {
    Fault(id, fact) { subject in
      subject.wrapPlaces { location in
        var wiring = Rewiring()
        wire(&wiring)
        return RewiredLocation(base: location, wiring: wiring)
      }
    }
  }

  /// A broken backend whose transactions are another class's.
  static func writing(
    _ id: String, _ fact: String, _ make: @escaping @Sendable (any WriteTransaction) -> RewiredTransaction
  ) -> Fault {
    rewired(id, fact) { $0.writing = { make($0) } }
  }
}

extension Store {
  /// A store in memory with the same records, whose versions are new.
  func copyInMemory() async throws -> any Store {
    let records = try await read { transaction in
      try transaction.collections().flatMap { collection in
        try transaction.scan(collection).map { (collection, $0) }
      }
    }
    let copy = try await MemoryLocation().open()
    try await copy.write { transaction in
      for (collection, record) in records.sorted(by: { $0.1.version < $1.1.version }) {
        try transaction.put(record.fields, at: record.key, in: collection)
      }
    }
    return copy
  }
}
