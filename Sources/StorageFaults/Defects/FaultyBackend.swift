import StorageContract

/// A backend whose stores have a defect: what a conformance suite must catch to be believed.
public struct FaultyBackend: Backend {
  public let base: any Backend
  public let defect: BackendDefect

  public init(_ base: any Backend, _ defect: BackendDefect) {
    self.base = base
    self.defect = defect
  }

  public var name: String { "\(base.name), which \(defect.name)" }

  public func makeLocation() async throws -> any StoreLocation {
    FaultyLocation(base: try await base.makeLocation(), behavior: defect.makeBehavior())
  }

  public func recycle(_ location: any StoreLocation) async {
    guard let location = location as? FaultyLocation else { return }
    await base.recycle(location.base)
  }

  public func forWorker() async throws -> any Backend {
    FaultyBackend(try await base.forWorker(), defect)
  }

  public func tearDown() async {
    await base.tearDown()
  }
}

extension Backend {
  /// The same backend with a defect: `SQLiteBackend().with(.servesStaleReads)`.
  public func with(_ defect: BackendDefect) -> FaultyBackend {
    FaultyBackend(self, defect)
  }
}

private struct FaultyLocation: StoreLocation {
  let base: any StoreLocation
  let behavior: any DefectBehavior

  func open() async throws -> any Store {
    FaultyStore(try await base.open(), behavior: behavior)
  }

  func rawBytes() async throws -> [UInt8] { try await base.rawBytes() + behavior.residue }

  func files() async throws -> [String] { try await base.files() }
}

extension StoreLocation {
  /// The same place, where every store that is opened has the defect. What the defect remembers, it
  /// remembers from one open to the next.
  public func with(_ defect: BackendDefect) -> any StoreLocation {
    FaultyLocation(base: self, behavior: defect.makeBehavior())
  }
}
