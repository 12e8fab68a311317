import Foundation
import StorageContract
import Synchronization

/// Stores in SQLite databases: see ``SQLiteStore``. Each location is its own file: the given path first,
/// then the same path with `-2`, `-3` and so on. The backend empties a recycled location and uses it again
/// with its database still open, because creating and opening a database costs far more than most cases.
public final class SQLiteBackend: Backend {
  public let name = "sqlite"
  private let options: SQLiteStoreOptions
  private let givenPath: String?
  private let state: Mutex<State>

  private struct State {
    var temporaryDirectory: String?
    var lastNumber = 0
    var inUse: [String: SQLiteLocation] = [:]
    var free: [SQLiteLocation] = []
  }

  /// - Parameters:
  ///   - path: the first database; nil: a temporary one. The file must not exist, unless a killed run
  ///     left it. ``makeLocation()`` refuses any other file and leaves it as it is. ``tearDown()`` removes
  ///     all files.
  ///   - options: by default, stores do not wait for the disk, because the stores of cases are thrown away.
  public init(
    path: String? = nil, options: SQLiteStoreOptions = SQLiteStoreOptions(durability: .processCrash)
  ) {
    givenPath = path
    self.options = options
    state = Mutex(State())
  }

  /// - Parameter owned: a directory that is removed with all that is in it.
  private init(owned: String, options: SQLiteStoreOptions) {
    givenPath = nil
    self.options = options
    state = Mutex(State(temporaryDirectory: owned))
  }

  /// A backend that creates its databases in its own directory, beside the given path if there is one.
  public func forWorker() async throws -> any Backend {
    guard let givenPath else {
      return SQLiteBackend(owned: try TemporaryDirectory.make(prefix: "touchstone"), options: options)
    }
    let directory = "\(givenPath)-worker-\(UUID().uuidString)"
    do {
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
    } catch {
      throw StoreError.io(operation: "create a directory for a worker", path: directory, reason: "\(error)")
    }
    return SQLiteBackend(owned: directory, options: options)
  }

  public func makeLocation() async throws -> any StoreLocation {
    try state.withLock { state in
      let location = try state.free.popLast() ?? makeNew(&state)
      state.inUse[location.path] = location
      return location
    }
  }

  private func makeNew(_ state: inout State) throws -> SQLiteLocation {
    let base: String
    if let givenPath {
      base = givenPath
    } else {
      let directory =
        try state.temporaryDirectory ?? TemporaryDirectory.make(prefix: "touchstone")
      state.temporaryDirectory = directory
      base = directory + "/store.sqlite"
    }
    while true {
      state.lastNumber += 1
      let path = state.lastNumber == 1 ? base : "\(base)-\(state.lastNumber)"
      // Only the first name was asked for; others that are taken are passed over.
      if state.lastNumber > 1, try SQLiteLayout.exists(path) { continue }
      return try SQLiteLocation(scratch: path, options: options)
    }
  }

  public func recycle(_ location: any StoreLocation) async {
    guard let location = location as? SQLiteLocation,
      state.withLock({ $0.inUse.removeValue(forKey: location.path) }) != nil
    else { return }
    do {
      try await location.empty()
      state.withLock { $0.free.append(location) }
    } catch {
      // A case may have damaged it on purpose. The next location has another name.
      await location.destroy()
    }
  }

  public func tearDown() async {
    let (locations, directory) = state.withLock { state in
      defer { state = State() }
      return (state.free + state.inUse.values, state.temporaryDirectory)
    }
    for location in locations { await location.destroy() }
    if let directory { TemporaryDirectory.remove(directory) }
  }
}
