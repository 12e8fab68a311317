/// A kind of store that properties are run over: it makes empty places for stores, and each place
/// can be opened, closed and opened again.
public protocol Backend: Sendable {
  /// As on the command line: "memory", "file", "sqlite".
  var name: String { get }

  /// An empty location for one case. May hand out a recycled one, as long as it is empty.
  /// - Throws: ``StoreError`` where the environment does not let it (a directory that cannot be written).
  func makeLocation() async throws -> any StoreLocation

  /// Takes a location back after a case; closes what is still open there. The location must not be
  /// used afterwards.
  func recycle(_ location: any StoreLocation) async

  /// A backend of the same kind for a worker process, made and torn down in the process that supervises it:
  /// no other process makes the same locations, and ``tearDown()`` removes those too that the worker made
  /// before it died. By default this backend itself, which is right where locations are in memory.
  /// - Throws: as ``makeLocation()``.
  func forWorker() async throws -> any Backend

  /// Removes what the backend made and may remove (temporary folders). Called once, at the end.
  func tearDown() async
}

extension Backend {
  public func forWorker() async throws -> any Backend { self }
}

/// One place that holds one store's data, across opens: a path, or a memory store's durable part.
public protocol StoreLocation: Sendable {
  /// Opens the store here, with the data that earlier opens left. At most one store is open at a
  /// time: a second open throws ``StoreError/inUse(path:)`` where the backend can tell.
  func open() async throws -> any Store

  /// Everything that lies here, as it lies: the bytes of all files, one after the other (in memory: of the text
  /// that a file would hold). What a thief of the disk reads. Only while no store is open here.
  /// - Throws: ``StoreError/inUse(path:)``; ``StoreError/unsupported(_:)`` where the backend cannot tell.
  func rawBytes() async throws -> [UInt8]

  /// The paths of the files that the data lies in, so that they can be damaged. Only while no store is open here.
  /// - Throws: ``StoreError/inUse(path:)``; ``StoreError/unsupported(_:)`` where there are none.
  func files() async throws -> [String]
}

extension StoreLocation {
  public func rawBytes() async throws -> [UInt8] { throw StoreError.unsupported("rawBytes") }
  public func files() async throws -> [String] { throw StoreError.unsupported("files") }
}

/// A location whose stores live in a process of their own, which can be killed in the middle of anything.
public protocol KillableLocation: StoreLocation {
  /// The process that serves this location; nil while there is none.
  var processIdentifier: Int32? { get async }

  /// Ends that process as `kill -9` does and waits until it is gone. Calls under way and later ones of the stores that
  /// it served throw ``StoreError/lost(reason:)``; ``StoreLocation/open()`` starts another process over the same data.
  func kill() async
}

/// A backend whose file calls can be watched, failed and lost: see ``FileLayer``.
public protocol FileLayeredBackend: Backend {
  /// The same backend over other file calls, as durable as it can be (``StoreCapabilities/Durability-swift.enum/powerLoss``).
  func over(_ files: any FileLayer) -> any Backend
}
