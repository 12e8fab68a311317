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
        open: { try FileStore(directory: $0, options: fileOptions) })
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
    InterposedStore(try await opened.store(at: location), Self.oneOfSeveral)
  }

  /// One of the stores that share the data: it can be closed, and nothing but read and written.
  private static var oneOfSeveral: StoreHooks {
    let isClosed = Remembered(false)
    var hooks = StoreHooks { kind, carryOut in
      if kind == .close { return isClosed.set(true) }
      if isClosed.now { throw StoreError.closed }
      guard kind == .read || kind == .write else { throw StoreError.unsupported(kind.rawValue) }
      try await carryOut()
    }
    hooks.capabilities = SharedMemoryBackend.capabilities
    return hooks
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

