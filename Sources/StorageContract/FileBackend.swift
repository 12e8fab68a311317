import Synchronization

/// Stores in directories: see ``FileStore``. Every location is its own directory, `store-1`,
/// `store-2` and so on, under the root. The backend skips names that are taken, so it does not touch
/// existing files. ``tearDown()`` removes the directories that it made.
public final class FileBackend: Backend {
  public let name = "file"
  private let options: FileStoreOptions
  private let givenRoot: String?
  private let state: Mutex<State>

  private struct State {
    var temporaryRoot: String?
    var lastNumber = 0
    var inUse: [String: FileLocation] = [:]
    var free: [FileLocation] = []
  }

  /// - Parameters:
  ///   - root: a directory, which the backend creates on first use if it is missing, and does not remove; nil: a
  ///     temporary one, which it creates on first use and removes in ``tearDown()``.
  ///   - options: by default, stores do not wait for the disk, because the stores of cases are thrown away.
  public init(
    root: String? = nil, options: FileStoreOptions = FileStoreOptions(durability: .processCrash)
  ) {
    givenRoot = root
    self.options = options
    state = Mutex(State())
  }

  /// - Parameter owned: a directory that is removed with all that is in it.
  private init(owned: String, options: FileStoreOptions) {
    givenRoot = nil
    self.options = options
    state = Mutex(State(temporaryRoot: owned))
  }

  public func makeLocation() async throws -> any StoreLocation {
    try state.withLock { state in
      let location = try state.free.popLast() ?? makeNew(&state)
      state.inUse[location.directory] = location
      return location
    }
  }

  private func makeNew(_ state: inout State) throws -> FileLocation {
    FileLocation(directory: try makeDirectory("store", &state), options: options)
  }

  /// A directory that was not there: `store-1`, `store-2` and so on.
  private func makeDirectory(_ name: String, _ state: inout State) throws -> String {
    let root = try givenRoot ?? state.temporaryRoot ?? TemporaryDirectory.make(prefix: "touchstone")
    if givenRoot == nil { state.temporaryRoot = root }
    var directory: String = root
    do {
      if givenRoot != nil { try makeMissing(root) }
      repeat {
        state.lastNumber += 1
        directory = "\(root)/\(name)-\(state.lastNumber)"
      } while try options.files.exists(directory)
      try options.files.makeDirectory(directory)
    } catch let error as FileLayerError {
      throw error.storeError("create a directory for a store", directory)
    }
    return directory
  }

  /// Makes a directory, and its missing parents.
  private func makeMissing(_ directory: String) throws {
    if try options.files.exists(directory) { return }
    let parent = directory.lastIndex(of: "/").map { String(directory[..<$0]) } ?? ""
    if !parent.isEmpty { try makeMissing(parent) }
    // A path that ends in "/" is there by now.
    if try !options.files.exists(directory) { try options.files.makeDirectory(directory) }
  }

  public func forWorker() async throws -> any Backend {
    let directory = try state.withLock { state in try makeDirectory("worker", &state) }
    return FileBackend(owned: directory, options: options)
  }

  /// Keeps the directory for another case. Removing its journal makes it as good as new.
  public func recycle(_ location: any StoreLocation) async {
    guard let location = location as? FileLocation,
      state.withLock({ $0.inUse.removeValue(forKey: location.directory) }) != nil
    else { return }
    await location.closeOpenStore()
    do {
      try Journal.remove(from: location.directory, files: options.files)
      state.withLock { $0.free.append(location) }
    } catch {
      TemporaryDirectory.remove(location.directory)
    }
  }

  public func tearDown() async {
    let (locations, root) = state.withLock { state in
      defer { state = State() }
      return (state.free + state.inUse.values, state.temporaryRoot)
    }
    for location in locations {
      await location.closeOpenStore()
      TemporaryDirectory.remove(location.directory)
    }
    if let root { TemporaryDirectory.remove(root) }
  }
}

extension FileBackend: FileLayeredBackend {
  public func over(_ files: any FileLayer) -> any Backend {
    var options = options
    options.files = files
    options.durability = .powerLoss
    return FileBackend(root: givenRoot, options: options)
  }
}

/// A directory that holds a ``FileStore``'s data.
public final class FileLocation: StoreLocation {
  /// The directory of the journal.
  public let directory: String
  private let options: FileStoreOptions
  private let lastOpened = Mutex(WeakStore())

  private struct WeakStore {
    weak var store: FileStore?
  }

  /// A place in a directory. The first store that opens there creates what is missing.
  public init(directory: String, options: FileStoreOptions = FileStoreOptions()) {
    self.directory = directory
    self.options = options
  }

  public func open() async throws -> any Store {
    let store = try FileStore(directory: directory, options: options)
    lastOpened.withLock { $0.store = store }
    return store
  }

  public func rawBytes() async throws -> [UInt8] {
    let paths = try await files()
    do {
      return try paths.flatMap { try options.files.read($0) }
    } catch let error as FileLayerError {
      throw error.storeError("read the store's files", directory)
    }
  }

  public func files() async throws -> [String] {
    do {
      guard let lock = try options.files.lock(directory + "/lock") else {
        throw StoreError.inUse(path: directory)
      }
      defer { options.files.close(lock) }
      return try ["journal", "journal.new"].map { "\(directory)/\($0)" }
        .filter { try options.files.exists($0) }
    } catch let error as FileLayerError {
      throw error.storeError("look for the store's files", directory)
    }
  }

  func closeOpenStore() async {
    // Closing a file store cannot fail: every commit is on its way to the disk already.
    try? await lastOpened.withLock { $0.store }?.close()
  }
}
