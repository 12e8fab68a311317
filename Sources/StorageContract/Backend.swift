/// A kind of store over which properties run. It creates empty places for stores. You can open,
/// close and reopen each place.
public protocol Backend: Sendable {
  /// The name, as on the command line: "memory", "file", "sqlite".
  var name: String { get }

  /// Returns an empty location for one case. It may return a recycled location, as long as it is empty.
  /// - Throws: ``StoreError`` if the environment prevents it, such as a directory that is not writable.
  func makeLocation() async throws -> any StoreLocation

  /// Takes a location back after a case, and closes the stores that are still open there. The caller must
  /// not use the location afterwards.
  func recycle(_ location: any StoreLocation) async

  /// Returns a backend of the same kind for a worker process. The supervising process creates it and tears it
  /// down. No other process creates the same locations, and ``tearDown()`` also removes the locations that the
  /// worker made before it died. The default is this backend itself, which is right for locations in memory.
  /// - Throws: as ``makeLocation()``.
  func forWorker() async throws -> any Backend

  /// Removes what the backend created and may remove, such as temporary folders. Called once, at the end.
  func tearDown() async
}

extension Backend {
  public func forWorker() async throws -> any Backend { self }
}

/// A place that holds one store's data from one open to the next: a path, or a memory store's durable part.
public protocol StoreLocation: Sendable {
  /// Opens the store here, with the data that earlier opens left. At most one store may be open at a
  /// time: a second open throws ``StoreError/inUse(path:)`` if the backend can detect it.
  func open() async throws -> any Store

  /// Returns the raw data of this place: the bytes of all files, one after the other (in memory: of the text
  /// that a file would hold). This is what a thief of the disk reads. Call it only while no store is open here.
  /// - Throws: ``StoreError/inUse(path:)``; ``StoreError/unsupported(_:)`` if the backend cannot read it.
  func rawBytes() async throws -> [UInt8]

  /// Returns the paths of the files that hold the data, so that a law can damage them. Call it only while no store is
  /// open here.
  /// - Throws: ``StoreError/inUse(path:)``; ``StoreError/unsupported(_:)`` if there are no files.
  func files() async throws -> [String]
}

extension StoreLocation {
  public func rawBytes() async throws -> [UInt8] { throw StoreError.unsupported("rawBytes") }
  public func files() async throws -> [String] { throw StoreError.unsupported("files") }
}

/// A location whose stores live in their own process. A law can kill this process at any moment.
public protocol KillableLocation: StoreLocation {
  /// The process that serves this location; nil while there is none.
  var processIdentifier: Int32? { get async }

  /// Ends the process as `kill -9` does, and waits until it is gone. Current and later calls of the stores that it
  /// served throw ``StoreError/lost(reason:)``. ``StoreLocation/open()`` starts another process over the same data.
  func kill() async
}

/// A backend whose file calls a law can observe, fail and lose: see ``FileLayer``.
public protocol FileLayeredBackend: Backend {
  /// Returns the same backend over other file calls, with its greatest durability (``StoreCapabilities/Durability-swift.enum/powerLoss``).
  func over(_ files: any FileLayer) -> any Backend
}
