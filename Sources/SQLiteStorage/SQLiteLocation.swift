import Foundation
import StorageContract
import Synchronization

/// A file that holds a ``SQLiteStore``'s data.
public final class SQLiteLocation: StoreLocation {
  /// The path of the database file.
  public let path: String
  private let options: SQLiteStoreOptions
  private let purpose: SQLiteLayout.Purpose
  private let state: Mutex<State>

  private struct State {
    /// An open, empty database that waits for the next store.
    var idle: SQLiteConnection?
    weak var lastOpened: SQLiteStore?
  }

  /// A place for a store that outlives the run. ``open()`` creates the database if there is none.
  public init(path: String, options: SQLiteStoreOptions = SQLiteStoreOptions()) {
    self.path = path
    self.options = options
    purpose = .data
    state = Mutex(State())
  }

  /// A place for a backend's cases, empty. A file that is there must be a leftover of another such place.
  init(scratch path: String, options: SQLiteStoreOptions) throws {
    self.path = path
    self.options = options
    purpose = .scratch
    let existed = try SQLiteLayout.exists(path)
    let connection = try SQLiteConnection.open(path, purpose: .scratch, options: options)
    if existed {
      guard try SQLiteLayout.purpose(connection) == .scratch else {
        throw StoreError.io(
          operation: "use the database for test cases", path: path,
          reason: "it holds a store's data; choose a path that does not exist")
      }
      try SQLiteLayout.empty(connection)
    }
    state = Mutex(State(idle: connection))
  }

  public func open() async throws -> any Store {
    let idle = state.withLock { state in
      defer { state.idle = nil }
      return state.idle
    }
    let connection =
      try idle ?? SQLiteConnection.open(path, purpose: purpose, options: options)
    let store = try SQLiteStore(connection, options: options)
    state.withLock { $0.lastOpened = store }
    return store
  }

  public func rawBytes() async throws -> [UInt8] {
    let paths = try await files()
    do {
      return try paths.flatMap { try SystemFileLayer().read($0) }
    } catch let error as FileLayerError {
      throw error.storeError("read the database's files", path)
    }
  }

  public func files() async throws -> [String] {
    // An idle connection would be lost to another process if its file were opened beside it.
    state.withLock { state in
      defer { state.idle = nil }
      return state.idle
    }?.close()
    try OpenDatabases.refuse(path)
    do {
      return try ["", "-wal", "-journal"].map { path + $0 }.filter { try SystemFileLayer().exists($0) }
    } catch let error as FileLayerError {
      throw error.storeError("look for the database's files", path)
    }
  }

  /// Closes what is open here and makes the place as good as new.
  func empty() async throws {
    let connection =
      try await takeConnection()
      ?? SQLiteConnection.open(path, purpose: purpose, options: options)
    try SQLiteLayout.empty(connection)
    state.withLock { $0.idle = connection }
  }

  /// Closes what is open here and removes the files.
  func destroy() async {
    await takeConnection()?.close()
    let files = SystemFileLayer()
    for suffix in ["", "-wal", "-shm"] {
      // What is not there need not be removed; what cannot be is left to whoever owns the folder.
      try? files.remove(path + suffix)
    }
  }

  private func takeConnection() async -> SQLiteConnection? {
    let (idle, store) = state.withLock { state in
      defer { state = State() }
      return (state.idle, state.lastOpened)
    }
    if let idle { return idle }
    return await store?.surrender()
  }
}
