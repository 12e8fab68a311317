import Foundation
import StorageContract
import Synchronization

/// A backend made from a closure that opens a store at a place.
///
/// Every location is its own directory. The backend keeps a store that declares volatile durability as long as its
/// location, like data in memory: closing the store ends that handle, and opening the location again returns another.
public final class PlacedBackend: Backend {
  public let name: String
  private let open: @Sendable (StorePlace) async throws -> any Store
  private let state = Mutex(State())
  private let prefix: String

  private struct State {
    var root: String?
    var made = 0
  }

  /// - Parameter name: the name in reports.
  public convenience init(
    _ name: String = "store", open: @escaping @Sendable (StorePlace) async throws -> any Store
  ) {
    self.init(name, prefix: "place", root: nil, open: open)
  }

  /// - Parameter root: a directory that is removed with all that is in it.
  private init(
    _ name: String, prefix: String, root: String?, open: @escaping @Sendable (StorePlace) async throws -> any Store
  ) {
    self.name = name
    self.prefix = prefix
    state.withLock { $0.root = root }
    self.open = open
  }

  public func makeLocation() async throws -> any StoreLocation {
    let place = try state.withLock { state in
      let root = try state.root ?? TemporaryDirectory.make(prefix: "touchstone")
      state.root = root
      while true {
        state.made += 1
        let directory = "\(root)/\(prefix)-\(state.made)"
        if mkdir(directory, 0o700) == 0 {
          return StorePlace(directory: directory, name: "\(prefix)_\(getpid())_\(state.made)")
        }
        // A worker that died has made it: the next one begins to count where that one began.
        guard errno == EEXIST else {
          throw StoreError.io(
            operation: "create a directory for a store", path: directory, reason: String(cString: strerror(errno)))
        }
      }
    }
    return PlacedLocation(place: place, open: open)
  }

  public func recycle(_ location: any StoreLocation) async {
    guard let location = location as? PlacedLocation else { return }
    await location.closeOpenStore()
    TemporaryDirectory.remove(location.place.directory)
  }

  public func forWorker() async throws -> any Backend {
    let number = state.withLock { state in
      state.made += 1
      return state.made
    }
    // Made here, so that it can be removed when the worker has died.
    let root = try TemporaryDirectory.make(prefix: "touchstone")
    return PlacedBackend(name, prefix: "\(prefix)_w\(number)", root: root, open: open)
  }

  public func tearDown() async {
    if let root = state.withLock({ $0.root }) { TemporaryDirectory.remove(root) }
    state.withLock { $0.root = nil }
  }
}

/// A place, and the store that is open there.
final class PlacedLocation: StoreLocation {
  let place: StorePlace
  private let openStore: @Sendable (StorePlace) async throws -> any Store
  private let state = Mutex(State())

  private struct State {
    /// Nobody is kept alive by that: a store that is dropped must let go of its place by itself.
    var opened: [WeakStore] = []
    var kept: KeptStore?
  }

  private struct WeakStore {
    weak var store: (any Store)?
  }

  init(place: StorePlace, open: @escaping @Sendable (StorePlace) async throws -> any Store) {
    self.place = place
    openStore = open
  }

  func open() async throws -> any Store {
    if let kept = state.withLock({ $0.kept }) { return try await kept.reopened() }
    let store = try await openStore(place)
    guard store.capabilities.durability == .volatile, !store.capabilities.simultaneousStores else {
      state.withLock { state in
        state.opened.removeAll { $0.store == nil }
        state.opened.append(WeakStore(store: store))
      }
      return store
    }
    let kept = KeptStore(store)
    state.withLock { state in
      state.kept = kept
      state.opened.append(WeakStore(store: store))
    }
    return try await kept.reopened()
  }

  func rawBytes() async throws -> [UInt8] { try await folder.rawBytes() }

  func files() async throws -> [String] { try await folder.files() }

  private var folder: FolderLocation {
    FolderLocation(directory: place.directory) { [openStore, place] _ in try await openStore(place) }
  }

  func closeOpenStore() async {
    // The kept one, if any, lives until the stores are closed.
    let (stores, kept) = state.withLock { state in
      defer { state = State() }
      return (state.opened.compactMap(\.store), state.kept)
    }
    defer { withExtendedLifetime(kept) {} }
    // The place is thrown away; what its stores have to say about that helps nobody.
    for store in stores { try? await store.close() }
  }
}
