import Foundation
import ProcessStorage
import SQLiteStorage
import StorageContract

extension BackendSpec {
  /// A server for stores of this kind: the reference adapter of the process protocol. Who asks says where they lie.
  /// - Parameters:
  ///   - flushing: whether a transaction is on the disk before it is acknowledged.
  ///   - sqlite: how SQLite keeps its promises.
  /// - Throws: ``BackendSpecError`` for a specification that says it itself; ``StoreError`` where there can be no
  ///   store.
  public func makeServer(
    flushing: Bool = false, sqlite: SQLiteStoreOptions = SQLiteStoreOptions()
  ) async throws -> StoreServer {
    guard kind != .process else {
      throw BackendSpecError(reason: "a process: backend is already served by its command: choose memory, file or sqlite")
    }
    guard kind != .postgres else {
      throw BackendSpecError(reason: "postgres already has a server: choose memory, file or sqlite")
    }
    guard path == nil else {
      throw BackendSpecError(reason: "the requests say where stores are: write \(kind.rawValue), not \(self)")
    }
    let backend = makeBackend()
    var capabilities = try await Self.capabilities(of: backend)
    if flushing {
      guard kind != .memory else {
        throw BackendSpecError(reason: "memory cannot flush to a disk: choose file or sqlite")
      }
      capabilities.durability = .powerLoss
    }
    let durability: StoreCapabilities.Durability = flushing ? .powerLoss : .processCrash
    let fileOptions = FileStoreOptions(durability: durability)
    var sqliteOptions = sqlite
    sqliteOptions.durability = durability
    switch kind {
    case .memory, .process, .postgres: return StoreServer(backend, capabilities: capabilities)
    case .file:
      return StoreServer(
        name: kind.rawValue, capabilities: capabilities,
        place: { FileLocation(directory: $0, options: fileOptions) },
        destroy: { place in
          if let place = place as? FileLocation { try Self.remove([place.directory]) }
        })
    case .sqlite:
      return StoreServer(
        name: kind.rawValue, capabilities: capabilities,
        place: { [sqliteOptions] in SQLiteLocation(path: $0, options: sqliteOptions) },
        destroy: { place in
          guard let place = place as? SQLiteLocation else { return }
          try Self.remove(["", "-wal", "-journal", "-shm"].map { place.path + $0 })
        })
    }
  }

  private static func capabilities(of backend: any Backend) async throws -> StoreCapabilities {
    let location = try await backend.makeLocation()
    do {
      let store = try await location.open()
      try await store.close()
      await backend.tearDown()
      return store.capabilities
    } catch {
      await backend.tearDown()
      throw error
    }
  }

  private static func remove(_ paths: [String]) throws {
    for path in paths where FileManager.default.fileExists(atPath: path) {
      do {
        try FileManager.default.removeItem(atPath: path)
      } catch {
        throw StoreError.io(operation: "remove the store", path: path, reason: "\(error)")
      }
    }
  }
}
