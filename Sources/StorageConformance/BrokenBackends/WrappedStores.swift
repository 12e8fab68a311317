import PropertyTesting
import StorageContract

extension Fault<LawSubject> {
  /// Stores that are something else to their user than they are: the wrapper is on this side of the process that is
  /// killed, and what it remembers is gone with each opening, as a cache is.
  static func overEachStore(_ name: String, _ wrap: @escaping @Sendable (any Store) -> any Store) -> Fault {
    overLocation(name) { base in
      AnyStoreLocation(
        open: { wrap(try await base.open()) }, rawBytes: { try await base.rawBytes() },
        files: { try await base.files() })
    }
  }

  /// Places that are; what the wrapper remembers stays from one opening to the next.
  static func overLocation(
    _ name: String, _ wrap: @escaping @Sendable (any StoreLocation) -> any StoreLocation
  ) -> Fault {
    Fault(name) { subject in
      subject.location = wrap(subject.location)
      let makeLocation = subject.makeLocation
      subject.makeLocation = { wrap(try await makeLocation()) }
    }
  }
}

/// A store that wraps another and passes on what it does not change.
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
