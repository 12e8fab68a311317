import ReplicaContract
import StorageContract

/// The store of an app on a device that can be ended at any of its writes.
actor EndingStore: Store {
  nonisolated let capabilities: StoreCapabilities
  private let base: any Store
  private let place: ReplicaPlace

  /// Opens the store of the device, as the kind has it.
  init(_ place: ReplicaPlace, _ kind: DeviceStore = .file) throws {
    self.place = place
    base = try kind.open(place)
    capabilities = base.capabilities
  }

  func read<Result: Sendable>(_ body: @Sendable (any ReadTransaction) throws -> Result) async throws -> Result {
    try await base.read(body)
  }

  func write<Result: Sendable>(_ body: @Sendable (any WriteTransaction) throws -> Result) async throws -> Result {
    try await place.disk.write([:])
    return try await base.write(body)
  }

  func backup(to path: String) async throws { try await base.backup(to: path) }
  func restore(from path: String) async throws { try await base.restore(from: path) }
  func close() async throws { try await base.close() }
}
