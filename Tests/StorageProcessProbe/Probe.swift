import Foundation
import ProcessStorage
import SQLiteStorage
import StorageContract

enum Probe {
  static func server(_ kind: String) async throws -> StoreServer? {
    let rules = RecordRules(maximumFieldSizeBytes: 2 << 20)
    let fileOptions = FileStoreOptions(durability: .processCrash, rules: rules)
    let sqliteOptions = SQLiteStoreOptions(durability: .processCrash, rules: rules)
    let remove: @Sendable (String) -> Void = { path in
      for suffix in ["", "-wal", "-journal"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }
    switch kind {
    case "memory":
      let backend = MemoryBackend(rules: rules)
      return StoreServer(backend, capabilities: try await capabilities(of: backend))
    case "file":
      return StoreServer(
        name: kind, capabilities: try await capabilities(of: FileBackend(options: fileOptions)),
        place: { FileLocation(directory: $0, options: fileOptions) },
        destroy: { remove(($0 as? FileLocation)?.directory ?? "") })
    case "sqlite":
      return StoreServer(
        name: kind, capabilities: try await capabilities(of: SQLiteBackend(options: sqliteOptions)),
        place: { SQLiteLocation(path: $0, options: sqliteOptions) },
        destroy: { remove(($0 as? SQLiteLocation)?.path ?? "") })
    case "many":
      let backend = SharedMemoryBackend()
      return StoreServer(backend, capabilities: SharedMemoryBackend.capabilities)
    default: return nil
    }
  }

  private static func capabilities(of backend: any Backend) async throws -> StoreCapabilities {
    let location = try await backend.makeLocation()
    let store = try await location.open()
    try await store.close()
    await backend.tearDown()
    return store.capabilities
  }
}

/// One store in memory that any number of sessions share, for as long as they like.
struct SharedMemoryBackend: Backend {
  static let capabilities = StoreCapabilities(
    durability: .volatile, isolation: .strictSerializable, backup: false, maximumFieldSizeBytes: 2 << 20,
    simultaneousStores: true)

  let name = "many"
  func makeLocation() async throws -> any StoreLocation { SharedMemory() }
  func recycle(_ location: any StoreLocation) async {}
  func tearDown() async {}
}

/// Everybody's store is the same actor, so that transactions wait for each other.
private final class SharedMemory: StoreLocation {
  private let location = MemoryLocation()
  private let opened = OpenedStore()

  func open() async throws -> any Store {
    SharedStore(store: try await opened.store(at: location))
  }

  private actor OpenedStore {
    private var store: (any Store)?

    func store(at location: MemoryLocation) async throws -> any Store {
      if let store { return store }
      let opened = try await location.open()
      store = opened
      return opened
    }
  }
}

private actor SharedStore: Store {
  nonisolated let capabilities = SharedMemoryBackend.capabilities
  private var store: (any Store)?

  init(store: any Store) { self.store = store }

  private func live() throws -> any Store {
    guard let store else { throw StoreError.closed }
    return store
  }

  func read<Result: Sendable>(_ body: @Sendable (any ReadTransaction) throws -> Result) async throws -> Result {
    try await live().read(body)
  }

  func write<Result: Sendable>(_ body: @Sendable (any WriteTransaction) throws -> Result) async throws -> Result {
    try await live().write(body)
  }

  func backup(to path: String) async throws { throw StoreError.unsupported("backup") }
  func restore(from path: String) async throws { throw StoreError.unsupported("restore") }
  func close() async throws { store = nil }
}
