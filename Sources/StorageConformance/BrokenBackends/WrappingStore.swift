import PropertyTesting
import StorageContract

/// A store over another one: all that it does not do itself it passes on.
protocol WrappingStore: Store {
  nonisolated var base: any Store { get }
}

extension WrappingStore {
  nonisolated var capabilities: StoreCapabilities { base.capabilities }

  func read<Result: Sendable>(_ body: @Sendable (any ReadTransaction) throws -> Result) async throws -> Result {
    try await base.read(body)
  }

  func backup(to path: String) async throws { try await base.backup(to: path) }
  func restore(from path: String) async throws { try await base.restore(from: path) }
  func compact() async throws { try await base.compact() }
  func close() async throws { try await base.close() }
}

extension StoreLocation {
  /// The same place, with another store around each that is opened.
  func wrapped(_ wrap: @escaping @Sendable (any Store) -> any Store) -> any StoreLocation {
    AnyStoreLocation(open: { wrap(try await open()) }, rawBytes: { try await rawBytes() }, files: { try await files() })
  }
}

extension Fault<LawSubject> {
  /// Stores with another one around each. Where the store's process is killed, the wrapper is on this side of it, and what it
  /// remembers is gone with each opening, as a cache is.
  static func overEachStore(
    _ id: String, _ fact: String, _ wrap: @escaping @Sendable (any Store) -> any Store
  ) -> Fault {
    overLocation(id, fact) { $0.wrapped(wrap) }
  }

  /// Places with another one around each: what the wrapper remembers stays from one opening to the next.
  static func overLocation(
    _ id: String, _ fact: String, _ wrap: @escaping @Sendable (any StoreLocation) -> any StoreLocation
  ) -> Fault {
    Fault(id, fact) { $0.wrapPlaces(wrap) }
  }
}
