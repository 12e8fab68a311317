import StorageContract

/// A backend whose stores have a defect. A conformance suite must catch it to be credible.
public struct DefectiveBackend: Backend {
  /// The underlying backend, which is correct.
  public let base: any Backend
  /// The defect of the stores.
  public let defect: BackendDefect

  /// A backend whose stores are those of `base`, with a defect.
  public init(_ base: any Backend, _ defect: BackendDefect) {
    self.base = base
    self.defect = defect
  }

  public var name: String { "\(base.name), which \(defect.name)" }

  public func makeLocation() async throws -> any StoreLocation {
    let location = try await base.makeLocation()
    return DefectiveLocation(base: location, defective: location.with(defect))
  }

  public func recycle(_ location: any StoreLocation) async {
    guard let location = location as? DefectiveLocation else { return }
    await base.recycle(location.base)
  }

  public func forWorker() async throws -> any Backend {
    DefectiveBackend(try await base.forWorker(), defect)
  }

  public func tearDown() async {
    await base.tearDown()
  }
}

extension Backend {
  /// The same backend with a defect: `SQLiteBackend().with(.servesStaleReads)`.
  public func with(_ defect: BackendDefect) -> DefectiveBackend {
    DefectiveBackend(self, defect)
  }
}

extension StoreLocation {
  /// The same place, where every opened store has the defect. The defect keeps its state from one open to
  /// the next.
  public func with(_ defect: BackendDefect) -> any StoreLocation {
    interposed(defect.hooks)
  }
}

extension BackendDefect {
  /// Puts itself between a system and its store. What it remembers, it remembers from one opening of the store to the next.
  public func put(
    under openStore: inout @Sendable () async throws -> any Store,
    _ rawBytes: inout @Sendable () async throws -> [UInt8]
  ) {
    let place = AnyStoreLocation(open: openStore, rawBytes: rawBytes).with(self)
    openStore = { try await place.open() }
    rawBytes = { try await place.rawBytes() }
  }
}

/// A place that can be given back to the good backend.
private struct DefectiveLocation: StoreLocation {
  let base: any StoreLocation
  let defective: any StoreLocation

  func open() async throws -> any Store { try await defective.open() }
  func rawBytes() async throws -> [UInt8] { try await defective.rawBytes() }
  func files() async throws -> [String] { try await base.files() }
}
